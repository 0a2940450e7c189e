"""The catalogues are up to date with the code, complete, and in one language a side."""

import ast
import re
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from arena.cli.terminal.terms import ISOLATION
from arena.errors import ArenaError
from arena.isolation.choice import choose
from arena.language import told
from protocol.text import Said
from tests.language.catalogue import LANGUAGE, file_of, read, updated
from tests.language.messages import PACKAGES, calls, messages
from tests.language.sentences import english_sentence
from tests.places import ROOT

TERMS = {
    *("十三水", "水", "局", "每副", "机器人", "名次", "判罚", "过期", "状态"),
    *("倒水", "打枪", "通杀", "马牌", "逃跑", "接管"),
}
"""Terms that a player knows by their Chinese names; English stands beside nothing else in Chinese."""
PROGRAMS = {"bubblewrap", "Landlock", "cgroup"}
CLICK = ROOT / "arena" / "locale" / LANGUAGE / "LC_MESSAGES" / "messages.po"


def entries(name: str) -> list[Message]:
    return [entry for entry in read(name) if entry.id]


def texts(part: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """A message or its translation as the texts it has: two for a plural."""
    return (part,) if isinstance(part, str) else tuple(part or ())


def holes(text: str) -> set[str]:
    """The names of the holes; braces around anything else, as in an example of JSON, hold none."""
    return set(re.findall(r"\{(\w+)[!:}]", text))


@pytest.mark.parametrize("name", PACKAGES)
def test_a_catalogue_is_up_to_date_with_the_code(name: str) -> None:
    assert file_of(name).read_bytes() == updated(name), "run: make catalogues"


@pytest.mark.parametrize("name", PACKAGES)
def test_every_message_is_translated(name: str) -> None:
    assert [entry.id for entry in entries(name) if not all(texts(entry.string)) or entry.fuzzy] == []


@pytest.mark.parametrize("name", PACKAGES)
def test_a_translation_has_the_holes_of_its_message(name: str) -> None:
    for entry in entries(name):
        wanted = {hole for text in texts(entry.id) for hole in holes(text)}
        assert all(set(holes(text)) == wanted for text in texts(entry.string)), entry.id


@pytest.mark.parametrize("name", PACKAGES)
def test_a_message_is_english_but_for_terms_and_its_translation_chinese(name: str) -> None:
    for entry in entries(name):
        for text in texts(entry.id):
            assert set(re.findall(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+", text)) <= TERMS, text
        for text in texts(entry.string):
            assert [line for line in text.splitlines() if english_sentence(line)] == []


@pytest.mark.parametrize("name", PACKAGES)
def test_a_message_is_plain_text_with_holes(name: str) -> None:
    """What is put together before it is looked up is never found."""
    assert [(call.place, call.faults) for call in calls(name) if call.faults] == []


def test_every_message_is_in_one_catalogue_alone() -> None:
    found = messages()
    assert found["arena"] & found["tournaments"] == set()


@pytest.mark.parametrize("number", range(5))
def test_the_words_of_an_isolation_level_are_translated(number: int) -> None:
    try:
        words = choose(number).words
    except ArenaError:
        pytest.skip("not available on this machine")
    known = {part.template for part in ISOLATION}
    for part in words.split(" + "):
        assert part in PROGRAMS or (part in known and told(Said(part), "zh") != part)


def said_by_click() -> dict[str, set[str]]:
    """The messages of click that is installed, each with its holes."""
    found = {}
    for file in Path(click.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"_", "ngettext"}:
                words = [each.value for each in node.args if isinstance(each, ast.Constant)]
                for text in words:
                    if isinstance(text, str):
                        found[text] = holes(text)
    return found


def test_what_is_translated_of_click_is_what_click_says() -> None:
    known = said_by_click()
    with CLICK.open("rb") as content:
        ours = [entry for entry in read_po(content) if entry.id]
    for entry in ours:
        assert all(text in known for text in texts(entry.id)), entry.id
        allowed = set.union(*(known[text] for text in texts(entry.id)))
        assert all(texts(entry.string))
        assert all(holes(text) <= allowed for text in texts(entry.string)), entry.id
