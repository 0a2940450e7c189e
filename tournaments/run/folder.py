"""Check that a folder can take a tournament before anything is started."""

import os
from pathlib import Path
from typing import Final

from arena.errors import UsageError
from tournaments.layout import begun_names
from tournaments.store.store import Store

_SHOWN: Final = 3


def check_place(folder: Path) -> None:
    """Raise UsageError, which names the option, when `folder` cannot hold a tournament; write nothing."""
    try:
        if folder.is_dir():
            _check_folder(folder)
        elif folder.exists() or folder.is_symlink():
            raise UsageError(
                "--out: {folder} is a file; give a folder, which is created if it does not exist", folder=folder
            )
        else:
            _check_parent(folder)
    except OSError as error:
        raise UsageError("--out: {folder}: {strerror}", folder=folder, strerror=error.strerror) from None


def free_folder(parent: Path, name: str) -> Path:
    """Return a new folder in `parent`: called `name`, or `name-2`, `name-3` … where that is there already.

    Raises UsageError when it could not be made.
    """
    number = 1
    while (folder := parent / (name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    check_place(folder)
    return folder


def _check_folder(folder: Path) -> None:
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise UsageError("--out: {folder} is not writable; choose another folder", folder=folder)
    own = begun_names()
    foreign = sorted(path.name for path in folder.iterdir() if path.name not in own)
    if foreign and not Store.exists(folder):
        others = ", ".join(foreign[:_SHOWN]) + (", …" if len(foreign) > _SHOWN else "")
        raise UsageError(
            "--out: {folder} holds other files and no tournament ({others}); give a new or empty folder",
            folder=folder,
            others=others,
        )


def _check_parent(folder: Path) -> None:
    """Check the nearest folder above that exists: the new one has to be created in it."""
    above = next(path for path in folder.absolute().parents if path.exists())
    if not above.is_dir():
        raise UsageError("--out: {folder} cannot be created: {above} is a file", folder=folder, above=above)
    if not os.access(above, os.W_OK | os.X_OK):
        raise UsageError(
            "--out: {folder} cannot be created: {above} is not writable; choose another folder",
            folder=folder,
            above=above,
        )
