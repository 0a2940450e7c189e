"""The way back from an English sentence to its template, to tell a stored sentence in another language."""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple

from protocol.text import SEMICOLON, Counted, Listed, Said

_FEWEST_LETTERS: Final = 5
"""A template with fewer letters of its own is believed only if it holds another that is known."""


class Template(NamedTuple):
    """A template, or the two of a plural; `one` is empty for a sentence without a count."""

    words: str
    one: str = ""


class Recognizer:
    """Knows the templates of a catalogue.

    >>> known = Recognizer([Template("{card}: {fault}"), Template("not dealt"), Template("no answer within {ms} ms")])
    >>> known.said("As: not dealt").template, known.said("no answer within 50 ms").values
    ('{card}: {fault}', {'ms': 50})
    >>> known.said("anything else")
    """

    def __init__(self, templates: Iterable[Template]) -> None:
        forms = [_Form(words, template) for template in templates for words in template if words]
        self._forms = sorted((form for form in forms if form.own), key=lambda form: -form.letters)

    def said(self, text: str) -> Said | None:
        """Return the sentence with its template and values, or None when no template gives this text.

        The template with most letters of its own wins. Values are looked at in the same way, and so are the pieces of
        a text that semicolons join.
        """
        return self._said(text, {})

    def _said(self, text: str, seen: dict[str, Said | None]) -> Said | None:
        if text not in seen:
            seen[text] = self._as_one(text, seen) or self._as_pieces(text, seen)
        return seen[text]

    def _as_one(self, text: str, seen: dict[str, Said | None]) -> Said | None:
        for form in self._forms:
            if (written := form.values(text)) is not None:
                values = {hole: self._said(value, seen) or _Written(value) for hole, value in written.items()}
                if form.letters >= _FEWEST_LETTERS or any(isinstance(value, Said) for value in values.values()):
                    return form.said(values)
        return None

    def _as_pieces(self, text: str, seen: dict[str, Said | None]) -> Said | None:
        pieces = text.split(str(SEMICOLON))
        known = [self._said(piece, seen) for piece in pieces] if len(pieces) > 1 else []
        if not any(known):
            return None
        return Listed((said or piece for said, piece in zip(known, pieces, strict=True)), SEMICOLON)


class _Written(str):
    """A value as it was written, whatever format a translation asks for."""

    __slots__ = ()

    def __format__(self, _spec: str) -> str:
        return str(self)

    def __repr__(self) -> str:
        return str(self)


class _Form:
    """One wording of a template."""

    def __init__(self, words: str, template: Template) -> None:
        self._template = template
        self._parts = list(Formatter().parse(words))
        self._literals = [literal for literal, *_rest in self._parts]
        self.own = "".join(self._literals).strip()
        self.letters = sum(map(str.isalpha, self.own))

    def values(self, text: str) -> dict[str, str] | None:
        """Return what stands in the holes of `text`, or None when it has another wording."""
        if not all(literal in text for literal in self._literals):
            return None
        found = self._pattern.fullmatch(text)
        return None if found is None else found.groupdict()

    def said(self, values: Mapping[str, object]) -> Said:
        if not self._template.one:
            return Said(self._template.words, **values)
        number = str(values.get("number", "1")).replace(",", "")
        others = {hole: value for hole, value in values.items() if hole != "number"}
        return Counted(int(number), self._template.one, self._template.words, **others)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile("".join(self._groups()), re.DOTALL)

    def _groups(self) -> Iterator[str]:
        seen = set()
        for literal, hole, *_format in self._parts:
            yield re.escape(literal)
            if hole in seen:
                yield f"(?P={hole})"
            elif hole == "number":
                yield r"(?P<number>[\d,]+)"
            elif hole:
                yield f"(?P<{hole}>.+?)"
            seen.add(hole)


def templates_of(file: Path) -> Iterator[Template]:
    """Yield the templates of a compiled catalogue (`.mo`), in the byte order of this machine."""
    data = file.read_bytes()
    _magic, _version, count, table = struct.unpack_from("=4I", data)
    for place in range(table, table + 8 * count, 8):
        length, offset = struct.unpack_from("=2I", data, place)
        one, _, many = data[offset : offset + length].decode().partition("\0")
        if one:
            yield Template(many, one) if many else Template(one)
