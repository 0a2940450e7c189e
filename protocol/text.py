"""Text for people: untrusted text made safe to print, and our own sentences before a language is chosen."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final

MOST_LETTERS: Final = 300
_REPLACED: Final = "\N{REPLACEMENT CHARACTER}"
_OBEYED: Final = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\r(?!\n)"
)
_UNSEEN: Final = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def printable(text: str) -> str:
    """Return `text` with every control character replaced: a terminal would obey it."""
    return "".join(letter if letter.isprintable() else _REPLACED for letter in text)


def harmless(text: str) -> str:
    """Return `text`, of several lines, with what a terminal would obey or hide written as escapes: control characters
    other than the ends of lines and tabs, and marks that turn the direction of the text around.

    >>> harmless("one\\ttwo\\n\\x1b[2J")
    'one\\ttwo\\n\\\\x1b[2J'
    """
    return _OBEYED.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def invisible(text: str) -> list[str]:
    """Return the characters of `text` that print as nothing, or as space without being one, as `U+3164`.

    These are the default-ignorable code points of Unicode that `str.isprintable` lets pass, and the empty Braille cell.

    >>> invisible("ada\\u3164")
    ['U+3164']
    """
    return [f"U+{ord(letter):04X}" for letter in _UNSEEN.findall(text)]


def one_line(text: str, most: int = MOST_LETTERS) -> str:
    """Return `text` on one line, without control characters, cut after `most` letters."""
    return printable(text) if len(text) <= most else f"{printable(text[:most])}…"


class Said:
    """An English sentence with named holes, and the values that fill them. `str` gives it in English.

    A value may itself be `Said`, or an error that holds one. Code that prints looks the template up in a catalogue
    (`arena.language.told`), so nothing below it knows about languages.

    >>> str(Said("{file}: {fault}", file="cup.toml", fault=Said("no such file")))
    'cup.toml: no such file'
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: object) -> None:
        self.template = template
        self.values: Mapping[str, object] = {hole: _without_error(value) for hole, value in values.items()}

    def __str__(self) -> str:
        return self.template.format(**self.values) if self.values else self.template

    def __repr__(self) -> str:
        return f"Said({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Said | str) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


class Counted(Said):
    """A number of things; `{number}` is the count.

    >>> str(Counted(2, "{number} match", "{number} matches"))
    '2 matches'
    """

    __slots__ = ("many", "number", "one")

    def __init__(self, number: int, one: str, many: str, /, **values: object) -> None:
        super().__init__(one if number == 1 else many, number=f"{number:,}", **values)
        self.number = number
        self.one = one
        self.many = many


class Listed(Said):
    """Pieces in a row, `between` them a comma unless told otherwise.

    >>> str(Listed(["ace", Said("king")], OR))
    'ace or king'
    """

    __slots__ = ("between", "pieces")

    def __init__(self, pieces: Iterable[object], between: Said | None = None) -> None:
        super().__init__("")
        self.pieces = [_without_error(piece) for piece in pieces]
        self.between = COMMA if between is None else between

    def __str__(self) -> str:
        return str(self.between).join(map(str, self.pieces))


COMMA: Final = Said(", ")
SEMICOLON: Final = Said("; ")
OR: Final = Said(" or ")


class SaidError(Exception):
    """An error whose message is for a person.

    >>> str(SaidError("{file}: no such file", file="a.toml"))
    'a.toml: no such file'
    """

    def __init__(self, words: str | Said, /, **values: object) -> None:
        self.said = words if isinstance(words, Said) else Said(words, **values)
        super().__init__(str(self.said))


def nearest(word: str, known: Iterable[str], least: float = 0.6) -> str | None:
    """Return the known word most similar to `word`, or None when none is `least` similar (0 to 1).

    >>> nearest("flsh", ["flush", "pair"])
    'flush'
    """
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=least)), None)


def did_you_mean(word: str, known: Iterable[str], least: float = 0.6) -> Said | None:
    """Suggest the known word nearest to `word`, or None when none is `least` similar (0 to 1).

    >>> str(did_you_mean("flsh", ["flush", "pair"]))
    'did you mean "flush"?'
    """
    near = nearest(word, known, least)
    return None if near is None else Said('did you mean "{near}"?', near=near)


def _without_error(value: object) -> object:
    """An error's words instead of the error, which would keep the frames that raised it, and all they hold, alive."""
    if isinstance(value, SaidError):
        return value.said
    return str(value) if isinstance(value, BaseException) else value
