"""The help of every command in every language: whole summaries, and no line wider than a terminal."""

from collections.abc import Iterator

import click
import pytest
from rich.cells import cell_len

from arena.cli import cli, main
from arena.language import LANGUAGES

WIDTH = 80
USAGE = {"en": ("Usage: ", "Commands:"), "zh": ("用法： ", "命令：")}
"""By language, the first word and the title of the summaries."""


def commands(group: click.Group, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield words
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", list(commands(cli, ())), ids=" ".join)
def test_help_is_whole_and_fits(
    words: tuple[str, ...], language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.setenv("ARENA_LANG", language)
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    printed = capsys.readouterr().out
    usage, title = USAGE[language]
    assert printed.startswith(usage)
    assert [line for line in printed.splitlines() if cell_len(line) > WIDTH] == []
    summaries = printed.partition(title)[2].partition("\n\n")[0]
    assert bool(summaries) == isinstance(command_of(words), click.Group)
    assert [line for line in summaries.splitlines() if line.endswith(("...", "…"))] == []


def command_of(words: tuple[str, ...]) -> click.Command:
    found: click.Command = cli
    for word in words:
        assert isinstance(found, click.Group)
        below = found.get_command(click.Context(found), word)
        assert below is not None
        found = below
    return found
