"""Rule sets from files and objects. A rule set extends another and gives only the differences."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from arena.shisanshui.rule_model import RulesError, RuleSet, data_of, fault_in
from protocol.text import Listed, Said, did_you_mean
from protocol.typed import TypedError, convert, read_toml

__all__ = ["RuleSet", "RulesError", "data_of", "load_rules", "rule_names", "rules_from"]

FOLDER: Final = Path(__file__).parent / "rules"
ROOT: Final = "standard"
"""The rule set that others extend unless they name another; the only one that gives every key."""


def rule_names() -> list[str]:
    """Return the names of the arena's own rule sets, `standard` first.

    >>> rule_names()[:3]
    ['standard', 'common', 'five-players']
    """
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return [ROOT, *(name for name in names if name != ROOT)]


def load_rules(name_or_path: str | Path) -> RuleSet:
    """Return the rule set of that name, or in that file. Raises RulesError naming file, key and what was expected.

    >>> rules = load_rules("two-packs")
    >>> rules.chinese, rules.most_seats, rules.gun
    ('两副牌', 8, 'table')
    """
    path = _find(name_or_path, Path())
    source = path.stem if path.parent == FOLDER else str(path)
    return _typed(_extended(_named(_read(path), path.stem), path.parent, source, (path,)), source)


def rules_from(data: Mapping[str, Any], source: str = "rules") -> RuleSet:
    """Return the rule set that `data` writes out; keys that are missing come from `extends`, or from `standard`.

    Raises RulesError, whose message starts with `source`.

    >>> rules_from({"name": "mine", "gun": 3, "water": {"front": {"three-of-a-kind": 5}}}).gun
    3
    """
    return _typed(_extended(_named(data, "custom"), Path(), source, ()), source)


def _find(name_or_path: str | Path, folder: Path) -> Path:
    text = str(name_or_path)
    own = FOLDER / f"{text}.toml"
    if text in rule_names():
        return own
    given = folder / text
    if given.suffix == ".toml" or given.exists() or isinstance(name_or_path, Path):
        return given
    there_are = Said("there are {names}, or a path to a .toml file", names=Listed(rule_names()))
    raise RulesError(
        'unknown rule set "{name}"; {advice}', name=text, advice=did_you_mean(text, rule_names()) or there_are
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except TypedError as error:
        raise RulesError(error.said) from None


def _extended(data: dict[str, Any], folder: Path, source: str, seen: tuple[Path, ...]) -> dict[str, Any]:
    """The data with everything it extends; `seen` are the files on the way."""
    parent = data.pop("extends", ROOT)
    if seen and seen[-1] == FOLDER / f"{ROOT}.toml":
        return data
    if not isinstance(parent, str):
        raise RulesError("{source}: extends: a rule set's name or path is expected", source=source)
    try:
        path = _find(parent, folder)
        below = _read(path)
    except RulesError as error:
        raise RulesError("{source}: extends: {fault}", source=source, fault=error) from None
    if path in seen:
        raise RulesError("{source}: extends: goes in a circle back to {path}", source=source, path=path)
    return _merged(_extended(below, path.parent, str(path), (*seen, path)), data)


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; everything else is replaced."""
    merged = dict(below)
    for key, value in above.items():
        old = below.get(key)
        merged[key] = _merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


def _named(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A rule set's names and notes are its own, never inherited."""
    own = str(data.get("name", name))
    return {"name": own, "chinese": own, "notes": [], "notes_chinese": [], **data}


def _typed(data: dict[str, Any], source: str) -> RuleSet:
    try:
        rules = convert(data, RuleSet, source)
    except TypedError as error:
        raise RulesError(error.said) from None
    fault = fault_in(rules)
    if fault is not None:
        raise RulesError("{source}: {fault}", source=source, fault=fault)
    return rules
