"""Sentences for people: strangers' words made fit to be shown, and our own before a language is chosen for them."""

from collections.abc import Mapping
from typing import Final

MOST_LETTERS: Final = 300
_REPLACED: Final = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """`text` with every control character, which a terminal would obey, replaced."""
    return "".join(letter if letter.isprintable() else _REPLACED for letter in text)


def one_line(text: str, most: int = MOST_LETTERS) -> str:
    """`text` on one line, without control characters, and no longer than a person reads."""
    return printable(text) if len(text) <= most else f"{printable(text[:most])}…"


class Said:
    """An English sentence with named holes and what fills them; `str` fills them in English.

    What fills a hole may be `Said` itself. Whoever prints it can look the template up in a catalogue first
    (`arena.language`), so that nothing below the printing knows of languages.

    >>> str(Said("{file}: {fault}", file="cup.toml", fault=Said("no such file")))
    'cup.toml: no such file'
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: object) -> None:
        self.template = template
        self.values: Mapping[str, object] = values

    def __str__(self) -> str:
        return self.template.format(**self.values) if self.values else self.template

    def __repr__(self) -> str:
        return f"Said({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Said | str) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


class Counted(Said):
    """So many of something; `{number}` is the count.

    >>> str(Counted(2, "{number} match", "{number} matches"))
    '2 matches'
    """

    __slots__ = ("many", "number", "one")

    def __init__(self, number: int, one: str, many: str, /, **values: object) -> None:
        super().__init__(one if number == 1 else many, number=f"{number:,}", **values)
        self.number = number
        self.one = one
        self.many = many


class SaidError(Exception):
    """An error whose message is for a person.

    >>> str(SaidError("{file}: no such file", file="a.toml"))
    'a.toml: no such file'
    """

    def __init__(self, words: str | Said, /, **values: object) -> None:
        self.said = words if isinstance(words, Said) else Said(words, **values)
        super().__init__(str(self.said))
