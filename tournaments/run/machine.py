"""This machine: what the record says of it, and how many tables it can play at once."""

import os
import platform
from collections.abc import Iterable
from typing import Any

from arena import __version__
from arena.errors import ArenaError
from arena.isolation.cell import LEGS_NOT_APART
from arena.isolation.cells import is_stranger
from arena.isolation.choice import choose, shares_memory
from arena.language import Stored
from arena.records.job import BotProgram, MatchSettings
from protocol.text import SEMICOLON, Counted, Listed, Said


def machine() -> dict[str, Any]:
    """Return what the record says of the machine."""
    return {
        "system": f"{platform.system()} {platform.release()}",
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "arena": __version__,
    }


def default_slots(settings: MatchSettings, table_size: int) -> int:
    """Return how many matches this machine has the cores for, one core left to referees and director.

    A bot that shares its core with another thinks longer than it would alone, and may be late because of it.
    """
    return max(1, (_cores() - 1) // _thinking(settings, table_size))


def warning_for(slots: int, settings: MatchSettings, table_size: int) -> Said | None:
    """Return the warning that more tables are asked for than the cores can think with, or None."""
    if slots <= default_slots(settings, table_size):
        return None
    return Said(
        "{tables} at once may have {bots} thinking on {cores}: "
        "they slow each other down and may be late because of it; fewer --jobs are fairer",
        tables=Counted(slots, "{number} table", "{number} tables"),
        bots=Counted(slots * _thinking(settings, table_size), "{number} bot", "{number} bots"),
        cores=Counted(_cores(), "{number} core", "{number} cores"),
    )


def isolation_warning(settings: MatchSettings, bots: Iterable[BotProgram]) -> Said | None:
    """Return the warning that strangers' bots are held less here than the settings make believe, or None.

    It is None too where they are not held at all: a run is then refused.
    """
    if not any(is_stranger(bot, settings.isolation) for bot in bots):
        return None
    try:
        level = choose(settings.isolation)
    except ArenaError:
        return None
    found: list[Said] = (
        [] if level.counted else [Said("there are no control groups, so a bot can be over its memory for a moment")]
    )
    if settings.duplicate and not level.keeps_legs_apart:
        found.append(Stored(LEGS_NOT_APART))
    if not level.trusted and not shares_memory(level):
        found.append(Said("a bot has no shared memory, so Python's multiprocessing.Pool and the like do not work"))
    if level.trusted or not found:
        return None
    return Said(
        "isolation level {number}: {weaknesses}; docs/security.md says what helps",
        number=level.number,
        weaknesses=Listed(found, SEMICOLON),
    )


def _thinking(settings: MatchSettings, table_size: int) -> int:
    """How many bots of one table think at the same time."""
    return 1 if settings.thinking == "serial" else table_size


def _cores() -> int:
    return len(os.sched_getaffinity(0))
