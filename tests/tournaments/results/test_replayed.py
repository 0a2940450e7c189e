"""A match played again against its record: what is a forgery, and what a bot that is not steady."""

import msgspec
import pytest

from arena.records.result import MatchResult
from arena.records.round_log import PlayedSeat, RoundLog
from tests.tournaments.scripted import ScriptedExecutor, cup_of, play_out
from tournaments.results.verify.replayed import Answer, drawn_sample, judged
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> StoredMatch:
    folder = tmp_path_factory.mktemp("cup")
    play_out(cup_of(["ada", "bea", "cyd"], rounds=3, stage={"table_size": 3, "advance": 1}), folder, ScriptedExecutor())
    with Store.read(folder) as store:
        match = store.match("s1t1")
    assert match is not None
    return match


def again(stored: StoredMatch, place: Answer | None = None, action: bytes = b"") -> MatchResult:
    """The match as its bots play it, at one place with another action."""
    result = msgspec.structs.replace(stored.result, legs=[])
    for leg in stored.result.legs:
        rounds = []
        for played in leg.rounds:
            seats = list(played.seats)
            if place is not None and (leg.number + 1, played.number) == (place.leg, place.round):
                seats[leg.seating.index(place.bot)] = PlayedSeat(action, 1)
            rounds.append(msgspec.structs.replace(played, seats=seats))
        result.legs.append(msgspec.structs.replace(leg, rounds=RoundLog.of(rounds)))
    return result


@pytest.fixture(scope="module")
def place(stored: StoredMatch) -> Answer:
    """An answer in time."""
    leg = stored.result.legs[2]
    played = next(played for played in leg.rounds if not played.seats[1].code)
    return Answer(leg.seating[1], leg.number + 1, played.number)


def test_the_same_answers_are_as_recorded(stored: StoredMatch) -> None:
    found = judged(stored, [again(stored)])
    assert (found.differs, found.unsteady) == ([], [])
    assert 0 < found.compared <= 27


def test_what_the_bots_play_alike_twice_and_the_record_has_not_differs(stored: StoredMatch, place: Answer) -> None:
    other = again(stored, place, bytes(14))
    assert judged(stored, [other]).differs == judged(stored, [other, other]).differs == [place]


def test_a_bot_that_plays_a_hand_differently_twice_is_no_forgery(stored: StoredMatch, place: Answer) -> None:
    plays = [again(stored, place, bytes(14)), again(stored, place, bytes([1] * 14))]
    found = judged(stored, plays)
    assert (found.differs, found.unsteady) == ([], [place])


def test_the_sample_is_drawn_from_the_seal_and_has_a_match_at_least() -> None:
    matches = [f"s1t{number}" for number in range(1, 41)]
    assert len(drawn_sample(matches, 5, "ab")) == 2
    assert len(drawn_sample(matches, 0.1, "ab")) == 1
    assert drawn_sample(matches, 100, "ab") == matches
    assert drawn_sample(matches, 50, "ab") == drawn_sample(matches, 50, "ab") != drawn_sample(matches, 50, "cd")


def test_a_play_in_which_an_answer_is_missing_confirms_nothing(stored: StoredMatch, place: Answer) -> None:
    result = again(stored)
    leg = result.legs[place.leg - 1]
    rounds = list(leg.rounds)
    played = rounds[place.round - 1]
    seats = list(played.seats)
    seats[leg.seating.index(place.bot)] = PlayedSeat(b"E", 0, "exited")
    rounds[place.round - 1] = msgspec.structs.replace(played, seats=seats)
    result.legs[place.leg - 1] = msgspec.structs.replace(leg, rounds=RoundLog.of(rounds))
    assert judged(stored, [result]).lost == "1 answer was not given again"
