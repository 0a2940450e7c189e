"""A cup file in which anything stands in place of one value: a cup, or one line that names the file."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import ArenaError
from protocol.typed import TypedError
from tests.arena.bots.toml_values import literal, values
from tournaments.cup.file import load_file

LINES = {
    "tournament": ("name", "rules", "base", "seed", "salt", "seeding", "results", "x"),
    "match": (
        "rounds",
        "duplicate",
        "decision",
        "grace",
        "bank",
        "startup",
        "on_late",
        "strikes",
        "until",
        "batch",
        "limits",
    ),
    "bots": ("path", "name", "command", "rating", "bot", "remote"),
    "stages": ("format", "table_size", "advance", "rounds", "groups", "extra_rounds", "until"),
}
HEAD = '[tournament]\nname = "Cup"\n[match]\nrounds = 3\n'
BOTS = '[[bots]]\npath = "a"\n[[bots]]\nname = "b"\ncommand = ["python", "a/bot.py"]\n'
STAGE = '[[stages]]\nformat = "elimination"\ntable_size = 2\nadvance = 1\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("cup")
    (place / "a").mkdir()
    (place / "a" / "bot.toml").write_text('name = "a"\ncommand = ["python", "bot.py"]\n')
    (place / "a" / "bot.py").write_text("")
    return place


def with_line(section: str, key: str, value: Any) -> str:
    """The file with one value in place of another, or besides."""
    text = HEAD + BOTS + STAGE
    head = f"[{section}]\n" if f"[{section}]\n" in text else f"[[{section}]]\n"
    before, _, rest = text.rpartition(head)
    own, bracket, after = rest.partition("\n[")
    lines = [line for line in own.splitlines() if not re.match(rf"{re.escape(key)} =", line)]
    return before + head + "\n".join([*lines, f"{literal(key)} = {literal(value)}"]) + "\n" + bracket + after


@pytest.mark.parametrize(
    ("section", "key", "value"),
    [("tournament", "rules", "\0.toml"), ("tournament", "rules", "\0"), ("", "library", "\0")],
)
def test_no_name_in_it_breaks_off_at_a_zero_character(folder: Path, section: str, key: str, value: str) -> None:
    file = folder / "zero.toml"
    line = f"{key} = {literal(value)}\n"
    file.write_text(with_line(section, key, value) if section else line + HEAD + BOTS + STAGE, encoding="utf-8")
    with pytest.raises(ArenaError, match=rf"^{re.escape(str(file))}: [^\n]*{key}: [^\n]*$"):
        load_file(file)


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_value_is_there_is_a_cup_or_one_line(folder: Path, data: st.DataObject) -> None:
    section = data.draw(st.sampled_from(sorted(LINES)))
    key = data.draw(st.sampled_from(LINES[section]))
    file = folder / "cup.toml"
    file.write_text(with_line(section, key, data.draw(values)), encoding="utf-8")
    try:
        load_file(file)
    except (ArenaError, TypedError) as error:
        assert "\n" not in str(error)
        assert str(error).startswith(str(folder))
