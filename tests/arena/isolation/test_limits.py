"""Bots that take what the machine has as real programs in real matches: a limit ends them, and nothing is left."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from arena.records.result import MatchResult
from tests.arena.isolation.real_attacks import BY_NAME, ORDINARY, attacker, folder_for_everybody, running, victim
from tests.arena.referee.real_match import play

LIMITED = {
    "takes_4_gib_of_memory": "memory 512 MiB",
    "takes_4_gib_of_shared_memory": "memory 512 MiB",
    "takes_4_gib_in_many_processes": "memory 512 MiB",
    "takes_4_gib_in_orphans": "memory 512 MiB",
    "takes_4_gib_in_hidden_processes": "memory 512 MiB",
    "takes_4_gib_in_sockets": "memory 512 MiB",
    "takes_4_gib_in_page_tables": "memory 512 MiB",
    "makes_a_million_empty_files": "scratch 64 MiB",
    "forks_300_times": "processes 64",
    "fills_its_scratch": "scratch 64 MiB",
}
UNCOUNTED = list(LIMITED)[4:8]
"""What a control group counts and no limit of a process does."""
SIDE_BY_SIDE = 4
"""Attackers at a table of five, beside their victim."""
SCRATCH_ON_DISK = {1, 2}
"""Levels at which the scratch folder is watched from outside."""


@contextmanager
def loud(level: int, folder: Path, *attacks: str, interpreter: str = "", **settings: Any) -> Iterator[MatchResult]:
    """One match of a victim that thinks and an attacker for each attack; nothing of it is left running. The referee is
    run by this `interpreter`, or that of the tests.
    """
    mark = uuid4().hex
    bots = [attacker(folder / attack, mark, attack) for attack in attacks]
    named = [msgspec.structs.replace(bot, name=attack) for bot, attack in zip(bots, attacks, strict=True)]
    wanted = ORDINARY | {"isolation": level, "restarts": 0, "rules": "five-players"} | settings
    bots = [victim(folder / "victim", thinks_ms=20), *named]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", interpreter or sys.executable)
        result = play(bots, folder / "logs", **wanted)
    yield result
    assert running(mark) == []


def test_they_end_where_there_are_no_control_groups(level: int, tmp_path: Path, without_groups: str) -> None:
    attacks = [attack for attack in UNCOUNTED if level in BY_NAME[attack].stopped_at]
    with loud(level, tmp_path, *attacks, interpreter=without_groups) as result:
        assert result.reason == "completed"
        assert not any("cgroup" in words for words in result.isolation)
        struck = {strike.bot: (strike.code, strike.message.split(";")[0]) for strike in result.strikes}
        assert struck == {bot: ("over-limit", LIMITED[attack]) for bot, attack in enumerate(attacks, start=1)}


def test_an_ordinary_user_sees_what_nobody_may_look_into(level: int, as_an_ordinary_user: tuple[str, Path]) -> None:
    """Root may look into every process, so that it would prove nothing."""
    interpreter, folder = as_an_ordinary_user
    with loud(level, folder, "takes_4_gib_in_hidden_processes", interpreter=interpreter) as result:
        assert not any("cgroup" in words for words in result.isolation)
        struck = {strike.bot: (strike.code, strike.message.split(";")[0]) for strike in result.strikes}
        assert struck == {1: ("over-limit", "memory 512 MiB")}


@pytest.mark.parametrize(
    "attacks", [list(LIMITED)[first : first + SIDE_BY_SIDE] for first in range(0, len(LIMITED), SIDE_BY_SIDE)]
)
def test_a_limit_ends_them_and_is_their_reason(attacks: list[str], level: int, tmp_path: Path) -> None:
    attacks = [attack for attack in attacks if level in BY_NAME[attack].stopped_at]
    with loud(level, tmp_path, *attacks) as result:
        assert result.reason == "completed"
        struck = {strike.bot: (strike.code, strike.message.split(";")[0]) for strike in result.strikes}
        assert struck == {bot: ("over-limit", LIMITED[attack]) for bot, attack in enumerate(attacks, start=1)}


def test_no_folder_ends_the_referee_or_outlasts_the_match(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with folder_for_everybody() as folder:
        monkeypatch.setenv("TMPDIR", str(folder))
        monkeypatch.setattr(tempfile, "tempdir", None)
        # enough rounds for a look at the scratch folders: the victim thinks in each
        with loud(level, folder, "nests_folders", "closes_its_folders", rounds=50) as result:
            assert result.reason == "completed"
            struck = {strike.bot: strike.code for strike in result.strikes}
            assert struck.items() <= {1: "over-limit", 2: "over-limit"}.items()
            if level in SCRATCH_ON_DISK:
                assert 1 in struck
        assert list(folder.glob("arena-*")) == []


def test_no_detached_process_is_left_and_a_thinking_bot_gets_no_strike(level: int, tmp_path: Path) -> None:
    attacks = ["leaves_a_grandchild"]
    if level in BY_NAME["burns_the_processor"].stopped_at:
        attacks.append("burns_the_processor")
    with loud(level, tmp_path, *attacks, decision_ms=1500) as result:
        assert result.strikes == []
