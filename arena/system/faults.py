"""Which errors of the system come from the machine: no space, no memory, no process left to give."""

import errno
import subprocess
from typing import Final

_OF_MACHINE: Final = frozenset(
    {
        errno.EAGAIN,
        errno.EDQUOT,
        errno.EIO,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENODEV,
        errno.ENOMEM,
        errno.ENOSPC,
        errno.EROFS,
        errno.ESTALE,
    }
)


def is_of_machine(error: OSError | subprocess.SubprocessError) -> bool:
    """Return whether the machine is to blame, not the program that was to start or the file that was to be written.

    A SubprocessError comes from the arena's own steps between fork and exec.

    >>> is_of_machine(OSError(errno.ENOSPC, "No space left on device")), is_of_machine(OSError(errno.ENOEXEC, ""))
    (True, False)
    """
    return not isinstance(error, OSError) or error.errno in _OF_MACHINE
