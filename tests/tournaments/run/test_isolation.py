"""A cup that demands what the machine has not does not begin; what its matches were held at is kept."""

from pathlib import Path

import msgspec
import pytest

from arena.errors import ArenaError
from arena.isolation import choice
from arena.isolation.choice import Unavailable
from tests.tournaments.scripted import around, cup_of, file_of
from tournaments.cup.file import sections_of
from tournaments.run.session import run_tournament

CUP = cup_of()


def refuse(number: int) -> None:
    raise Unavailable(f"no {number} here")


def test_a_demand_that_cannot_be_met_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "attempt", refuse)
    demanding = msgspec.structs.replace(CUP, match=msgspec.structs.replace(CUP.match, isolation="strong"))
    with pytest.raises(ArenaError, match="no 4 here; level 3: no 3 here"):
        run_tournament(demanding, file_of(CUP), tmp_path / "cup", around())
    assert list(tmp_path.iterdir()) == []


def test_isolation_and_limits_are_read_from_the_file() -> None:
    text = '[tournament]\nname = "Cup"\n[match]\nisolation = 3\n[match.limits]\nmemory = "1GiB"\n'
    match = sections_of(text + '[[bots]]\npath = "a"\n')["match"]
    settings = match.settings("cup.toml")
    assert settings.isolation == 3
    assert settings.limits.memory_mib == 1024
    assert msgspec.json.decode(msgspec.json.encode(settings), type=type(settings)) == settings
