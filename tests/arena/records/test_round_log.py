"""Rounds kept in few bytes read as the list that they are."""

import tracemalloc

import msgspec
import pytest

from arena.records.round_log import CHUNK, Correction, PlayedRound, PlayedSeat, RoundLog

COUNTS = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5]


def rounds(count: int) -> list[PlayedRound]:
    return [
        PlayedRound(number, [PlayedSeat(bytes([number % 256] * 14), number) for _ in range(4)], [3, 1, -1, -3])
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize("count", COUNTS)
def test_it_is_the_list_it_was_made_of(count: int) -> None:
    log = RoundLog.of(rounds(count))
    assert len(log) == count
    assert list(log) == rounds(count)
    assert [log[index] for index in (0, -1, count // 2) if count] == [
        rounds(count)[index] for index in (0, -1, count // 2) if count
    ]
    with pytest.raises(IndexError):
        log[count]


@pytest.mark.parametrize("index", [0, CHUNK - 1, CHUNK, 2 * CHUNK + 3])
def test_a_code_that_is_known_later_is_written_where_the_round_is(index: int) -> None:
    log = RoundLog.of(rounds(2 * CHUNK + 4))
    log[index].seats[1].code = "illegal"
    log = log.corrected([Correction(index, 2, "", "no-answer"), Correction(index, 1, "late", "no-answer")])
    coded = [(place, seat) for place, each in enumerate(log) for seat, done in enumerate(each.seats) if done.code]
    assert coded == [(index, 2)] if index < 2 * CHUNK else [(index, 1), (index, 2)]
    assert [done.code for done in log[index].seats][2] == "no-answer"


def test_it_travels() -> None:
    log = RoundLog.of(rounds(CHUNK + 7))
    assert list(msgspec.msgpack.decode(msgspec.msgpack.encode(log), type=RoundLog)) == list(log)


def test_a_round_takes_few_bytes_of_memory() -> None:
    tracemalloc.start()
    log = RoundLog()
    for played in rounds(40 * CHUNK):
        log.append(played)
    del played
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used / len(log) < 150
