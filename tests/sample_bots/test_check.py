"""Every sample bot passes the check that an organizer runs before admitting a bot."""

from pathlib import Path

import pytest

from arena.check.run import PLAYED
from tests.arena.check.checking import check
from tests.arena.referee.real_match import nothing_left_running
from tests.places import SAMPLES
from tests.sample_bots.building import ready
from tests.sample_bots.loading import BOTS


@pytest.mark.parametrize("name", BOTS)
def test_a_sample_bot_passes(name: str, builds: Path, tmp_path: Path) -> None:
    bot = ready(SAMPLES / name, builds)
    with nothing_left_running():
        checked = check(str(bot), tmp_path, "--json")
    assert (checked.status, checked.named("fail")) == (0, [])
    assert checked.document["passed"]
    assert len(checked.steps) == len(PLAYED) + 2
    assert set(checked.named("skip")) <= {"batches"}
