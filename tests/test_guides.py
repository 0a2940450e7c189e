"""The guides name commands, options, files and values that exist, in both languages alike."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import pytest

from arena.cli import cli
from arena.match.seeds import deal_seed
from tests.places import DOCS

GUIDES: Final = sorted(DOCS.glob("*.md"))
CHINESE: Final = sorted(DOCS.glob("*.zh-CN.md"))
CODE: Final = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
PLACEHOLDERS: Final = {"FILE", "DIR", "PATH.zip|DIR", "…", "BOT"}


def commands_in(text: str) -> Iterator[str]:
    """Every `arena …` in a block of its own or in running text."""
    for kind, code in CODE.findall(text):
        if kind in {"", "sh", "console"}:
            yield from (line.removeprefix("$ ") for line in code.splitlines() if re.match(r"(\$ )?arena ", line))
    yield from (found.replace("\n", " ") for found in re.findall(r"`(arena [^`]+)`", CODE.sub("", text)))


COMMANDS: Final = sorted({(guide.name, line) for guide in GUIDES for line in commands_in(guide.read_text("utf-8"))})


def found(line: str) -> tuple[click.Command, list[str]]:
    """The command that a line names, and the words that are left."""
    words = shlex.split(re.split(r"   +|  (?=\S)", line)[0])[1:]
    command: click.Command = cli
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        below = command.get_command(click.Context(command), words[0])
        assert below is not None, line
        command, words = below, words[1:]
    return command, words


@pytest.mark.parametrize(("guide", "line"), COMMANDS)
def test_commands_and_options_exist(guide: str, line: str) -> None:
    command, words = found(line)
    known = {name for parameter in command.params for name in parameter.opts} | {"--help"}
    assert [word for word in words if word.startswith("--") and word.partition("=")[0] not in known] == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_links_lead_somewhere(guide: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", guide.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (DOCS / file).resolve() if file else guide
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def anchors(file: Path) -> set[str]:
    """What can be linked to in a page: its headings, as GitHub turns them into anchors."""
    titles = re.findall(r"^#+ (.*)$", CODE.sub("", file.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_what_authors_and_organizers_need_is_in_chinese_too() -> None:
    assert {"write-a-bot.zh-CN.md", "run-a-cup.zh-CN.md", "protocol.zh-CN.md"} <= {guide.name for guide in CHINESE}


@pytest.mark.parametrize("guide", ["write-a-bot", "run-a-cup"])
def test_both_languages_show_the_same_code(guide: str) -> None:
    english, chinese = (blocks((DOCS / f"{guide}{language}.md").read_text("utf-8")) for language in ("", ".zh-CN"))
    assert chinese == english


def blocks(text: str) -> list[tuple[str, list[str]]]:
    """The code of a page without its remarks and reasons, which are in the page's language."""
    return [(kind, [without_remark(line) for line in code.splitlines()]) for kind, code in CODE.findall(text)]


def without_remark(line: str) -> str:
    shown = re.split(r"\s*# |(?<=\S)  ", line.strip())[0]
    return re.sub(r'--reason ".*"', "--reason …", shown)


def test_the_deal_seed_is_made_as_the_page_says() -> None:
    [code] = [code for _, code in CODE.findall((DOCS / "deals.md").read_text("utf-8")) if "def deal_seed" in code]
    shown: dict[str, Any] = {}
    exec(code, shown)
    fields = (b"secret", ["b" * 64, "a" * 64], "s1t1+2", "春")
    assert shown["deal_seed"](*fields) == deal_seed(*fields)
