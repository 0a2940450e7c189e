"""A finished tournament is what its end decided, and that is what follows from its matches."""

from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.scripted import BOTS, NOW, ScriptedExecutor, around, cup_of, file_of, play_out
from tournaments.cup.cup import Cup
from tournaments.cup.sequential import Until
from tournaments.results.ledger import Ledger
from tournaments.results.summary import recompute, summarize
from tournaments.run.director import Stopped
from tournaments.run.organizer import leave
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

CUPS = {
    "elimination": cup_of(),
    "level tables": cup_of(BOTS[:6], rounds=1, duplicate=False, stage={"table_size": 3, "advance": 1}),
    "until": cup_of(until=Until(confidence=0.8, max_rounds=6), rounds=1),
    "groups and final": cup_of(
        BOTS[:6],
        rounds=1,
        stages=[{"format": "groups", "groups": 2, "advance": 1}, {"format": "final-table"}],
    ),
    "swiss": cup_of(BOTS[:6], rounds=1, stages=[{"format": "swiss", "rounds": 3}]),
}


def finished(folder: Path, cup: Cup, **executor: Any) -> Store:
    play_out(cup, folder, ScriptedExecutor(**executor))
    return Store.read(folder)


@pytest.mark.parametrize("cup", CUPS.values(), ids=CUPS)
def test_what_the_end_decided_is_what_follows_from_the_matches(cup: Cup, tmp_path: Path) -> None:
    with finished(tmp_path, cup, lose={"s1t1": 2, "s1t2": 1}) as store:
        assert summarize(store) == recompute(store)


def test_a_cup_that_a_bot_has_left_too(tmp_path: Path) -> None:
    cup, asked = CUPS["until"], iter([False, False, True])
    with pytest.raises(Stopped):
        run_tournament(cup, file_of(cup), tmp_path, around(stopped=lambda: next(asked)))
    leave(tmp_path, "withdraw", "ada", "has gone home", NOW)
    with finished(tmp_path, cup) as store:
        assert summarize(store).interventions
        assert summarize(store) == recompute(store)


def test_a_finished_cup_can_be_looked_at_by_an_arena_that_would_draw_it_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with finished(tmp_path, CUPS["swiss"]) as store:
        before = summarize(store)

        def otherwise(*_: object) -> Ledger:
            raise ValueError("s2t1: the result is of others")

        monkeypatch.setattr(Ledger, "of", otherwise)
        assert summarize(store) == before
