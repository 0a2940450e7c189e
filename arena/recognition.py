"""The way back from an English sentence to its template, to tell a stored sentence in another language."""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple

from protocol.text import SEMICOLON, Counted, Listed, Said

_FEWEST_LETTERS: Final = 4
"""A template with fewer letters of its own is believed only if it holds another that is known."""


_QUOTED: Final = frozenset({"given", "last_words", "note"})
"""Holes whose values are the words of others: they are no sentences of ours, and nothing in them is left to explain."""


_LISTS: Final = frozenset({"bots", "ahead", "behind", "sizes", "figures"})
"""Holes that hold several things, with the comma of English between them."""
_COMMA: Final = ", "


class Template(NamedTuple):
    """A template, or the two of a plural; `one` is empty for a sentence without a count."""

    words: str
    one: str = ""


class _Known(NamedTuple):
    """A sentence and how good a reading it is."""

    explained: int
    """Characters of the text that stand in templates or quotations."""
    closed: bool
    """Whether the template has an end of its own, which no hole can take in."""
    own: int
    """Characters of the outermost template."""
    said: Said


class Recognizer:
    """Knows the templates of a catalogue.

    >>> known = Recognizer([Template("{card}: {fault}"), Template("not dealt"), Template("no answer within {ms} ms")])
    >>> known.said("As: not dealt").template, known.said("no answer within 50 ms").values
    ('{card}: {fault}', {'ms': 50})
    >>> known.said("anything else")
    """

    def __init__(self, templates: Iterable[Template]) -> None:
        forms = [_Form(words, template) for template in templates for words in template if words]
        self._forms = [form for form in forms if form.own]

    def said(self, text: str) -> Said | None:
        """Return the sentence with its template and values, or None when no template gives this text.

        Values may be sentences too, and so may the pieces of a text that semicolons join. Of several readings the one
        that explains most of the text is taken.
        """
        known = self._read(text, {})
        return None if known is None else known.said

    def _read(self, text: str, seen: dict[str, _Known | None]) -> _Known | None:
        if text not in seen:
            readings = [*self._as_one(text, seen), *self._as_pieces(text, seen)]
            seen[text] = max(readings, key=lambda reading: reading[:3], default=None)
        return seen[text]

    def _as_one(self, text: str, seen: dict[str, _Known | None]) -> Iterator[_Known]:
        for form in self._forms:
            written = form.values(text)
            if written is None:
                continue
            quoted = sum(_size(value) for hole, value in written.items() if hole in _QUOTED)
            inner = {hole: None if hole in _QUOTED else self._read(value, seen) for hole, value in written.items()}
            if form.letters >= _FEWEST_LETTERS or any(inner.values()):
                values = {hole: known.said if known else _value(hole, written[hole]) for hole, known in inner.items()}
                explained = len(form.own) + quoted + sum(known.explained for known in inner.values() if known)
                yield _Known(explained, form.closed, len(form.own), form.said(values))

    def _as_pieces(self, text: str, seen: dict[str, _Known | None]) -> Iterator[_Known]:
        pieces = text.split(str(SEMICOLON))
        known = [self._read(piece, seen) for piece in pieces] if len(pieces) > 1 else []
        if any(known):
            said = Listed((each.said if each else piece for each, piece in zip(known, pieces, strict=True)), SEMICOLON)
            yield _Known(sum(each.explained for each in known if each), False, 0, said)


def without_quotations(said: Said) -> Said:
    """Return the sentence with an ellipsis in place of each quotation.

    >>> str(without_quotations(Said("{end} (again)", end=Said("ended: {last_words}", last_words="the bot's own"))))
    'ended: … (again)'
    """
    if isinstance(said, Listed):
        return Listed(
            (without_quotations(each) if isinstance(each, Said) else each for each in said.pieces), said.between
        )
    values = {hole: _unquoted(hole, value) for hole, value in said.values.items()}
    if isinstance(said, Counted):
        others = {hole: value for hole, value in values.items() if hole != "number"}
        return Counted(said.number, said.one, said.many, **others)
    return Said(said.template, **values)


def _unquoted(hole: str, value: object) -> object:
    if hole in _QUOTED:
        return "…"
    return without_quotations(value) if isinstance(value, Said) else value


def _size(text: str) -> int:
    return len("".join(text.split()))


class _Written(str):
    """A value as it was written, whatever format a translation asks for."""

    __slots__ = ()

    def __format__(self, _spec: str) -> str:
        return str(self)

    def __repr__(self) -> str:
        return str(self)


def _value(hole: str, text: str) -> object:
    """What stood in a hole that is no sentence of ours."""
    if hole in _LISTS and _COMMA in text:
        return Listed(map(_Written, text.split(_COMMA)))
    return _Written(text)


class _Form:
    """One wording of a template."""

    def __init__(self, words: str, template: Template) -> None:
        self._template = template
        self._parts = list(Formatter().parse(words))
        literals = [literal for literal, *_rest in self._parts]
        self._literals = sorted({*literals} - {""}, key=len, reverse=True)
        """The longest first: it is the least likely to be in another text."""
        self.own = "".join("".join(literals).split())
        self.closed = self._parts[-1][1] is None
        self.letters = sum(map(str.isalpha, self.own))

    def values(self, text: str) -> dict[str, str] | None:
        """Return what stands in the holes of `text`, or None when it has another wording."""
        for literal in self._literals:
            if literal not in text:
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
        """Of two holes side by side the first takes all; the second may be empty, as may one at the end."""
        seen = set()
        beside = False
        for (literal, hole, *_format), following in zip_longest(self._parts, self._parts[1:]):
            yield re.escape(literal)
            if hole in seen:
                yield f"(?P={hole})"
            elif hole == "number":
                yield r"(?P<number>[\d,]+)"
            elif hole:
                alone = following is None or bool(following[0])
                some = ".*" if following is None or (beside and not literal) else ".+?" if alone else ".+"
                yield f"(?P<{hole}>{some})"
            seen.add(hole)
            beside = hole is not None


def templates_of(file: Path) -> Iterator[Template]:
    """Yield the templates of a compiled catalogue (`.mo`), in the byte order of this machine."""
    data = file.read_bytes()
    _magic, _version, count, table = struct.unpack_from("=4I", data)
    for place in range(table, table + 8 * count, 8):
        length, offset = struct.unpack_from("=2I", data, place)
        one, _, many = data[offset : offset + length].decode().partition("\0")
        if one:
            yield Template(many, one) if many else Template(one)
