"""Text for people: untrusted text made safe to print, and our own sentences before a language is chosen."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final

MOST_LETTERS: Final = 300
_REPLACED: Final = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Return `text` with every control character replaced: a terminal would obey it."""
    return "".join(letter if letter.isprintable() else _REPLACED for letter in text)


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
