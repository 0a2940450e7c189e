"""What a person has chosen to play, and the table that this makes."""

from pathlib import Path
from typing import Annotated, Final

import msgspec

from arena.bots.resolve import from_command, unique_names
from arena.records.job import BotProgram, OnLate
from arena.records.settings import MatchSection

MOST_ROUNDS: Final = 50
MOST_BOTS: Final = 7
GRACE: Final = "500ms"
"""What transport takes, and no more: the clock on the page is the deadline."""
MODULE: Final = "tournaments.web.play.person"


class Sitting(msgspec.Struct, frozen=True):
    """A person and the bots of a match. `programs` are by seat, the person's first."""

    rules: str
    """A rule set's name."""
    programs: list[BotProgram]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
    decision: str
    """Time for one decision, a duration."""
    on_late: OnLate
    records: str
    """The folder in which the match's own is made."""

    def section(self) -> MatchSection:
        """Return the `[match]` table: never duplicate, as a person remembers; nobody is sent away for being slow."""
        return MatchSection(
            rounds=self.rounds,
            duplicate=False,
            decision=self.decision,
            grace=GRACE,
            on_late=self.on_late,
            strikes=self.rounds,
        )


def seated(name: str, folder: Path, bots: list[BotProgram]) -> list[BotProgram]:
    """Return the programs by seat, the person's first, which finds its socket in `folder`. Raises ArenaError."""
    person = msgspec.structs.replace(from_command(name, ["python", "-m", MODULE], folder), person=True)
    return unique_names([person, *bots])
