"""Typed structs from plain data, with errors that name the key, what was expected and what was probably meant."""

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from protocol.complaints import readable
from protocol.text import SaidError

T = TypeVar("T")
_DEEPEST: Final = 50
"""Tables and lists in each other; more than anybody means, and far from what the interpreter can hold."""
_TOO_DEEP: Final = f"more than {_DEEPEST} tables and lists in each other"
_TOO_LONG: Final = "of more than 64 bits"


class TypedError(SaidError, ValueError):
    """Data does not fit its type; the message is one line that names the place."""


def read_toml(path: Path) -> dict[str, Any]:
    """The data of a TOML file.

    Raises TypedError, naming the file, when it cannot be read or is not TOML.
    """
    try:
        text = path.read_bytes().decode()
    except FileNotFoundError:
        raise TypedError("{path}: no such file", path=path) from None
    except OSError as error:
        raise TypedError("{path}: cannot be read: {strerror}", path=path, strerror=error.strerror) from None
    except UnicodeDecodeError as error:
        raise TypedError("{path}: not valid TOML: {error}", path=path, error=error) from None
    return parse_toml(text, str(path))


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """The data of a TOML text. Raises TypedError whose message starts with `source` when it is none."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TypedError("{source}: not valid TOML: {error}", source=source, error=error) from None
    except RecursionError:
        raise TypedError("{source}: not valid TOML: {too_deep}", source=source, too_deep=_TOO_DEEP) from None
    except ValueError:  # what int() says of thousands of digits
        raise TypedError("{source}: not valid TOML: a number {too_long}", source=source, too_long=_TOO_LONG) from None
    _refuse_the_endless(data, source)
    return data


def _refuse_the_endless(data: dict[str, Any], source: str) -> None:
    """Dotted keys nest without end too, and whole numbers that TOML does not know of cannot be printed."""
    level: list[object] = [data]
    for _ in range(_DEEPEST):
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inner += value.values()
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
                raise TypedError("{source}: not valid TOML: a number {too_long}", source=source, too_long=_TOO_LONG)
        level = inner
    if level:
        raise TypedError("{source}: not valid TOML: {too_deep}", source=source, too_deep=_TOO_DEEP)


def convert(data: object, wanted: type[T], source: str) -> T:
    """`data` as `wanted`, a msgspec struct type.

    Unknown keys of nested structs are errors too, with the nearest known key as advice. Raises TypedError whose
    message starts with `source`.
    """
    for place, key, known in _unknown_keys(data, wanted, ""):
        near = difflib.get_close_matches(key, known, n=1)
        advice = f'; did you mean "{near[0]}"?' if near else f"; known keys: {', '.join(sorted(known))}"
        raise TypedError(
            '{source}: unknown key "{place}{key}"{advice}', source=source, place=place, key=key, advice=advice
        )
    try:
        return msgspec.convert(data, wanted, strict=True)
    except msgspec.ValidationError as error:
        raise TypedError("{source}: {readable}", source=source, readable=readable(str(error), data, wanted)) from None


def _unknown_keys(data: object, wanted: object, place: str) -> Iterator[tuple[str, str, list[str]]]:
    """Every key that no struct in `wanted` knows, as (dotted place, key, known keys)."""
    if get_origin(wanted) in {list, tuple, Union, type(int | str)}:
        inner = [kind for kind in get_args(wanted) if kind is not type(None) and kind is not Ellipsis]
        items = data if isinstance(data, list) and get_origin(wanted) in {list, tuple} else [data]
        structs = [kind for kind in inner if get_origin(kind) or isinstance(kind, type)]
        for index, item in enumerate(items):
            where = f"{place.rstrip('.')}[{index}]." if items is data else place
            if len(structs) == 1 or items is data or isinstance(item, dict):
                for kind in structs[:1] if items is data else structs:
                    yield from _unknown_keys(item, kind, where)
    elif isinstance(wanted, type) and issubclass(wanted, msgspec.Struct) and isinstance(data, Mapping):
        hints = get_type_hints(wanted)
        known = {field.encode_name: hints[field.name] for field in msgspec.structs.fields(wanted)}
        for key, value in data.items():
            if key not in known:
                yield place, str(key), list(known)
            else:
                yield from _unknown_keys(value, known[key], f"{place}{key}.")
