"""Rule sets from files and objects. A rule set extends another and gives only what differs."""

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from arena.shisanshui.rule_model import RulesError, RuleSet, data_of, fault_in
from protocol.typed import TypedError, convert, read_toml

__all__ = ["RuleSet", "RulesError", "data_of", "load_rules", "rule_names", "rules_from"]

FOLDER: Final = Path(__file__).parent / "rules"
ROOT: Final = "standard"
"""What a rule set extends that does not say so; the only one that gives every key."""


def rule_names() -> list[str]:
    """The names of the rule sets that come with the arena; the one all others extend stands first."""
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return [ROOT, *(name for name in names if name != ROOT)]


def load_rules(name_or_path: str | Path) -> RuleSet:
    """Return the rule set of that name, or in that file. Raise RulesError naming file, key and what was expected.

    >>> rules = load_rules("two-packs")
    >>> rules.chinese, rules.most_seats, rules.gun
    ('两副牌', 8, 'table')
    """
    path = _find(name_or_path, Path())
    source = path.stem if path.parent == FOLDER else str(path)
    return _typed(_extended(_named(_read(path), path.stem), path.parent, source, (path,)), source)


def rules_from(data: Mapping[str, Any], source: str = "rules") -> RuleSet:
    """The rule set written out as an object; keys that are missing are those of `extends`, or of `standard`.

    Raises RulesError whose message starts with `source`.
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
    near = difflib.get_close_matches(text, rule_names(), n=1)
    advice = f'did you mean "{near[0]}"?' if near else f"there are {', '.join(rule_names())}, or a path to a .toml file"
    raise RulesError('unknown rule set "{text}"; {advice}', text=text, advice=advice)


def _read(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except TypedError as error:
        raise RulesError(str(error)) from None


def _extended(data: dict[str, Any], folder: Path, source: str, seen: tuple[Path, ...]) -> dict[str, Any]:
    """The data with everything it extends; `seen` are the files on the way."""
    parent = data.pop("extends", ROOT)
    if seen and seen[-1] == FOLDER / f"{ROOT}.toml":
        return data
    if not isinstance(parent, str):
        raise RulesError("{source}: extends: a rule set's name or path is expected", source=source)
    try:
        path = _find(parent, folder)
    except RulesError as error:
        raise RulesError("{source}: extends: {error}", source=source, error=error) from None
    if path in seen:
        raise RulesError("{source}: extends: goes in a circle back to {path}", source=source, path=path)
    return _merged(_extended(_read(path), path.parent, str(path), (*seen, path)), data)


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; everything else is replaced."""
    merged = dict(below)
    for key, value in above.items():
        old = below.get(key)
        merged[key] = _merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


def _named(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What a rule set is called and what is noted of it is its own, never inherited."""
    own = str(data.get("name", name))
    return {"name": own, "chinese": own, "notes": [], "notes_chinese": [], **data}


def _typed(data: dict[str, Any], source: str) -> RuleSet:
    try:
        rules = convert(data, RuleSet, source)
    except TypedError as error:
        raise RulesError(str(error)) from None
    fault = fault_in(rules)
    if fault is not None:
        raise RulesError("{source}: {fault}", source=source, fault=fault)
    return rules
