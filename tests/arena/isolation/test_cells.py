"""Whom a match holds, and at which level."""

from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.isolation import cells
from arena.isolation.cells import cells_of
from arena.isolation.level import Level
from arena.isolation.levels.landlock import Landlocked
from arena.isolation.levels.session import OwnSession
from arena.records.job import BotProgram
from tests.arena.referee.real_match import job_of

OWN = BotProgram("own", ["./own"], "/bots/own")
FOLDER = BotProgram("folder", ["./bot"], "/bots/folder", built=[])
SUBMITTED = BotProgram("submitted", ["./bot"], f"/library/{'a' * 64}", built=[], digest="a" * 64)
REMOTE = BotProgram("remote", [], "", remote="key")


def held(tmp_path: Path, *bots: BotProgram, isolation: int | str = "auto") -> list[str]:
    """The words of each bot's level."""
    found = cells_of(job_of(list(bots), tmp_path, isolation=isolation))
    return [getattr(cell, "level", OwnSession()).words for cell in found]


def works(monkeypatch: pytest.MonkeyPatch, level: Level) -> str:
    monkeypatch.setattr(cells, "choose", lambda _: level)
    return level.words


def test_a_bare_command_is_held_only_where_that_is_demanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    strong, none = works(monkeypatch, Landlocked(drops_user=False)), OwnSession().words
    assert held(tmp_path, OWN, FOLDER, REMOTE) == [none, strong, none]
    assert held(tmp_path, OWN, FOLDER, REMOTE, isolation="strong") == [strong, strong, none]


def test_a_submission_is_not_played_unheld_unless_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    none = works(monkeypatch, OwnSession())
    assert held(tmp_path, OWN, FOLDER) == [none, none]
    with pytest.raises(ArenaError, match="install bubblewrap, or say isolation = 0 if you trust every bot"):
        held(tmp_path, OWN, SUBMITTED)
    assert held(tmp_path, OWN, SUBMITTED, isolation=0) == [none, none]
