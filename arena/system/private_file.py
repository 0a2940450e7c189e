"""Files that only their owner reads: bots may run as users of their own on the same machine."""

import os
from pathlib import Path
from typing import IO


def open_private(path: Path, append: bool = False) -> IO[bytes]:
    """Open a file to write to, unbuffered, new or emptied unless it is to `append`. Raises OSError."""
    how = os.O_APPEND if append else os.O_TRUNC
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | how, 0o600)
    os.fchmod(descriptor, 0o600)
    return os.fdopen(descriptor, "ab" if append else "wb", buffering=0)
