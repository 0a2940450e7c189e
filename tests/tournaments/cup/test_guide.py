"""The organizer's guide says what is so: its file can be read, its commands and formats exist."""

import re
import shlex
import tomllib
from pathlib import Path
from typing import get_type_hints

import click
import pytest

from tests.places import DOCS
from tests.tournaments.scripted import cup_of
from tournaments.cli.replay import hands, replay
from tournaments.cli.tournament import tournament
from tournaments.cup.file import load_cup, sections_of
from tournaments.cup.forecast import forecast
from tournaments.cup.stages import impossible
from tournaments.formats.registry import FORMATS

GUIDE = (DOCS / "run-a-cup.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", GUIDE, re.DOTALL)
FILE, CHAIN, *_ = [text for kind, text in BLOCKS if kind == "toml"]
COMMANDS = [line.split("  ")[0] for kind, text in BLOCKS if not kind for line in text.splitlines()]


def test_its_file_is_a_tournament(tmp_path: Path) -> None:
    for name in ("anna", "bo"):
        (tmp_path / "bots" / name).mkdir(parents=True)
        (tmp_path / "bots" / name / "bot.toml").write_text(f'name = "{name}"\ncommand = ["python", "bot.py"]\n')
        (tmp_path / "bots" / name / "bot.py").write_text("")
    (tmp_path / "bots" / "bare.py").write_text("")
    (tmp_path / "spring.toml").write_text(FILE, encoding="utf-8")
    cup = load_cup(tmp_path / "spring.toml")
    assert [bot.name for bot in cup.bots] == ["anna", "anna-2", "bare", "bo"]


def test_what_it_gives_as_defaults_are_the_defaults() -> None:
    least = sections_of('[tournament]\nname = "Spring cup"\n[[bots]]\npath = "a"\n')
    assert sections_of(FILE) == least


def test_its_stages_follow_each_other_as_it_says() -> None:
    cup = cup_of([f"b{number}" for number in range(32)], stages=tomllib.loads(CHAIN)["stages"])
    assert impossible(cup.stages, 32) is None
    assert [(it.tables, it.bots) for it in forecast(cup, 1, 0.0)] == [(8, 32), (4, 16), *4 * [(2, 8)], (1, 4)]


def test_its_lines_that_are_commented_out_can_be_read() -> None:
    assert sections_of(re.sub(r"^# (base|until) ", r"\1 ", FILE, flags=re.MULTILINE))


def test_it_names_every_format_with_its_keys() -> None:
    for name, kind in FORMATS.items():
        row = next(line for line in GUIDE.splitlines() if line.startswith(f"| `{name}`"))
        for key in get_type_hints(kind):
            if key not in {"format", "extra_rounds", "extra_limit"}:
                assert f"`{key}" in row or "as `round-robin`" in row


@pytest.mark.parametrize(
    "line", [line for line in COMMANDS if line.startswith(("arena tournament", "arena replay", "arena hands"))]
)
def test_its_commands_exist(line: str) -> None:
    words = shlex.split(line)[1:]
    command: click.Command
    if words[0] == "tournament":
        found = tournament.commands.get(words[1])
        assert found is not None
        command, words = found, words[2:]
    else:
        command, words = {"replay": replay, "hands": hands}[words[0]], words[1:]
    command.make_context("arena", words)
