"""`arena rules`: lists, sheets, differences and checks, made from the data."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from arena.cli.rules.incentives import costs
from arena.cli.rules.rules import rules
from arena.cli.rules.sheet import ROW_EXAMPLES, rule_sheet
from arena.cli.terminal.sheet_text import markdown_table, padded, wrapped
from arena.language import Language, in_language
from arena.shisanshui.cards import cards
from arena.shisanshui.rows import row_type, row_value
from arena.shisanshui.ruleset import RulesError, RuleSet, load_rules, rule_names, rules_from
from arena.shisanshui.specials import BY_ID
from tests.arena.shisanshui.tables import example, special_of


def test_everything_fits_a_terminal() -> None:
    for name in rule_names():
        for words in (["show", name], ["show", name, "--zh"], ["diff", "standard", name], ["check", name], ["list"]):
            for line in shown(*words).splitlines():
                assert cell_len(line) <= 80, (words, line)


@given(st.text("ab  牌型，。（） - 1.\t"), st.integers(8, 30))
def test_what_is_wrapped_is_the_same_text_in_lines_that_fit(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    longest = max((cell_len(piece) for piece in re.findall(r"[^\s]+", text)), default=0)
    assert all(cell_len(line) <= max(width, longest) for line in lines)


def sheet_of(rules: RuleSet, language: Language) -> str:
    with in_language(language):
        return rule_sheet(rules)


def shown(*arguments: str) -> str:
    done = CliRunner().invoke(rules, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def test_list() -> None:
    lines = shown("list").splitlines()
    heads = [line for line in lines if not line.startswith(" ")]
    assert [line.split()[0] for line in heads] == rule_names()
    assert heads[-2].split()[:3] == ["two-packs", "两副牌", "2–8"]
    assert json.loads(shown("list", "--json"))[0] == {"name": "standard", "chinese": "标准规则", "seats": 4}


@pytest.mark.parametrize("name", rule_names())
def test_a_sheet_names_every_hand_with_its_water_and_an_example_that_is_one(name: str) -> None:
    found = load_rules(name)
    english, chinese = sheet_of(found, "en"), sheet_of(found, "zh")
    for kind in found.specials.order:
        assert special_of(found, example(kind)) == kind
        for sheet in (english, chinese):
            lines = sheet.splitlines()
            items = [place for place, line in enumerate(lines) if re.match(r"\d+\. ", line)]
            [place] = [place for place in items if f" {kind} " in lines[place] or f"({kind})" in lines[place]]
            assert re.search(rf"[:：] ?{found.specials.water[kind]} (water|水)", lines[place])
            assert " / ".join(BY_ID[kind].example) in lines[place + 2]
    assert all(note in english for note in found.notes)
    assert all(note in chinese for note in found.notes_chinese)


def test_row_examples_are_what_they_say() -> None:
    assert all(row_type(row_value(cards(text.split()))) is kind for kind, text in ROW_EXAMPLES.items())


def test_five_of_a_kind_is_on_the_sheet_where_the_deck_allows_it() -> None:
    with_five = [name for name in rule_names() if "five-of-a-kind" in sheet_of(load_rules(name), "en")]
    assert with_five == ["five-players", "six-players", "two-packs", "wild"]


@pytest.mark.parametrize(
    ("change", "english", "chinese"),
    [
        ({"equal_rows": "foul"}, "the front must be below the middle", "头墩必须小于中墩"),
        ({"row_water": "winner"}, "the better row wins its own water", "自己那一墩的水数"),
        ({"declare": "optional"}, "may decline it", "玩家可以不报"),
        ({"all_special": "median"}, "those below the middle place pay", "中位以下"),
        ({"all_special": "pairwise"}, "the higher kind wins its own water", "高者赢取自己的水数"),
        ({"foul_is_shot": True}, "and is beaten as in guns and home runs", "并算被打枪"),
        ({"gun": "double"}, "what it owes already, again", "与已输相同的水数"),
        ({"gun": 7}, "is paid 7 water", "再付 7 水"),
        ({"home_run": {"multiply": True}}, "times the number of players less one; 12 water more", "乘以人数减一"),
        ({"home_run": {"bonus": 0}}, "A home run (通杀) pays nothing further", "通杀不另加水"),
        (
            {"home_run": {"bonus": {"2": 18, "default": 12}}},
            "18 with 2 players, 12 with 3 players",
            "2 人 18 水、3 人 12 水",
        ),
        ({"horse": "5h"}, "Horse (马牌) 5h", "马牌 5h"),
        ({"escape": {"pays": 30}}, "who leaves pays 30", "逃跑者输 30 水"),
        ({"base": 5, "multiplier": 3}, "water × 5 × 3", "水 × 5（底分）× 3"),
        ({"deck": {"extra_suits": ["d"]}}, "1 more suit (♦): 65 cards, for 2 to 5", "加 1 色（♦），共 65 张"),
        ({"specials": {"order": []}}, "None.", "无。"),
    ],
)
def test_every_switch_is_on_the_sheet(change: dict[str, Any], english: str, chinese: str) -> None:
    found, plain = rules_from(change), rules_from({})
    assert english in sheet_of(found, "en")
    assert english not in sheet_of(plain, "en")
    assert chinese in sheet_of(found, "zh")
    assert chinese not in sheet_of(plain, "zh")


def test_no_gun_no_clause() -> None:
    assert "Gun (打枪)," not in sheet_of(rules_from({"gun": 0}), "en")


def test_losing_on_purpose() -> None:
    """In standard the last of four ordinary hands loses 9 + 9 + 12, a foul 9; shot, it loses as much as it would."""
    assert [tuple(line) for line in costs(load_rules("standard"))] == [(2, 15, 3, 18), (3, 22, 6, 18), (4, 30, 9, 18)]
    sheet = sheet_of(load_rules("standard"), "en")
    assert "A foul on purpose can pay with 2, 3, 4 players" in sheet
    assert "Leaving on purpose can pay with 3, 4 players" in sheet
    common = sheet_of(load_rules("common"), "en")
    assert "A foul on purpose never pays here" in common
    assert "Leaving on purpose can pay with 4 players" in common


def test_the_sheet_on_the_command_line() -> None:
    assert shown("show", "tianmei").split() == sheet_of(load_rules("tianmei"), "en").split()
    assert shown("show", "tianmei", "--zh").startswith("# 天美十三水 (tianmei)")
    assert rules_from(json.loads(shown("show", "wild", "--json"))) == load_rules("wild")


def test_diff() -> None:
    assert shown("diff", "standard", "standard") == "no difference\n"
    assert shown("diff", "standard", "wild").splitlines() == [
        "             standard  wild",
        "deck.jokers  0         2",
    ]
    lines = dict(line.split("  ", 1) for line in shown("diff", "standard", "tianmei").splitlines()[1:])
    assert lines["specials.order"].split() == ["–", "three-straights", "(moved)"]
    lines = dict(line.split("  ", 1) for line in shown("diff", "shisanzhang", "standard").splitlines()[1:])
    assert lines["specials.order"].split()[:3] == ["–", "twelve-royals", "three-straight-flushes"]
    assert json.loads(shown("diff", "standard", "totals", "--json")) == {
        "home_run.bonus": [12, None],
        "home_run.bonus.2": [None, 18],
        "home_run.bonus.3": [None, 15],
        "home_run.bonus.default": [None, 12],
    }


def test_check(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('gun = "double"\n[deck]\npacks = 2\n')
    assert shown("check", str(path)).splitlines() == [
        f"{path}: a valid rule set.",
        "2 packs of 52: 104 cards, for 2 to 8 players with 13 cards each.",
        "differs from standard in gun, deck.packs",
    ]
    path.write_text('gun = "dbl"\n')
    with pytest.raises(RulesError, match='gun: expected "table" or "double" or a whole number'):
        shown("check", str(path))


def test_columns_line_up_with_chinese_in_them() -> None:
    assert padded("对子", 6) + "|" == "对子  |"
    assert padded("7", 3, right=True) == "  7"
    table = markdown_table(("牌型", "水"), [("a", "1"), ("同花顺", "10")])
    assert table.splitlines() == ["| 牌型   | 水 |", "| ------ | -- |", "| a      | 1  |", "| 同花顺 | 10 |"]
