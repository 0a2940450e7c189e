"""What each bot did in its rounds, counted: its fouls, escapes and stand-ins."""

from collections.abc import Iterable

import msgspec

from arena.shisanshui.arrangement import Absent, StandIn
from arena.shisanshui.play import Shisanshui


class Tally(msgspec.Struct):
    """Rounds of one bot over all legs. A foul (倒水) has one of three causes."""

    rounds: int = 0
    out_of_order: int = 0
    """Fouls: rows that are not each at least as high as the one in front of it."""
    nil: int = 0
    """Fouls: the bot answered nil."""
    invalid: int = 0
    """Fouls: no valid answer came in time, for which the bot has strikes."""
    escapes: int = 0
    """逃跑: the bot had left the table."""
    stand_ins: int = 0
    """接管: the arena laid the rows, because no valid answer came or the bot answered nil."""

    @property
    def fouls(self) -> int:
        return self.out_of_order + self.nil + self.invalid

    def count(self, game: Shisanshui, packed: bytes, code: str) -> None:
        """Add one round: the action that counted, as the game packs it, and the reason code of a fault."""
        self.rounds += 1
        (action,) = game.unpack(packed)
        if action is Absent.ESCAPE:
            self.escapes += 1
        elif action is Absent.FORFEIT and code:
            self.invalid += 1
        elif action is Absent.FORFEIT:
            self.nil += 1
        elif isinstance(action, StandIn):
            self.stand_ins += 1
        elif game.evaluate(action).outcome == "foul":
            self.out_of_order += 1


def tallies(decisions: Iterable[tuple[int, bytes, str]], bots: int, game: Shisanshui) -> list[Tally]:
    """Return the tally of each of so many bots, from each decision's bot, packed action and reason code."""
    counts = [Tally() for _ in range(bots)]
    for bot, packed, code in decisions:
        counts[bot].count(game, packed, code)
    return counts
