"""What a bot finds around itself at each level, as it says itself: one that is started twice in a leg."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from arena.isolation.choice import attempt, shares_memory
from tests.arena.isolation.real_attacks import ORDINARY, folder_for_everybody, submission
from tests.arena.referee.real_match import SEED, play
from tests.places import ROOT

OF_ITS_OWN = {1, 4}
"""Levels at which each bot has a user id of its own."""
KEPT = {"LANG", "LC_ALL", "LC_CTYPE", "TZ"}
GIVEN = {"PATH", "HOME", "PWD", "TMPDIR", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
TOLD = {"ARENA_ENDPOINT", "ARENA_TOKEN", "ARENA_SCRATCH"}


@pytest.fixture(scope="module")
def starts(level: int) -> list[list[dict[str, Any]]]:
    """What each of two bots says at each of its two starts."""
    with folder_for_everybody() as folder:
        witness = ("tests.arena.isolation.attacks.witness", SEED.hex()[::-1])
        bots = [submission(folder / name, name, *witness) for name in ("first", "second")]
        play(bots, folder / "logs", **ORDINARY | {"isolation": level, "restarts": 1})
        logs = [Path(folder, "logs", f"m1-{seat}-{bot.name}.log") for seat, bot in enumerate(bots, start=1)]
        return [[json.loads(line) for line in log.read_text().splitlines() if line[:1] == "{"] for log in logs]


def test_the_environment_is_bare_where_the_bot_is_a_strangers(level: int, starts: list[list[dict[str, Any]]]) -> None:
    for said in starts[0] + starts[1]:
        names = set(said["environment"])
        assert names >= TOLD
        if level > 0:
            assert names <= KEPT | GIVEN | TOLD
            assert len(said["homes"]) == 1


def test_its_own_folder_is_read_only_and_the_network_closed(level: int, starts: list[list[dict[str, Any]]]) -> None:
    for said in starts[0] + starts[1]:
        assert said["network"] == (level < 2)
        if level > 0 or os.geteuid() != 0:
            assert not said["own folder"]


def test_users_are_different_where_that_is_said(level: int, starts: list[list[dict[str, Any]]]) -> None:
    users = {said["user"] for bot in starts for said in bot}
    assert len(users) == (2 if level in OF_ITS_OWN else 1)
    assert level not in OF_ITS_OWN or 0 not in users


def test_other_processes_are_seen_at_the_lowest_levels_alone(level: int, starts: list[list[dict[str, Any]]]) -> None:
    assert {said["strangers"] for bot in starts for said in bot} == {level < 2}


def test_nobody_is_told_the_deal_seed(starts: list[list[dict[str, Any]]]) -> None:
    assert {said["seed"] for bot in starts for said in bot} == {False}


def test_temporary_folders_are_the_scratch_folder(level: int, starts: list[list[dict[str, Any]]]) -> None:
    expected = {0: [], 1: [], 2: ["/dev/shm"] * shares_memory(attempt(level)), 3: ["/tmp", "/dev/shm"]}[min(level, 3)]
    for said in starts[0] + starts[1]:
        assert said["temporary"] == [place for place in expected if not ROOT.is_relative_to(place)]


def test_a_bot_that_is_restarted_finds_its_scratch_folder_empty_where_it_is_memory(
    level: int, starts: list[list[dict[str, Any]]]
) -> None:
    for bot in starts:
        assert [said["kept"] for said in bot] == [False, level < 3]
