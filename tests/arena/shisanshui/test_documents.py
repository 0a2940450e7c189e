"""The examples of `docs/rules.md` do what it says."""

import json
import re
import shlex
from pathlib import Path

import pytest

from arena.cli import main
from arena.shisanshui.ruleset import load_rules, rule_names
from tests.places import DOCS

TEXT = (DOCS / "rules.md").read_text()


BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def block(language: str, holding: str) -> str:
    [found] = [text for kind, text in BLOCKS if kind == language and holding in text]
    assert isinstance(found, str)
    return found


def test_the_rule_set_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(block("toml", "extends"))
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
    exec(block("python", "settle"), {})
    assert capsys.readouterr().out.startswith("three-straights [3, -3] [Transfer(source=1, target=0, amount=3")


def seat_of(laid: str) -> dict[str, list[str]]:
    cards = laid.split()
    return {"front": cards[:3], "middle": cards[3:8], "back": cards[8:]}


def test_the_settlement_on_paper_is_what_the_command_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = [
        seat_of("9s 9h 9d Ts Th Td 4c 5s Js Jh Jd 4h 6s"),
        seat_of("As 4s 2d Ah Ks 8d 6c 3s Ad Ac 9c 5d 7c"),
        {"foul": True},
    ]
    (tmp_path / "house.toml").write_text(block("toml", "extends"), encoding="utf-8")
    (tmp_path / "rounds.jsonl").write_text(json.dumps({"rules": "house.toml", "seats": seats}) + "\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    command, *lines = block("", "score --explain").splitlines()
    with pytest.raises(SystemExit, match="0"):
        main(shlex.split(command)[2:])
    printed = iter(capsys.readouterr().out.splitlines())
    assert [line for line in lines if line != "…" and line not in printed] == []
