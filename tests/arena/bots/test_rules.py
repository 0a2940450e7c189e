"""The rule sets that `bot.toml` lists: what is checked, and what is refused."""

from pathlib import Path

import pytest

from arena.bots.resolve import from_command, load_folder
from arena.bots.rules import refused_rules, rules_to_check
from arena.errors import ArenaError
from arena.records.job import BotProgram
from arena.shisanshui.ruleset import load_rules, rule_names


def bot(folder: Path, rules: str = "") -> BotProgram:
    (folder / "bot.py").write_text("print('hello')\n")
    (folder / "bot.toml").write_text(f'name = "ada"\ncommand = ["python", "bot.py"]\n{rules}\n')
    return load_folder(folder)


@pytest.mark.parametrize(
    ("listed", "played", "checked"),
    [
        ("", {"standard", "two-packs"}, set(rule_names()) - {"wild"}),
        ('rules = ["standard"]', {"standard"}, {"standard"}),
        ('rules = ["wild", "house"]', {"wild"}, {"wild"}),
        ('rules = ["any"]', {"standard", "two-packs", "wild"}, set(rule_names())),
    ],
)
def test_a_bot_plays_what_it_lists_and_without_a_list_all_but_jokers(
    listed: str, played: set[str], checked: set[str], tmp_path: Path
) -> None:
    program = bot(tmp_path, listed)
    refused = {name: refused_rules(program, load_rules(name)) for name in ("standard", "two-packs", "wild")}
    assert {name for name, fault in refused.items() if fault is None} == played
    assert all("ada: its bot.toml lists" in str(fault) for fault in refused.values() if fault is not None)
    assert {rules.name for rules in rules_to_check(program)} == checked


def test_nothing_is_known_of_a_bare_command(tmp_path: Path) -> None:
    bot(tmp_path)
    assert refused_rules(from_command("ada", ["python", "bot.py"], tmp_path), load_rules("wild")) is None


@pytest.mark.parametrize(
    ("listed", "words"),
    [
        ('rules = ["standart"]', 'rules: unknown rule set "standart"; did you mean "standard"?'),
        ('rules = ["house"]', "to check another, run arena check --rules FILE"),
    ],
)
def test_a_list_that_names_no_known_rule_set_is_told(listed: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ArenaError) as caught:
        rules_to_check(bot(tmp_path, listed))
    assert words in str(caught.value)
