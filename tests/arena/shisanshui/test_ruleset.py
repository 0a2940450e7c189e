"""Rule sets: what comes with the arena, what extends what, and what is refused with file, key and reason."""

from pathlib import Path
from typing import Any

import pytest

from arena.shisanshui.cards import text
from arena.shisanshui.ruleset import RulesError, data_of, load_rules, rule_names, rules_from

STANDARD = load_rules("standard")


def test_names() -> None:
    assert rule_names() == [
        "standard",
        "common",
        "five-players",
        "multiply",
        "pinluosong",
        "regional",
        "shisanzhang",
        "six-players",
        "tianmei",
        "totals",
        "two-packs",
        "wild",
    ]


@pytest.mark.parametrize("name", rule_names())
def test_a_rule_set_is_its_data(name: str) -> None:
    rules = load_rules(name)
    assert rules.name == name
    assert rules_from(data_of(rules)) == rules


@pytest.mark.parametrize(
    ("name", "cards", "seats"),
    [("standard", 52, 4), ("five-players", 65, 5), ("six-players", 78, 6), ("two-packs", 104, 8), ("wild", 54, 4)],
)
def test_decks_and_the_seats_they_serve(name: str, cards: int, seats: int) -> None:
    rules = load_rules(name)
    assert len(rules.deck.cards()) == cards
    assert rules.most_seats == seats
    assert rules.refuses(seats) is None
    assert rules.refuses(2) is None
    assert f"{seats + 1}" in str(rules.refuses(seats + 1))
    assert str(rules.refuses(1)).endswith("not 1")


def test_extra_suits_and_jokers() -> None:
    deck = rules_from({"deck": {"extra_suits": ["d", "c"], "jokers": 3}}).deck
    assert [text(card) for card in deck.cards()[52:]] == [
        *(f"{rank}d" for rank in "23456789TJQKA"),
        *(f"{rank}c" for rank in "23456789TJQKA"),
        *("Xb", "Xs", "Xb"),
    ]


def test_an_object_gives_only_what_differs() -> None:
    rules = rules_from({"gun": "double", "water": {"front": {"three-of-a-kind": 6}}, "home_run": {"bonus": 0}})
    assert (rules.gun, rules.water.front, rules.home_run.bonus) == ("double", {"three-of-a-kind": 6}, 0)
    assert (rules.water.middle, rules.specials) == (STANDARD.water.middle, STANDARD.specials)
    assert rules.name == "custom"


def test_a_file_extends_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('extends = "regional"\ngun = 5\n')
    (tmp_path / "late-night.toml").write_text('extends = "house.toml"\nchinese = "夜场"\n[deck]\njokers = 2\n')
    rules = load_rules(tmp_path / "late-night.toml")
    assert (rules.name, rules.chinese, rules.gun, rules.deck.jokers) == ("late-night", "夜场", 5, 2)
    assert rules.water == load_rules("regional").water
    assert rules.notes == []
    assert load_rules(str(tmp_path / "house.toml")).gun == 5


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"gunn": 1}, 'unknown key "gunn"; did you mean "gun"?'),
        ({"deck": {"pack": 2}}, 'unknown key "deck.pack"; did you mean "packs"?'),
        ({"gun": "triple"}, 'gun: expected "table" or "double" or a whole number, got "triple"'),
        ({"gun": -1}, "gun: "),
        ({"equal_rows": "ok"}, 'equal_rows: expected "legal" or "foul", got "ok"'),
        ({"base": 0}, "base: expected a whole number of at least 1, got 0"),
        ({"foul_is_shot": 1}, "foul_is_shot: expected true or false, got 1"),
        ({"deck": {"packs": 0}}, "deck.packs: expected a whole number of at least 1, got 0"),
        ({"deck": {"extra_suits": ["x"]}}, 'deck.extra_suits[0]: expected "s" or "h" or "d" or "c", got'),
        ({"specials": {"order": ["dragn"]}}, 'specials.order: unknown hand "dragn"; did you mean "dragon"?'),
        ({"specials": {"order": ["dragon", "six-pairs", "dragon"]}}, '"dragon" has two places, 1 and 3'),
        ({"specials": {"water": {"dragon": -1}}}, "specials.water.dragon: -1 water; 0 or more is expected"),
        ({"water": {"back": {"flush": -2}}}, "water.back.flush: -2 water; 0 or more is expected"),
        ({"home_run": {"bonus": {"2": -3, "default": 0}}}, "home_run.bonus.2: -3 water; 0 or more is expected"),
        ({"specials": {"water": {"phoenix": 5}}}, 'specials.water: unknown hand "phoenix"; known: pure-dragon'),
        ({"water": {"front": {"flush": 2}}}, 'water.front: unknown row type "flush"; known: high-card, pair'),
        ({"water": {"back": {"straight-flus": 2}}}, 'did you mean "straight-flush"?'),
        ({"home_run": {"bonus": {"2": 1}}}, 'home_run.bonus: "default" is missing'),
        ({"home_run": {"bonus": {"1": 1, "default": 0}}}, 'home_run.bonus: unknown key "1"'),
        ({"horse": "Xb"}, "horse: a joker is no horse"),
        ({"horse": "5x"}, 'horse: "5x" is no card'),
        ({"name": ""}, "name: must not be empty"),
        ({"extends": "standrd"}, 'extends: unknown rule set "standrd"; did you mean "standard"?'),
        ({"extends": 3}, "extends: a rule set's name or path is expected"),
    ],
)
def test_what_is_impossible_is_refused(data: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError) as error:
        rules_from(data, "house rules")
    assert str(error.value).startswith("house rules: ")
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_at_fault_is_named(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("gunn = 1\n")
    with pytest.raises(RulesError, match=f'{path}: unknown key "gunn"'):
        load_rules(path)
    path.write_text("gun = \n")
    with pytest.raises(RulesError, match=f"{path}: not valid TOML"):
        load_rules(path)
    with pytest.raises(RulesError, match=r"missing.toml: no such file"):
        load_rules(tmp_path / "missing.toml")


def test_a_circle_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('extends = "two.toml"\n')
    (tmp_path / "two.toml").write_text('extends = "one.toml"\n')
    with pytest.raises(RulesError, match="goes in a circle"):
        load_rules(tmp_path / "one.toml")


def test_an_unknown_name_is_advised() -> None:
    with pytest.raises(RulesError, match=r'unknown rule set "reginal"; did you mean "regional"\?'):
        load_rules("reginal")
    with pytest.raises(RulesError, match=r"there are standard, common.* or a path to a .toml file"):
        load_rules("bridge")


@pytest.mark.parametrize("name", [name for name in rule_names() if name != "standard"])
def test_the_files_give_only_what_differs(name: str) -> None:
    """Each key of a rule set's file changes what it extends, so that a file reads as the difference it makes."""
    import tomllib

    from arena.shisanshui.ruleset import FOLDER

    data = tomllib.loads((FOLDER / f"{name}.toml").read_text())
    parent = data_of(load_rules(data.pop("extends")))
    rules = data_of(load_rules(name))
    for key in data:
        assert rules[key] != parent[key], key
