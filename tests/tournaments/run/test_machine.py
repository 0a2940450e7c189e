"""What an organizer is told of this machine before a cup begins."""

from typing import Any

import msgspec
import pytest

from arena.errors import ArenaError
from arena.isolation.choice import attempt
from arena.isolation.levels.landlock import Landlocked
from arena.isolation.levels.session import OwnSession
from arena.records.job import BotProgram, MatchSettings
from tournaments.run import machine
from tournaments.run.machine import isolation_warning

OWN = BotProgram("ada", ["./ada"], "/bots/ada")
STRANGERS = msgspec.structs.replace(OWN, built=[])


class Held(Landlocked):
    """A level with or without what makes it complete."""

    def __init__(self, counted: bool, apart: bool) -> None:
        super().__init__(drops_user=False)
        self.counted = counted
        self.keeps_legs_apart = apart


def warned(
    monkeypatch: pytest.MonkeyPatch, level: Any, bot: BotProgram = STRANGERS, shares: bool = True, **settings: Any
) -> str:
    monkeypatch.setattr(machine, "choose", lambda _: level)
    monkeypatch.setattr(machine, "shares_memory", lambda _: shares)
    return str(isolation_warning(MatchSettings(**settings), [bot]) or "")


def test_what_a_level_cannot_hold_here_is_told_before_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = "there are no control groups, so a bot can be over its memory for a moment"
    legs = "a bot can pass on what it saw from one leg to the next"
    help_ = "; docs/security.md says what helps"
    assert warned(monkeypatch, Held(False, False)) == f"isolation level 2: {memory}; {legs}{help_}"
    assert warned(monkeypatch, Held(True, False)) == f"isolation level 2: {legs}{help_}"
    assert warned(monkeypatch, Held(True, False), duplicate=False) == ""
    assert warned(monkeypatch, Held(True, True)) == ""
    memory = "a bot has no shared memory, so Python's multiprocessing.Pool and the like do not work"
    assert warned(monkeypatch, Held(True, True), shares=False) == f"isolation level 2: {memory}{help_}"


def test_an_organizers_own_bots_need_no_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    assert warned(monkeypatch, Held(False, False), OWN) == ""
    assert warned(monkeypatch, OwnSession(), STRANGERS, isolation=0) == ""


def test_a_run_that_will_be_refused_is_not_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: object) -> Any:
        raise ArenaError("cannot be had")

    monkeypatch.setattr(machine, "choose", refused)
    assert isolation_warning(MatchSettings(isolation="strong"), [STRANGERS]) is None


def test_a_level_counts_where_the_kernel_does() -> None:
    level = attempt(0)
    assert (level.counted, level.trusted) == (False, True)
