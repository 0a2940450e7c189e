"""A digest holds for ever: a field that is added to a record later changes none that was made before."""

from typing import Any

import msgspec

from arena.records.job import MatchSettings
from arena.records.result import Leg, MatchResult
from arena.records.round_log import RoundLog
from tests.tournaments.store.stored import stored_match
from tournaments.store.digests import match_digest, sha256_of


class LaterResult(MatchResult, tag="result"):
    said: str = ""
    seen: list[int] = msgspec.field(default_factory=list)


class LaterSettings(MatchSettings, frozen=True):
    mood: str | None = None


class LaterLeg(Leg):
    lag: int = 0


def test_it_is_over_all_that_the_first_arena_kept() -> None:
    match = stored_match(rounds=300)
    kept = msgspec.to_builtins(match.settings)
    del kept["window_floor_ms"]
    assert match_digest(match.settings, match.result) == sha256_of(kept, _kept_of(match.result))


def test_a_later_field_counts_where_it_says_something() -> None:
    result = stored_match().result
    fields = msgspec.structs.asdict(result)
    later = LaterResult(**fields)
    assert match_digest(later) == match_digest(result)
    assert (
        len({match_digest(it) for it in (later, LaterResult(**fields, said="x"), LaterResult(**fields, seen=[1]))}) == 3
    )
    assert match_digest(LaterSettings()) == match_digest(MatchSettings())
    assert match_digest(LaterSettings(mood="good")) != match_digest(MatchSettings())


def test_a_later_field_of_a_leg_too() -> None:
    leg = Leg(0, [0, 1], RoundLog(), [1, 2])
    result = stored_match().result
    with_leg = msgspec.structs.replace(result, legs=[leg])
    later = msgspec.structs.replace(result, legs=[LaterLeg(**msgspec.structs.asdict(leg))])
    assert match_digest(later) == match_digest(with_leg)


def test_a_field_of_the_first_arena_counts_whatever_it_says() -> None:
    result = stored_match().result
    for peak in (0, 1):
        result.referee_peak_kib = peak
        assert match_digest(result) == sha256_of(_kept_of(result))


def _kept_of(result: MatchResult) -> dict[str, Any]:
    """What the first arena kept of a result."""
    kept: dict[str, Any] = msgspec.to_builtins(result, builtin_types=(bytes,))
    del kept["assisted"]
    return kept
