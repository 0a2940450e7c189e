"""Many who watch cost what one costs, and nobody sees an old state."""

import asyncio
from pathlib import Path

import pytest

from tournaments.layout import EVENTS, LIVE, RESULTS
from tournaments.web.moments import Moments, state_of


class Making:
    """Counts how often something is made; it is done when `finish` is set."""

    def __init__(self) -> None:
        self.times = 0
        self.finish = asyncio.Event()

    async def __call__(self) -> str:
        self.times += 1
        await self.finish.wait()
        return f"made {self.times}"


def test_two_hundred_at_once_are_given_what_was_made_once() -> None:
    async def ask() -> tuple[list[str], int]:
        moments, making = Moments(), Making()
        asking = [asyncio.create_task(moments.text("cup", making)) for _ in range(200)]
        await asyncio.sleep(0)
        asking.pop(0).cancel()  # the first to ask closes its tab
        making.finish.set()
        return await asyncio.gather(*asking), making.times

    answers, times = asyncio.run(ask())
    assert set(answers) == {"made 1"}
    assert times == 1


def test_another_state_is_made_anew() -> None:
    async def ask() -> list[str]:
        moments, making = Moments(), Making()
        making.finish.set()
        return [await moments.text(state, making) for state in ("before", "before", "after")]

    assert asyncio.run(ask()) == ["made 1", "made 1", "made 2"]


@pytest.mark.parametrize("file", [RESULTS, f"{RESULTS}-wal", EVENTS, f"{LIVE}/s1t1.json"])
def test_whatever_the_cup_writes_is_another_state(tmp_path: Path, file: str) -> None:
    (tmp_path / LIVE).mkdir()
    before = state_of(tmp_path, "s1t1")
    (tmp_path / file).write_text("news")
    assert state_of(tmp_path, "s1t1") != before
