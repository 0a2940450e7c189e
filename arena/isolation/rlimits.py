"""The limits that the system itself sets for one process of a bot."""

import resource
from typing import Final

from arena.records.limits import MIB, Limits

RESERVED: Final = 640 * MIB
"""What a runtime may reserve of its data segment without using it, on top of the limit; Node.js 24 takes 560 MiB. What
is used is looked at from outside, so this only bounds how far a bot gets between two looks.
"""
WRAPPERS: Final = 3
"""Processes that hold a bot and are none of its own."""
_LAST_WORDS_S: Final = 5
"""Processor seconds between the signal that tells a bot of its limit and the one that ends it."""


def trusted_rlimits(limits: Limits) -> list[tuple[int, int, int]]:
    """What holds for every bot, as (resource, soft, hard).

    Memory is the data segment, not the address space: some runtimes reserve more of that than any machine has.
    """
    data = limits.memory_mib * MIB + RESERVED
    return [
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_DATA, data, data),
        (resource.RLIMIT_CPU, limits.processor_s, limits.processor_s + _LAST_WORDS_S),
        (resource.RLIMIT_NOFILE, limits.open_files, limits.open_files),
    ]


def stranger_rlimits(limits: Limits, own_user: bool) -> list[tuple[int, int, int]]:
    """What holds for a bot that nobody vouches for.

    The system counts processes by user, so that limit says something only about a user that has none but the bot's.
    """
    size = limits.scratch_mib * MIB
    more = [(resource.RLIMIT_FSIZE, size, size), (resource.RLIMIT_MSGQUEUE, 0, 0), (resource.RLIMIT_MEMLOCK, 0, 0)]
    if own_user:
        more.append((resource.RLIMIT_NPROC, limits.processes, limits.processes))
    return trusted_rlimits(limits) + more


def lower(rlimits: list[tuple[int, int, int]]) -> None:
    """Set them for this process, none higher than the system already allows it."""
    for which, soft, hard in rlimits:
        most = resource.getrlimit(which)[1]
        if most == resource.RLIM_INFINITY:
            resource.setrlimit(which, (soft, hard))
        else:
            resource.setrlimit(which, (min(soft, most), min(hard, most)))
