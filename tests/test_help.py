"""The help of every command: whole summaries, and no line wider than a terminal."""

from collections.abc import Iterator

import click
import pytest
from rich.cells import cell_len

from arena.cli import cli, main

WIDTH = 80


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


@pytest.mark.parametrize("words", list(commands(cli, ())), ids=" ".join)
def test_help_is_whole_and_fits(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    printed = capsys.readouterr().out
    assert printed.startswith("Usage: ")
    assert [line for line in printed.splitlines() if cell_len(line) > WIDTH] == []
    summaries = printed.partition("Commands:")[2].partition("\n\n")[0]
    assert [line for line in summaries.splitlines() if line.endswith(("...", "…"))] == []
