"""What each bot of a match is held in."""

from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.isolation.cell import Cell
from arena.isolation.choice import choose
from arena.isolation.levels.session import OwnSession
from arena.records.job import BotProgram, MatchJob
from arena.records.limits import Wanted
from arena.system.private_folder import remove_ownerless


class Elsewhere:
    """What is said of a bot that runs on another machine, whose author holds it or does not."""

    words: Final = "remote: on a machine of its author's, held by nothing here"

    def clear(self) -> None:
        """Nothing of it is here."""


def cells_of(job: MatchJob) -> list[Cell | Elsewhere]:
    """By bot. A bare command is its caller's own and is held only where that is demanded. A remote bot endangers
    nothing here, whatever is demanded.

    Raises ArenaError when the isolation that is demanded cannot be had.
    """
    remove_ownerless()
    wanted = job.settings.isolation
    own = OwnSession()
    strangers = {bot for bot, program in enumerate(job.bots) if bot not in job.by_hand and is_stranger(program, wanted)}
    level = choose(wanted) if strangers else own
    if level.trusted and wanted == "auto" and any(_submitted(job.bots[bot]) for bot in strangers):
        raise ArenaError(
            "no isolation works on this machine, and a submission is a stranger's program;"
            " install bubblewrap, or say isolation = 0 if you trust every bot"
        )
    return [
        Elsewhere()
        if program.remote
        else Cell(level if bot in strangers else own, program, job.settings.limits, bot, job.settings.duplicate)
        for bot, program in enumerate(job.bots)
    ]


def is_stranger(program: BotProgram, wanted: Wanted) -> bool:
    """Whether the program is to be held at the level that is chosen for what is `wanted`."""
    return not program.remote and (wanted != "auto" or program.built is not None)


def _submitted(program: BotProgram) -> bool:
    """Whether it lies in a library, whose folders are called by the digest of what they hold."""
    return Path(program.folder).name == program.digest
