"""msgspec's errors in plain words: the key, what was expected, what was given.

A type can name itself and give examples: `Annotated[str, msgspec.Meta(description="a duration",
examples=["500ms", "2s"])]`.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from protocol.text import OR, Counted, Listed, Said

_WORDS: Final = {
    "int": Said("a whole number"),
    "float": Said("a number"),
    "str": Said("a text in quotes"),
    "bool": Said("true or false"),
    "array": Said("a list"),
    "object": Said("a table"),
}
_TABLES: Final = Said("tables")
_ANYTHING: Final = Said("something else")
_NAMES: Final = {int: "int", float: "float", str: "str", bool: "bool", list: "array", tuple: "array", dict: "object"}
_MOST_SHOWN: Final = 60
_ABSENT: Final = object()


class _Kind(NamedTuple):
    """A type that is accepted at a place, with the description and examples it gives."""

    type: Any
    description: str | None = None
    examples: tuple[Any, ...] = ()

    def words(self) -> Said:
        if get_origin(self.type) is Literal:
            words = (f'"{word}"' if isinstance(word, str) else str(word) for word in get_args(self.type))
            return self.such_as(Listed(words, OR))
        name = _NAMES.get(get_origin(self.type) or self.type, "object")
        plain = _TABLES if name == "array" and _holds_structs(self.type) else _WORDS[name]
        return self.such_as(plain if self.description is None else Said(self.description))

    def such_as(self, what: Said) -> Said:
        """Return `what` with the examples, if any."""
        if not self.examples:
            return what
        return Said("{what} such as {examples}", what=what, examples=Listed(map(_shown, self.examples), OR))


def readable(message: str, data: object, wanted: object) -> Said:
    """Put msgspec's `message` about `data`, which is not a `wanted`, in plain words."""
    found = re.fullmatch(r"(.*?)(?: - at `\$\.?(.*)`)?", message, re.DOTALL)
    assert found is not None
    text, place = found[1], found[2] or ""
    if missing := re.fullmatch(r"Object missing required field `(.*)`", text):
        place = f"{place}.{missing[1]}".lstrip(".")
        return Said("{key}: missing; expected {expected}", key=place, expected=_expected(wanted, place, ""))
    said = _complaint(text, data, wanted, place)
    return Said("{key}: {fault}", key=place, fault=said) if place else said


def _complaint(text: str, data: object, wanted: object, place: str) -> Said:
    if not re.match(r"Expected `|Invalid enum value", text):
        return Said(text)
    expected, given = _expected(wanted, place, text), _at(data, place)
    if given is _ABSENT:
        return Said("expected {expected}", expected=expected)
    return Said("expected {expected}, got {given}", expected=expected, given=_shown(given))


def _expected(wanted: object, place: str, text: str) -> Said:
    """Say what is accepted at a dotted place; `text` of msgspec may narrow it."""
    kinds = [kind for kind in _kinds_at(wanted, place) if kind.type is not type(None)]
    bounds = re.fullmatch(r"Expected `(\w+)[^`]*` (?:of length )?(>=|<=|<|>)?\s*([\d.eE+-]+)?(?:, got .*)?", text)
    if bounds and bounds[3]:
        described = [kind for kind in kinds if kind.description] or [_Kind(_ABSENT)]
        return _bounded(bounds[1], bounds[2] or "", bounds[3], "of length" in text, described[0])
    words = {str(said): said for said in (kind.words() for kind in kinds)}
    return Listed(words.values(), OR) if words else _ANYTHING


def _bounded(name: str, sign: str, bound: str, length: bool, kind: _Kind) -> Said:
    what = _WORDS.get(name, Said(name)) if kind.description is None else Said(kind.description)
    size: object = bound.removesuffix(".0")
    if length and name == "str":
        size = Counted(int(bound), "{number} character", "{number} characters")
    elif length:
        size = Counted(int(bound), "{number} entry", "{number} entries")
    if sign == ">=":
        said = Said("{what} of at least {size}", what=what, size=size)
    elif sign == "<=":
        said = Said("{what} of at most {size}", what=what, size=size)
    elif sign == ">":
        said = Said("{what} of more than {size}", what=what, size=size)
    elif sign == "<":
        said = Said("{what} of less than {size}", what=what, size=size)
    else:
        said = Said("{what} of {size}", what=what, size=size)
    return kind.such_as(said)


def _kinds_at(wanted: object, place: str) -> list[_Kind]:
    kinds = list(_alternatives(wanted))
    for step in _steps(place):
        if isinstance(step, int) or step == "...":
            kinds = [inner for kind in kinds for part in _inside(kind.type) for inner in _alternatives(part)]
        else:
            hints = [
                get_type_hints(kind.type, include_extras=True).get(step) for kind in kinds if _is_struct(kind.type)
            ]
            kinds = [inner for hint in hints if hint is not None for inner in _alternatives(hint)]
    return kinds


def _alternatives(kind: object) -> Iterator[_Kind]:
    """Yield the members of a union, each with its description and examples."""
    if get_origin(kind) is Annotated:
        base, *said = get_args(kind)
        metas = [meta for meta in said if isinstance(meta, msgspec.Meta)]
        description = next((meta.description for meta in metas if meta.description), None)
        examples = next((tuple(meta.examples) for meta in metas if meta.examples), ())
        for inner in _alternatives(base):
            yield _Kind(inner.type, description or inner.description, examples or inner.examples)
    elif get_origin(kind) in {Union, type(int | str)}:
        for member in get_args(kind):
            yield from _alternatives(member)
    else:
        yield _Kind(kind)


def _inside(kind: object) -> list[object]:
    """Return the type of the items of a list, tuple or mapping."""
    return [inner for inner in get_args(kind)[-2:] if inner is not Ellipsis][-1:]


def _holds_structs(kind: object) -> bool:
    return any(_is_struct(inner.type) for part in _inside(kind) for inner in _alternatives(part))


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _steps(place: str) -> Iterator[str | int]:
    for key, index in re.findall(r"([^.\[\]]+)|\[(\d+|\.\.\.)\]", place):
        yield key or (int(index) if index.isdigit() else index)


def _at(data: Any, place: str) -> Any:
    """Return the value at a dotted place; _ABSENT if the place does not single out one."""
    for step in _steps(place):
        try:
            data = data[step]
        except (LookupError, TypeError):
            return _ABSENT
    return data


def _shown(value: object) -> str:
    """Return `value` as JSON, which is nearly TOML, cut if long."""
    try:
        text = msgspec.json.encode(value).decode().replace('","', '", "')
    except (TypeError, ValueError):
        text = str(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"
