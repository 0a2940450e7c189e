"""The bots that a person may play against: the samples, the library's, and those that the organizer offers."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from arena.bots.library import PLACE, Library
from arena.bots.resolve import load_folder
from arena.bots.rules import refused_rules
from arena.bots.samples import SAMPLES
from arena.errors import ArenaError
from arena.records.job import BotProgram
from arena.records.manifest import BOT_FILE
from arena.shisanshui.rule_model import RuleSet
from protocol.text import SaidError

_EASY_FIRST: Final = ("random", "greedy", "balanced", "expert")
"""The samples that a person should meet, the easiest first; the others show languages."""


class Offered(msgspec.Struct, frozen=True):
    """A bot that may be chosen, under the key that the form sends."""

    key: str
    group: str
    """"sample", "library" or "cup"."""
    program: BotProgram

    def plays(self, rules: RuleSet) -> bool:
        """Return whether it is written for these rules."""
        return refused_rules(self.program, rules) is None


def offered(folders: Sequence[Path] = ()) -> dict[str, Offered]:
    """Return every bot that can be started now, by key; `folders` are those that the organizer offers.

    Bots that are not built, or whose folder is at fault, are left out.
    """
    found = [*_samples(), *_library(), *_of_cups(folders)]
    return {each.key: each for each in found}


def _samples() -> Iterator[Offered]:
    folders = [file.parent for file in SAMPLES.glob(f"*/{BOT_FILE}")]
    order = {name: number for number, name in enumerate(_EASY_FIRST)}
    for folder in sorted(folders, key=lambda folder: (order.get(folder.name, len(order)), folder.name)):
        yield from _loaded("sample", folder.name, folder)


def _library() -> Iterator[Offered]:
    library = Library(PLACE)
    with suppress(ArenaError):
        for version in library.versions():
            yield from _loaded("library", version.key, library.folder(version))


def _of_cups(folders: Sequence[Path]) -> Iterator[Offered]:
    for place in folders:
        inside = (
            [place] if (place / BOT_FILE).is_file() else sorted(path.parent for path in place.glob(f"*/{BOT_FILE}"))
        )
        for folder in inside:
            yield from _loaded("cup", folder.name, folder)


def _loaded(group: str, name: str, folder: Path) -> Iterator[Offered]:
    with suppress(SaidError, OSError):
        yield Offered(f"{group}:{name}", group, load_folder(folder))
