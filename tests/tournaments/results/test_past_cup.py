"""What a past cup teaches a planner."""

from pathlib import Path

import numpy as np
import pytest

from arena.errors import ArenaError
from tests.tournaments.scripted import BOTS, around, cup_of, file_of
from tournaments.results.past_cup import lessons
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

LEAGUE = [{"format": "round-robin", "table_size": 4}]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("past")
    cup = cup_of(rounds=6, stages=LEAGUE)
    run_tournament(cup, file_of(cup), folder, around())
    return folder


def test_known_bots_are_surer_than_new_ones_and_luck_is_what_was_played(played: Path) -> None:
    with Store.read(played) as store:
        strengths, luck, spread = lessons(store, cup_of((*BOTS[:3], "new")))
        deals = np.concatenate([[np.array(water) for _, water in it.deals()] for it in store.matches()])
    assert strengths.mean[3] == 0
    assert strengths.sd[3] == pytest.approx(spread)
    assert (strengths.sd[:3] < spread).all()
    drawn = np.array([luck.draw(np.random.default_rng(n), 1, 4) for n in range(500)])
    assert 0 < drawn.std() < deals.std() * 1.3
    assert np.abs(drawn.sum(axis=1)).max() < 1e-9


def test_strengths_follow_the_size_of_the_tables_to_come(played: Path) -> None:
    with Store.read(played) as store:
        of_four = lessons(store, cup_of())
        of_two = lessons(store, cup_of(stage={"table_size": 2, "advance": 1}))
    assert of_two[2] == pytest.approx(of_four[2] / 3)
    assert of_two[0].mean == pytest.approx(of_four[0].mean / 3)


def test_what_cannot_teach_is_refused(played: Path, tmp_path: Path) -> None:
    with Store.read(played) as store, pytest.raises(ArenaError, match="only one of the two is duplicate"):
        lessons(store, cup_of(duplicate=False))
    short = cup_of(BOTS[:4], rounds=2)
    run_tournament(short, file_of(short), tmp_path, around())
    with Store.read(tmp_path) as store, pytest.raises(ArenaError, match="2 deals played; at least 30 are needed"):
        lessons(store, short)
