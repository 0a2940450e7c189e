"""What a bot may use up. Every limit is for one start of a bot, all of its processes together."""

import resource
from typing import Annotated, Final

import msgspec

MIB: Final = 1 << 20
RESERVED: Final = 640 * MIB
"""What a runtime may reserve of its data segment without using it, on top of the limit; Node.js 24 takes 560 MiB. What
is used is looked at from outside, so this only bounds how far a bot gets between two looks.
"""
WRAPPERS: Final = 3
"""Processes that hold a bot and are none of its own."""
_LAST_WORDS_S: Final = 5
"""Processor seconds between the signal that tells a bot of its limit and the one that ends it."""

Some = Annotated[int, msgspec.Meta(ge=1)]


class Limits(msgspec.Struct, frozen=True):
    """Sizes are in the units that the names say. A process may have no more of memory, file or time than all may."""

    memory_mib: Some = 512
    processor_s: Some = 3600
    processes: Some = 64
    """Threads are counted too, as the kernel counts them."""
    open_files: Annotated[int, msgspec.Meta(ge=16)] = 256
    scratch_mib: Some = 64
    output_kib: Some = 256
    """Of standard output and error that are kept in a match; the rest is read and dropped."""

    @property
    def memory(self) -> str:
        return f"memory {self.memory_mib} MiB"

    @property
    def processor(self) -> str:
        return f"processor {self.processor_s} s"

    @property
    def crowd(self) -> str:
        return f"processes {self.processes}"

    @property
    def files(self) -> str:
        return f"open files {self.open_files}"

    @property
    def disk(self) -> str:
        return f"scratch {self.scratch_mib} MiB"


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
