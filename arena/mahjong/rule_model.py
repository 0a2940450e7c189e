"""A rule set of the mahjong as data; the numbers are those of the clauses and gaps that its description has."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from protocol.text import OR, Listed
from protocol.typed import TypedError, convert, read_toml

Amount = Annotated[int, msgspec.Meta(ge=0, le=1000)]
_FOLDER: Final = Path(__file__).parent / "rules"
MOST_PAID: Final = 1 << 40
"""For one win by one seat, so that every sum of a long match fits into 64 bits."""


class Fan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each thing adds; a payer pays base × 2^fan (G3)."""

    menqing: Amount = 1
    jia: Amount = 1
    piao: Amount = 2
    zimo: Amount = 1
    mobao: Amount = 1
    duibao: Amount = 2
    dealer: Amount = 0
    discarder: Amount = 0


class Kong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each payer pays for a kong, times base (G17, G18)."""

    ming: Amount = 1
    an: Amount = 2
    special: Amount = 1
    bu: Amount = 1
    dadan_ming: Amount = 2
    dadan_an: Amount = 4
    payer: Literal["all", "feeder"] = "all"


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule set. A key that is left out has its default."""

    name: str = "custom"
    chinese: str = "custom"
    base: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    cap_fan: Annotated[int, msgspec.Meta(ge=0, le=30)] = 6
    fan: Fan = Fan()
    kong: Kong = Kong()
    chi_from: Literal["next", "any"] = "next"
    wind_set: Literal[3, 4] = 4
    require_ting: bool = False
    bao_die: Literal[1, 2] = 1
    reserve: Literal["7|6+k", "7"] = "7|6+k"
    piao_excludes_jia: bool = False
    mobao_strict: bool = False
    show_angang: bool = True


def rules_from(data: Mapping[str, Any]) -> Rules:
    """Return a rule set written out, or what differs from the one that it `extends`; its names are its own.

    Raises TypedError, which names the key.
    """
    own = str(data.get("name", "custom"))
    given = {"name": own, "chinese": own, **data}
    if "extends" in given:
        given = _merged(data_of(load_rules(str(given.pop("extends")))), given)
    rules = convert(given, Rules, "rules")
    most = rules.cap_fan or sum(msgspec.structs.astuple(rules.fan))
    if rules.base << most > MOST_PAID:
        raise TypedError("rules: a win could cost one seat more than {most:,}", most=MOST_PAID)
    return rules


def _merged(whole: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rule set with the changes, key by key in tables too."""
    return {
        **whole,
        **{
            key: {**whole[key], **value} if isinstance(value, dict) and isinstance(whole.get(key), dict) else value
            for key, value in changes.items()
        },
    }


def data_of(rules: Rules) -> dict[str, Any]:
    """Return the whole rule set as data."""
    data: dict[str, Any] = msgspec.to_builtins(rules)
    return data


@cache
def load_rules(name: str) -> Rules:
    """Return a rule set by its name. Raises TypedError when there is none."""
    names = rule_names()
    if name not in names:
        known = Listed((f'"{each}"' for each in names), OR)
        raise TypedError('no rule set "{name}"; expected {known}', name=name, known=known)
    return rules_from(read_toml(_FOLDER / f"{name}.toml"))


def rule_names() -> list[str]:
    return sorted(file.stem for file in _FOLDER.glob("*.toml"))
