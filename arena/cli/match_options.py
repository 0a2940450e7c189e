"""Options that set keys of the `[match]` table, with the table's own defaults and ranges."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click
import msgspec
from msgspec import inspect

from arena.cli.options import Duration
from arena.records.settings import LimitsSection, MatchSection

F = TypeVar("F", bound=Callable[..., Any])
_TYPES: Final = {field.name: field.type for field in inspect.type_info(MatchSection).fields}  # type: ignore[attr-defined]
_DEFAULTS: Final = MatchSection()
_LEVELS: Final = ["auto", "strong", "0", "1", "2", "3", "4"]


def match_option(key: str, text: str, flag: str = "") -> Callable[[F], F]:
    """Make an option that sets a key of `[match]`; it is called like the key unless a `flag` is given."""
    default = getattr(_DEFAULTS, key)
    flag = flag or f"--{key.replace('_', '-')}"
    return click.option(flag, key, type=_type_of(_TYPES[key]), default=default, show_default=True, help=text)


def isolation_option(text: str) -> Callable[[F], F]:
    """Make the option that sets the level of isolation."""
    level = click.Choice(_LEVELS)
    return click.option("--isolation", type=level, default=str(_DEFAULTS.isolation), show_default=True, help=text)


def memory_option(text: str) -> Callable[[F], F]:
    """Make the option that sets `memory` of `[match.limits]`."""
    return click.option("--memory", default=LimitsSection().memory, show_default=True, metavar="SIZE", help=text)


def section_of(isolation: str, memory: str | None = None, **keys: Any) -> MatchSection:
    """Return the `[match]` table that these options stand for."""
    level = int(isolation) if isolation.isdigit() else isolation
    limits = {} if memory is None else {"limits": {"memory": memory}}
    return msgspec.convert({"isolation": level, **limits, **keys}, MatchSection)


def _type_of(kind: inspect.Type) -> click.ParamType[Any]:
    match kind:
        case inspect.IntType():
            return click.IntRange(kind.ge, kind.le)
        case inspect.LiteralType():
            return click.Choice([str(value) for value in kind.values])
    return Duration()
