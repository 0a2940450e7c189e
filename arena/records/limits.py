"""What a bot may use up, and how strongly it has to be isolated.

Every limit is for one start of a bot, all of its processes together.
"""

from typing import Annotated, Final, Literal

import msgspec

MIB: Final = 1 << 20
Wanted = Literal["auto", "strong"] | Annotated[int, msgspec.Meta(ge=0, le=4)]
"""`auto` is the strongest level that works, `strong` is level 3 or more, a number is that level and no other."""
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
