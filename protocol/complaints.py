"""msgspec's errors in words that need no knowledge of it: the key in front, what was expected, what came.

A type may say what it is called and how it is written: `Annotated[str, msgspec.Meta(description="a duration",
examples=["500ms", "2s"])]`.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

_WORDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
_NAMES: Final = {int: "int", float: "float", str: "str", bool: "bool", list: "array", tuple: "array", dict: "object"}
_MOST_SHOWN: Final = 60
_ABSENT: Final = object()


class _Kind(NamedTuple):
    """A type that may stand at a place, and what it says of itself."""

    type: Any
    description: str | None = None
    examples: tuple[Any, ...] = ()

    def words(self) -> str:
        if get_origin(self.type) is Literal:
            return " or ".join(f'"{word}"' if isinstance(word, str) else str(word) for word in get_args(self.type))
        name = _NAMES.get(get_origin(self.type) or self.type, "object")
        plain = "tables" if name == "array" and _holds_structs(self.type) else _WORDS[name]
        return (self.description or plain) + self.such_as()

    def such_as(self) -> str:
        return f" such as {' or '.join(map(_shown, self.examples))}" if self.examples else ""


def readable(message: str, data: object, wanted: object) -> str:
    """The message of msgspec about `data`, which is no `wanted`."""
    found = re.fullmatch(r"(.*?)(?: - at `\$\.?(.*)`)?", message, re.DOTALL)
    assert found is not None
    text, place = found[1], found[2] or ""
    if missing := re.fullmatch(r"Object missing required field `(.*)`", text):
        place = f"{place}.{missing[1]}".lstrip(".")
        return f"{place}: missing; expected {_expected(wanted, place, '')}"
    if re.match(r"Expected `|Invalid enum value", text):
        came = _at(data, place)
        text = f"expected {_expected(wanted, place, text)}" + ("" if came is _ABSENT else f", got {_shown(came)}")
    return f"{place}: {text}" if place else text


def _expected(wanted: object, place: str, text: str) -> str:
    """What may stand at a dotted place; `text` of msgspec may narrow it."""
    kinds = [kind for kind in _kinds_at(wanted, place) if kind.type is not type(None)]
    bounds = re.fullmatch(r"Expected `(\w+)[^`]*` (?:of length )?(>=|<=|<|>)?\s*([\d.eE+-]+)?(?:, got .*)?", text)
    if bounds and bounds[3]:
        told = [kind for kind in kinds if kind.description] or [_Kind(_ABSENT)]
        return _bounded(bounds[1], bounds[2] or "", bounds[3], "of length" in text, told[0])
    return " or ".join(dict.fromkeys(kind.words() for kind in kinds)) or "something else"


def _bounded(name: str, sign: str, bound: str, length: bool, kind: _Kind) -> str:
    limit = {">=": "at least ", "<=": "at most ", ">": "more than ", "<": "less than "}.get(sign, "")
    what = kind.description or _WORDS.get(name, name)
    thing = ("character" if name == "str" else "entry") if length else ""
    if thing and bound != "1":
        thing = {"character": "characters", "entry": "entries"}[thing]
    number = bound.removesuffix(".0")
    return f"{what} of {limit}{number}{' ' if thing else ''}{thing}{kind.such_as()}"


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
    """The members of a union, each with what is said of it."""
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
    """What a list, tuple or mapping holds."""
    return [inner for inner in get_args(kind)[-2:] if inner is not Ellipsis][-1:]


def _holds_structs(kind: object) -> bool:
    return any(_is_struct(inner.type) for part in _inside(kind) for inner in _alternatives(part))


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _steps(place: str) -> Iterator[str | int]:
    for key, index in re.findall(r"([^.\[\]]+)|\[(\d+|\.\.\.)\]", place):
        yield key or (int(index) if index.isdigit() else index)


def _at(data: Any, place: str) -> Any:
    """The value at a dotted place; _ABSENT where the place does not say which of several it is."""
    for step in _steps(place):
        try:
            data = data[step]
        except (LookupError, TypeError):
            return _ABSENT
    return data


def _shown(value: object) -> str:
    """As it is written in JSON, and nearly so in TOML; cut where it is long."""
    try:
        text = msgspec.json.encode(value).decode().replace('","', '", "')
    except (TypeError, ValueError):
        text = str(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"
