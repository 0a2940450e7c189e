"""What the machine or the organizer does to a bot stops the match; it is never charged to the bot."""

import errno
import os
from contextlib import closing
from pathlib import Path

import pytest

from arena.bots.resolve import from_command, load_folder
from arena.errors import ArenaError, MachineFault
from arena.isolation.cell import Cell
from arena.isolation.choice import attempt
from arena.records.limits import Limits
from arena.seats import process as seats_process
from arena.seats.process import BotLog, BotProcess


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "bot"
    place.mkdir()
    (place / "bot.py").write_text("import os\n")
    return place


@pytest.mark.parametrize("gone", ["bot", "bot/build", "bot/run"])
def test_a_bot_is_not_started_once_its_folder_or_a_file_of_its_command_is_gone(tmp_path: Path, gone: str) -> None:
    folder = tmp_path / "bot"
    (folder / "build").mkdir(parents=True)
    (folder / "run").write_text("#!/bin/sh\n")
    (folder / "run").chmod(0o755)
    build = 'build = {command = ["make"], output = ["build"]}'
    (folder / "bot.toml").write_text(f'name = "b"\ncommand = ["./run"]\n{build}\n')
    cell = Cell(attempt(0), load_folder(folder), Limits(), bot=0)
    assert cell.fit({}).command == [str(folder / "run")]
    cell.clear()
    (tmp_path / gone).rename(tmp_path / "elsewhere")
    with pytest.raises(MachineFault, match=f"{gone}: is gone, or can no longer be reached$"):
        cell.fit({})


def test_a_file_that_a_bare_command_names_is_missed_before_the_bot_is(folder: Path, tmp_path: Path) -> None:
    cell = Cell(attempt(0), from_command("b", ["python", "bot.py"], folder), Limits(), bot=0)
    (folder / "bot.py").unlink()
    with pytest.raises(MachineFault, match=r"bot\.py: is gone"):
        cell.fit({})


@pytest.mark.parametrize(
    ("number", "kind"), [(errno.ENOSPC, MachineFault), (errno.EAGAIN, MachineFault), (errno.ENOEXEC, ArenaError)]
)
def test_what_keeps_a_bot_from_starting_is_charged_to_it_only_if_it_is_its_own(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[ArenaError]
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(seats_process, "spawn", fail)
    cell = Cell(attempt(0), from_command("b", ["python", "bot.py"], folder), Limits(), bot=0)
    log = BotLog(tmp_path / "b.log")
    with closing(log), pytest.raises(ArenaError) as raised:
        BotProcess(cell, {}, log)
    cell.clear()
    assert type(raised.value) is kind
