"""Whether so many bots can sit at one table."""

from collections.abc import Sequence

from arena.errors import UsageError
from arena.records.job import BotProgram
from arena.shisanshui.play import Shisanshui
from protocol.text import Counted


def require_seats(game: Shisanshui, bots: Sequence[BotProgram], rules: str) -> None:
    """Raise UsageError, which names the rule set as it was given, when `game` cannot seat all of `bots`."""
    if fault := game.refuses(len(bots)):
        raise UsageError(
            "{bots} under rule set {rules}: {fault}",
            bots=Counted(len(bots), "{number} bot", "{number} bots"),
            rules=rules,
            fault=fault,
        )
