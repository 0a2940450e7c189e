"""The cups that are shown, each by the name in its address."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from arena.errors import ArenaError, UsageError
from tournaments.layout import COMMITMENT, RESULTS
from tournaments.store.store import Store
from tournaments.web.settings import Settings

SINGLE: Final = "play"
"""The folder below the root that holds matches of `arena play`, which are listed apart."""
_UNSAFE: Final = re.compile(r"[^\w.-]+")


class Shelf:
    """Finds the folders of cups: those below the root, and others that were named."""

    def __init__(self, settings: Settings) -> None:
        self._root = settings.root
        self._others = {_name(folder, set()): folder for folder in settings.folders}

    def cups(self) -> dict[str, Path]:
        """Return the folder of each cup by its name in addresses, in alphabetical order."""
        found = dict(self._others)
        for folder in _below(self._root):
            if folder.name != SINGLE and folder not in found.values():
                found[_name(folder, set(found))] = folder
        return dict(sorted(found.items()))

    def single_matches(self) -> dict[str, Path]:
        """Return the folder of each record of `arena play`, newest first."""
        folders = sorted(_below(self._root / SINGLE), key=lambda folder: folder.stat().st_mtime, reverse=True)
        return {f"{SINGLE}.{folder.name}": folder for folder in folders}

    def folder(self, name: str) -> Path:
        """Return the folder of a cup. Raises UsageError when there is none of that name."""
        if name.startswith(f"{SINGLE}.") and "/" not in name:
            folder = self._root / SINGLE / name.removeprefix(f"{SINGLE}.")
            if ".." not in folder.parts and _is_cup(folder):
                return folder
        cups = self.cups()
        if name not in cups:
            raise UsageError('no cup "{name}"', name=name)
        return cups[name]


def is_finished(folder: Path) -> bool:
    """Return whether the cup in the folder has its final marker."""
    try:
        with Store.read(folder) as store:
            return store.header().finished is not None
    except ArenaError:
        return False


def _below(root: Path) -> Iterator[Path]:
    try:
        inside = sorted(root.iterdir())
    except OSError:
        return
    yield from (folder for folder in inside if folder.name == SINGLE or _is_cup(folder))


def _is_cup(folder: Path) -> bool:
    return (folder / RESULTS).is_file() or (folder / COMMITMENT).is_file()


def _name(folder: Path, taken: set[str]) -> str:
    """Return a name for addresses that no other cup has."""
    plain = _UNSAFE.sub("-", folder.resolve().name).strip("-.") or "cup"
    name, number = plain, 1
    while name in taken:
        number += 1
        name = f"{plain}-{number}"
    return name
