"""The examples of `docs/rules.md` do what it says."""

import re
from pathlib import Path

import pytest

from arena.shisanshui.ruleset import load_rules, rule_names
from tests.places import DOCS

TEXT = (DOCS / "rules.md").read_text()


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_rule_set_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(block("toml"))
    rules = load_rules(path)
    assert (rules.name, rules.chinese, rules.gun, rules.row_water) == ("house", "我家的规则", 3, "winner")
    assert rules.scoring.front[3] == 5
    assert [(special.id, special.water) for special in rules.scoring.specials] == [
        ("pure-dragon", 108),
        ("dragon", 36),
        ("six-pairs", 6),
        ("half-low", 3),
    ]


def test_every_rule_set_is_told() -> None:
    assert all(f"`{name}`" in TEXT for name in rule_names())


def test_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    exec(block("python"), {})
    assert capsys.readouterr().out.startswith("three-straights [3, -3] [Transfer(source=1, target=0, amount=3")
