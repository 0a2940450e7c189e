"""TOML as strangers write it: whatever it says, one line tells what is wrong with it."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.typed import TypedError, parse_toml, read_toml

ENDLESS = {
    "lists": ("a = " + "[" * 50_000, "more than 50 tables and lists in each other"),
    "tables": ("a = " + "{a = " * 50_000, "more than 50 tables and lists in each other"),
    "dotted keys": (".".join("a" * 2_000) + " = 1", "more than 50 tables and lists in each other"),
    "closed lists": ("a = " + "[" * 51 + "]" * 51, "more than 50 tables and lists in each other"),
    "digits": ("a = " + "1" * 5_000, "a number of more than 64 bits"),
    "hexadecimal": ("a = [{b = 0x" + "f" * 9_000 + "}]", "a number of more than 64 bits"),
    "a bit too many": (f"a = {1 << 63}", "a number of more than 64 bits"),
}


@pytest.mark.parametrize("case", ENDLESS)
def test_what_has_no_end_is_refused_in_words(case: str, tmp_path: Path) -> None:
    text, words = ENDLESS[case]
    file = tmp_path / "bot.toml"
    file.write_text(text)
    with pytest.raises(TypedError) as caught:
        read_toml(file)
    assert str(caught.value) == f"{file}: not valid TOML: {words}"


def test_what_people_write_is_taken() -> None:
    text = f"a = {-(1 << 63)}\r\nb = {(1 << 63) - 1}\nc = {'[' * 48 + ']' * 48}\n[d.e]\nf = true\n"
    assert parse_toml(text, "x") == tomllib.loads(text)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "bot.toml"
    file.write_bytes(b'name = "\xff"')
    with pytest.raises(TypedError, match="not UTF-8 text"):
        read_toml(file)


@given(st.text(alphabet='ab.=[]{}"#\n 1\\', max_size=60))
def test_any_text_is_data_or_a_typed_error(text: str) -> None:
    try:
        data = parse_toml(text, "x")
    except TypedError as error:
        assert str(error).startswith("x: not valid TOML: ")
    else:
        assert data == tomllib.loads(text)


def test_a_file_without_end_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "bot.toml"
    with file.open("wb") as sparse:
        sparse.truncate(50 << 30)
    with pytest.raises(TypedError, match=r"/bot\.toml: larger than 16 MiB$"):
        read_toml(file)
