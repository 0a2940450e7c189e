"""What a submission is called: `author/name@version`, as its `bot.toml` says them."""

import unicodedata
from typing import Final

from arena.errors import ArenaError
from arena.records.manifest import BOT_FILE
from protocol.text import Said, invisible

_MOST_LETTERS: Final = {"author": 40, "name": 40, "version": 20}
"""In any script, a file's name of all of them is within what a file system takes."""
_MARKS: Final = {"author": " ._+-", "name": " ._+-", "version": "._+-"}
_LETTERS: Final = frozenset("LMN")
"""The first letters of the Unicode categories of letters, of accents and other marks upon them, and of digits."""
_SHOWN: Final = 60


def key_of(author: str, name: str, version: str) -> str:
    """`author/name@version`, in letters that a path and a tournament file take.

    Capitals become small letters and spaces in author and name become `-`; nothing else changes, so that what an author
    tells apart is not one. Raises ArenaError for whatever would have to change besides.
    """
    for part, text in (("author", author), ("name", name), ("version", version)):
        if fault := fault_of_part(part, text):
            raise ArenaError("{bot_file}: {part}: {fault}", bot_file=BOT_FILE, part=part, fault=fault)
    return f"{_folded(author)}/{_folded(name)}@{_folded(version)}"


def fault_of_part(part: str, text: str) -> Said | None:
    """Say why the `author`, `name` or `version` of a submission cannot be `text`, or return None."""
    if not text.strip():
        example = "1" if part == "version" else "ada"
        return Said('a submission needs one, as in {part} = "{example}"', part=part, example=example)
    shown = repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
    if len(_folded(text)) > _MOST_LETTERS[part]:
        return Said("expected at most {most} characters, got {text}", most=_MOST_LETTERS[part], text=shown)
    marks = _MARKS[part]
    if unseen := invisible(text):
        return Said("expected characters that can be seen, got {unseen} in {text!r}", unseen=unseen[0], text=text)
    taken = all(letter in marks or unicodedata.category(letter)[0] in _LETTERS for letter in text)
    if not taken or not text[0].isalnum() or text.endswith(" "):
        signs = " ".join(marks.strip())
        if " " in marks:
            return Said(
                "expected letters and digits, spaces and {signs} after the first, got {text}", signs=signs, text=shown
            )
        return Said("expected letters and digits, {signs} after the first, got {text}", signs=signs, text=shown)
    return None


def _folded(text: str) -> str:
    """The same for what looks the same."""
    return unicodedata.normalize("NFC", text.lower()).replace(" ", "-")
