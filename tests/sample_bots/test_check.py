"""Every sample bot, and every bot of a tutorial, passes the check that an organizer runs before admitting a bot."""

import re
from pathlib import Path

import pytest

from arena.check.run import PLAYED
from tests.arena.check.checking import check
from tests.arena.referee.real_match import nothing_left_running
from tests.places import DOCS, ROOT, SAMPLES
from tests.sample_bots.building import ready
from tests.sample_bots.loading import BOTS

SLOW_TO_CHECK = {"slow", "expert", "learner", "java", "cpp"}
"""Seconds each, and what they show the others show too."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name in SLOW_TO_CHECK)) for name in BOTS]
)
def test_a_sample_bot_passes(name: str, builds: Path, tmp_path: Path) -> None:
    bot = ready(SAMPLES / name, builds)
    with nothing_left_running():
        checked = check(str(bot), tmp_path, "--json")
    assert (checked.status, checked.named("fail")) == (0, [])
    assert checked.document["passed"]
    assert len(checked.steps) == len(PLAYED) + 2
    assert set(checked.named("skip")) <= {"batches"}


TUTORIALS = (ROOT / "README.md", DOCS / "write-a-bot.md")


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.name)
def test_the_first_bot_of_a_tutorial_passes_as_it_is_written(page: Path, tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    (tmp_path / "ada.py").write_text(found[1], encoding="utf-8")
    checked = check(str(tmp_path / "ada.py"), tmp_path / "logs", "--json")
    assert (checked.status, checked.named("fail")) == (0, [])
