"""A file that a command is told to write: what is there already is written over only when it is of the same kind."""

from collections.abc import Callable
from pathlib import Path

from arena.errors import UsageError


def check_outfile(file: Path, option: str, kind: str, is_one: Callable[[Path], bool]) -> None:
    """Raises UsageError, naming the option, when `file` is there, holds something and is no `kind`.

    A pipe or a device has nothing to lose.
    """
    try:
        if file.is_dir():
            raise UsageError("{option}: {file} is a folder; give a file", option=option, file=file)
        lost = file.is_file() and file.stat().st_size > 0 and not is_one(file)
    except OSError as error:
        raise UsageError("{option}: {file}: {strerror}", option=option, file=file, strerror=error.strerror) from None
    if lost:
        raise UsageError(
            "{option}: {file} is there already and is no {kind}; give another file", option=option, file=file, kind=kind
        )
