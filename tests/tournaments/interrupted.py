"""A cup that is broken off after some of its matches, and resumed."""

from pathlib import Path

import pytest

from tests.tournaments.scripted import Killed, ScriptedExecutor, around, cup_of, file_of
from tournaments.cup.cup import Cup
from tournaments.results.summary import Summary, summarize
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

CUP = cup_of()


def begin(folder: Path, played: int, cup: Cup = CUP) -> Summary:
    """Break the cup off after so many matches."""
    with pytest.raises(Killed):
        run_tournament(cup, file_of(cup), folder, around(ScriptedExecutor(slots=1, stop_after=played)))
    with Store.read(folder) as store:
        return summarize(store)


def go_on(folder: Path, executor: ScriptedExecutor | None = None, cup: Cup = CUP) -> Summary:
    return run_tournament(cup, file_of(cup), folder, around(executor))
