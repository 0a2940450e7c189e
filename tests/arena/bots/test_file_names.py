"""What a submission is called."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.file_names import key_of
from arena.errors import ArenaError


@pytest.mark.parametrize(
    ("author", "name", "version", "key"),
    [
        ("Team One", "Greedy", "1.2", "team-one/greedy@1.2"),
        ("十三水队", "x", "v-2", "十三水队/x@v-2"),
        ("A. Lovelace", "ada 2", "2030-01-01+b_1", "a.-lovelace/ada-2@2030-01-01+b_1"),
        ("हिन्दी", "Zoe\u0301", "1.", "हिन्दी/zo\u00e9@1."),
    ],
)
def test_a_key_is_fit_for_a_path_and_a_file(author: str, name: str, version: str, key: str) -> None:
    assert key_of(author, name, version) == key


@pytest.mark.parametrize(
    ("author", "name", "version", "words"),
    [
        (" ", "x", "1", 'author: a submission needs one, as in author = "ada"'),
        ("eve", "x", "", 'version: a submission needs one, as in version = "1"'),
        ("eve", "x", "1/../..", r"version: expected letters and digits, \. _ \+ - after the first, got '1/\.\./\.\.'"),
        ("eve", "x", "1 2", "version: expected letters and digits"),
        ("eve", "x", "..", "version: expected letters and digits"),
        ("eve", "x", "-1", "version: expected letters and digits"),
        ("eve", "x", "1@2", "version: expected letters and digits"),
        ("eve ", "x", "1", "author: expected letters and digits, spaces and"),
        ("eve", "x|y", "1", "name: expected letters and digits"),
        ("eve\u3164", "x", "1", r"author: expected characters that can be seen, got U\+3164 in "),
        ("eve", "x\ufe0f", "1", r"name: expected characters that can be seen, got U\+FE0F in "),
        ("十" * 200, "x", "1", "author: expected at most 40 characters, got '十{60}…'"),
        ("eve", "x", "1" * 21, "version: expected at most 20 characters"),
    ],
)
def test_what_would_have_to_change_is_refused(author: str, name: str, version: str, words: str) -> None:
    with pytest.raises(ArenaError, match=f"^bot.toml: {words}"):
        key_of(author, name, version)


@given(st.text(), st.text(), st.text())
def test_no_key_leads_elsewhere_or_is_too_long_for_a_disk(author: str, name: str, version: str) -> None:
    try:
        key = key_of(author, name, version)
    except ArenaError:
        return
    assert len(Path(key).parts) == 2
    assert not {"..", "."} & set(Path(key).parts)
    assert all(len(part.encode()) + len(".json") <= 255 for part in Path(key).parts)


@given(st.text("aB1._+-/ @", max_size=6), st.text("aB1._+-/ @", max_size=6))
def test_versions_that_differ_are_kept_apart(one: str, other: str) -> None:
    try:
        same = key_of("eve", "x", one) == key_of("eve", "x", other)
    except ArenaError:
        return
    assert same == (one.lower() == other.lower())
