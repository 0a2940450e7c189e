"""The games that can be played here, by name."""

from collections.abc import Mapping
from typing import Any

from arena.errors import ArenaError
from arena.match.game import Game
from arena.records.job import MatchJob
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import data_of, rules_from


def game_of(job: MatchJob) -> Game[Any]:
    """The game of a job, under the job's rule set. Raises ArenaError for a game that is not played here."""
    _know(job.game)
    return Shisanshui(rules_from(job.rules), job.settings.on_late)


def whole_rules(game: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    """A rule set that was written out in full by whatever arena, with the keys that there are now.

    Raises ArenaError or RulesError.
    """
    _know(game)
    return data_of(rules_from(rules))


def most_seats(game: str, rules: Mapping[str, Any]) -> int:
    """How many can sit at a table under the rule set. Raises ArenaError or RulesError."""
    _know(game)
    return rules_from(rules).most_seats


def _know(game: str) -> None:
    if game != Shisanshui.name:
        raise ArenaError('game: expected "{name}", got "{game}"', name=Shisanshui.name, game=game)
