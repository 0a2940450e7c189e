"""Messages that are nearly answers, over a seat's path and over the encrypted port, cost nobody but their sender."""

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.records.result import MatchResult
from tests.arena.referee.badbots.hostile import spoil
from tests.arena.referee.real_match import bad_bot, nothing_left_running, play
from tests.arena.remote.afar import Played, RemoteWire, remote_bot, remote_job

SETTINGS = {"decision_ms": 20_000, "strikes": 10_000, "restarts": 0}
ROUNDS = 150
"""Each has one right answer too many at most: thousands of those would be a flood."""
ITS_OWN = {"malformed", "illegal", "too-large", "no-answer", "late"}
"""What an answer can be charged for; nobody is sent away."""


def check(result: MatchResult, rounds: int) -> None:
    assert result.reason == "completed"
    assert result.states == ["playing", "playing"]
    assert 0 < result.referee_peak_kib < 150 * 1024
    played = result.legs[0].rounds
    assert len(played) == rounds
    assert {each.seats[0].code for each in played} == {""}
    codes = [strike.code for strike in result.strikes]
    assert {strike.bot for strike in result.strikes} == {1}
    assert set(codes) <= ITS_OWN
    assert "malformed" in codes
    assert "" in {each.seats[1].code for each in played}
    assert all(strike.message.isprintable() and len(strike.message) < 1000 for strike in result.strikes)


def over_a_path(seed: int, rounds: int, folder: Path) -> MatchResult:
    with nothing_left_running():
        return play([bad_bot("good"), bad_bot(f"spoils {seed}")], folder, rounds=rounds, **SETTINGS)


def from_afar(seed: int, rounds: int, folder: Path) -> MatchResult:
    job = remote_job([bad_bot("good"), remote_bot()], folder, rounds=rounds, **SETTINGS | {"startup_ms": 60_000})
    match = Played(job, folder)
    with RemoteWire(match.endpoint()) as wire, pytest.raises(SystemExit):
        wire.greet()
        spoil(wire, seed)
    return match.result()


Way = Callable[[int, int, Path], MatchResult]
WAYS: list[Way] = [over_a_path, from_afar]


@pytest.mark.parametrize("way", WAYS)
def test_only_the_sender_is_charged(way: Way, tmp_path: Path) -> None:
    check(way(1, ROUNDS, tmp_path), ROUNDS)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(2, 22))
def test_only_the_sender_is_charged_by_other_numbers(way: Way, seed: int, tmp_path: Path) -> None:
    check(way(seed, ROUNDS, tmp_path), ROUNDS)
