"""Typed structs from plain data. Errors name the key, what was expected and what was probably meant."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from protocol.complaints import readable
from protocol.text import Listed, Said, SaidError, did_you_mean

T = TypeVar("T")
_DEEPEST: Final = 50
"""Nested tables and lists: more than anybody needs, and far below what the interpreter can hold."""
_LONGEST_TOML: Final = 16 << 20
"""Bytes; a cup file that lists 10,000 bots has about 1 MiB."""
_TOO_DEEP: Final = Said("more than {most} tables and lists in each other", most=_DEEPEST)
_TOO_LONG: Final = Said("a number of more than 64 bits")


class TypedError(SaidError, ValueError):
    """Data that does not fit its type; the message is one line that names the key."""


def read_toml(path: Path) -> dict[str, Any]:
    """Return the data of a TOML file; a byte order mark in front of it is none of its text.

    Raises TypedError, which names the file, when it cannot be read or is not TOML.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_LONGEST_TOML + 1)
        text = data.decode("utf-8-sig")  # editors on Windows put a mark in front
    except FileNotFoundError:
        raise TypedError("{file}: no such file", file=path) from None
    except OSError as error:
        raise TypedError("{file}: cannot be read: {strerror}", file=path, strerror=error.strerror) from None
    except UnicodeDecodeError:
        raise TypedError("{file}: not UTF-8 text, as TOML is; save it with the encoding UTF-8", file=path) from None
    except ValueError:  # a zero character in the name, which another file may give
        raise TypedError("{file}: no such file", file=path) from None
    if len(data) > _LONGEST_TOML:
        raise TypedError("{file}: larger than {most} MiB", file=path, most=_LONGEST_TOML >> 20)
    return parse_toml(text, str(path))


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """Return the data of a TOML text. Raises TypedError, whose message starts with `source`, when it is not TOML."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TypedError("{source}: not valid TOML: {fault}", source=source, fault=_placed(error)) from None
    except RecursionError:
        raise TypedError("{source}: not valid TOML: {fault}", source=source, fault=_TOO_DEEP) from None
    except ValueError:  # what int() says of thousands of digits
        raise TypedError("{source}: not valid TOML: {fault}", source=source, fault=_TOO_LONG) from None
    _refuse_the_endless(data, source)
    return data


def _placed(error: tomllib.TOMLDecodeError) -> Said:
    """Return what the parser says, with the place in our own words."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
    assert found is not None
    if found[2] is None:
        return Said("{fault} (at end of document)", fault=found[1])
    return Said("{fault} (at line {line}, column {column})", fault=found[1], line=found[2], column=found[3])


def _refuse_the_endless(data: dict[str, Any], source: str) -> None:
    """Dotted keys nest without limit too, and whole numbers beyond TOML's range cannot be printed."""
    level: list[object] = [data]
    for _ in range(_DEEPEST):
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inner += value.values()
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
                raise TypedError("{source}: not valid TOML: {fault}", source=source, fault=_TOO_LONG)
        level = inner
    if level:
        raise TypedError("{source}: not valid TOML: {fault}", source=source, fault=_TOO_DEEP)


def convert(data: object, wanted: type[T], source: str) -> T:
    """Return `data` as `wanted`, a msgspec struct type.

    Unknown keys are errors in nested structs too; the message suggests the nearest known key. Raises TypedError, whose
    message starts with `source`.
    """
    for place, key, known in _unknown_keys(data, wanted, ""):
        raise TypedError(
            '{source}: unknown key "{place}{key}"; {advice}',
            source=source,
            place=place,
            key=key,
            advice=did_you_mean(key, known) or Said("known keys: {known}", known=Listed(sorted(known))),
        )
    try:
        return msgspec.convert(data, wanted, strict=True)
    except msgspec.ValidationError as error:
        raise TypedError("{source}: {fault}", source=source, fault=readable(str(error), data, wanted)) from None


def _unknown_keys(data: object, wanted: object, place: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield every key that no struct in `wanted` knows, as (dotted place, key, known keys)."""
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
