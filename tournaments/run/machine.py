"""This machine: what the record says of it, and how many tables it can play at once."""

import os
import platform
from typing import Any

from arena import __version__
from arena.records.job import MatchSettings
from protocol.text import Counted, Said


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


def _thinking(settings: MatchSettings, table_size: int) -> int:
    """How many bots of one table think at the same time."""
    return 1 if settings.thinking == "serial" else table_size


def _cores() -> int:
    return len(os.sched_getaffinity(0))
