"""The games that can be played here, by name."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from arena.errors import ArenaError
from arena.mahjong.play import Mahjong
from arena.mahjong.scoring import score as mahjong_score
from arena.match.game import Game
from arena.records.job import OnLate
from arena.shisanshui.play import Shisanshui
from protocol.text import one_line

SCORERS: Final[Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]]] = {"mahjong": mahjong_score}
"""How a line of `arena score` comes to its result, by the `game` that it names. Each raises TypedError for a bad line;
lines that name none are of Shisanshui."""
GAMES: Final[Mapping[str, Callable[[Mapping[str, Any], OnLate], Game[Any]]]] = {
    Shisanshui.name: Shisanshui.from_data,
    Mahjong.name: Mahjong.from_data,
}
"""How to make each game from a rule set as data. A new game is one line here."""


def game_of(name: str, rules: Mapping[str, Any], on_late: OnLate = "foul") -> Game[Any]:
    """Return the game under a rule set as data.

    Raise ArenaError if there is no such game, and whatever the game raises if it cannot read the rules.

    >>> game_of("shisanshui", {"extends": "six-players"}).most_seats
    6
    """
    if name not in GAMES:
        raise ArenaError('game: expected "{name}", got "{game}"', name='" or "'.join(GAMES), game=one_line(name))
    return GAMES[name](rules, on_late)


def whole_rules(game: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rule set with every key of today; one that an older arena wrote in full may lack some.

    Raises as `game_of` does.
    """
    return game_of(game, rules).rules()


def most_seats(game: str, rules: Mapping[str, Any]) -> int:
    """Return how many can sit at a table under the rule set. Raises as `game_of` does."""
    return game_of(game, rules).most_seats
