"""A `bot.toml` in which anything stands where something else should: a program, or one line that names the file."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.bots.resolve import load_folder
from arena.errors import ArenaError
from protocol.typed import TypedError
from tests.arena.bots.toml_values import literal, values

KEYS = ("name", "command", "version", "author", "rules", "build", "games", "nmae", "")
GOOD = {"name": "ada", "command": ["python", "bot.py"]}


@given(changed=st.dictionaries(st.sampled_from(KEYS), values, max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_it_says_is_a_bot_or_one_line(changed: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("")
    (tmp_path / "bot.toml").write_text(
        "\n".join(f"{literal(key)} = {literal(each)}" for key, each in {**GOOD, **changed}.items())
    )
    try:
        program = load_folder(tmp_path)
    except (ArenaError, TypedError) as error:
        assert "\n" not in str(error)
        assert str(error).startswith((f"{tmp_path}/bot.toml: ", f"{tmp_path}"))
    else:
        assert program.name == str(changed.get("name", "ada"))


@pytest.mark.parametrize("data", [b"\xff\xfe", b"name = ", b"[" * 10_000, b"\0", b"name = 'a'\nname = 'b'\n"])
def test_bytes_that_are_no_toml_are_one_line(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_bytes(data)
    with pytest.raises(TypedError, match=r"^[^\n]*/bot\.toml: ") as raised:
        load_folder(tmp_path)
    assert "\n" not in str(raised.value)
