"""The limits of a bot, and the isolation it needs.

Every limit is for one start of a bot, for all of its processes together.
"""

from typing import Annotated, Final, Literal

import msgspec

from protocol.text import Said

MIB: Final = 1 << 20
Wanted = Literal["auto", "strong"] | Annotated[int, msgspec.Meta(ge=0, le=4)]
"""`auto` is the strongest level that works, `strong` is level 3 or more, a number is exactly that level."""
Some = Annotated[int, msgspec.Meta(ge=1)]


class Limits(msgspec.Struct, frozen=True):
    """Sizes are in the units of the names. No single process may have more memory, files or time than all together.

    The properties name a limit in English, for records.
    """

    memory_mib: Some = 512
    processor_s: Some = 3600
    processes: Some = 64
    """Threads count too, as they do for the kernel."""
    open_files: Annotated[int, msgspec.Meta(ge=16)] = 256
    scratch_mib: Some = 64
    output_kib: Some = 256
    """Standard output and error kept in a match; the rest is read and dropped."""

    @property
    def memory(self) -> str:
        return str(Said("memory {size} MiB", size=self.memory_mib))

    @property
    def processor(self) -> str:
        return str(Said("processor {seconds} s", seconds=self.processor_s))

    @property
    def crowd(self) -> str:
        return str(Said("processes {most}", most=self.processes))

    @property
    def files(self) -> str:
        return str(Said("open files {most}", most=self.open_files))

    @property
    def disk(self) -> str:
        return str(Said("scratch {size} MiB", size=self.scratch_mib))
