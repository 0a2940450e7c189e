"""The organizer's guide says what is so, in both languages: its file can be read, its commands and formats exist."""

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

LANGUAGES = ("run-a-cup.md", "run-a-cup.zh-CN.md")


class Guide:
    """A guide, its first two blocks of TOML, and the lines of its blocks of commands."""

    def __init__(self, name: str) -> None:
        self.text = (DOCS / name).read_text(encoding="utf-8")
        blocks = re.findall(r"```(\w*)\n(.*?)```", self.text, re.DOTALL)
        self.file, self.chain, *_ = [text for kind, text in blocks if kind == "toml"]
        self.commands = [line.split("  ")[0] for kind, text in blocks if not kind for line in text.splitlines()]


@pytest.fixture(scope="module", params=LANGUAGES)
def guide(request: pytest.FixtureRequest) -> Guide:
    return Guide(str(request.param))


def test_its_file_is_a_tournament(guide: Guide, tmp_path: Path) -> None:
    for name in ("anna", "bo"):
        (tmp_path / "bots" / name).mkdir(parents=True)
        (tmp_path / "bots" / name / "bot.toml").write_text(f'name = "{name}"\ncommand = ["python", "bot.py"]\n')
        (tmp_path / "bots" / name / "bot.py").write_text("")
    (tmp_path / "bots" / "bare.py").write_text("")
    (tmp_path / "spring.toml").write_text(guide.file, encoding="utf-8")
    cup = load_cup(tmp_path / "spring.toml")
    assert [bot.name for bot in cup.bots] == ["anna", "anna-2", "bare", "bo"]


def test_what_it_gives_as_defaults_are_the_defaults(guide: Guide) -> None:
    least = sections_of('[tournament]\nname = "Spring cup"\n[[bots]]\npath = "a"\n')
    assert sections_of(guide.file) == least


def test_its_stages_follow_each_other_as_it_says(guide: Guide) -> None:
    cup = cup_of([f"b{number}" for number in range(32)], stages=tomllib.loads(guide.chain)["stages"])
    assert impossible(cup.stages, 32) is None
    assert [(it.tables, it.bots) for it in forecast(cup, 1, 0.0)] == [(8, 32), (4, 16), *4 * [(2, 8)], (1, 4)]


def test_its_lines_that_are_commented_out_can_be_read(guide: Guide) -> None:
    assert sections_of(re.sub(r"^# (base|until) ", r"\1 ", guide.file, flags=re.MULTILINE))


def test_it_names_every_format_with_its_keys(guide: Guide) -> None:
    for name, kind in FORMATS.items():
        row = next(line for line in guide.text.splitlines() if line.startswith(f"| `{name}`"))
        for key in get_type_hints(kind):
            if key not in {"format", "extra_rounds", "extra_limit"}:
                assert f"`{key}" in row or re.search(r"(as|同) `round-robin`", row)


@pytest.mark.parametrize(
    "line",
    [
        line
        for name in LANGUAGES
        for line in Guide(name).commands
        if line.startswith(("arena tournament", "arena replay", "arena hands"))
    ],
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
