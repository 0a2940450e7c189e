"""Lines as they come, and hands evaluated together as they are one by one."""

import io
import json
from random import Random
from typing import Any

import msgspec
import pytest

from arena.cli.score.chunks import Entry, chunks, evaluate_together
from arena.cli.score.lines import LaidRound
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.rounds import LaidSeat, score_round
from arena.shisanshui.ruleset import load_rules, rules_from
from tests.arena.shisanshui.tables import dealt


class Pieces(io.RawIOBase):
    """A pipe that gives the data piece by piece."""

    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = pieces

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._pieces:
            return 0
        piece = self._pieces.pop(0)
        buffer[: len(piece)] = piece
        return len(piece)


def read(*pieces: bytes) -> list[tuple[int, list[tuple[int, bytes]]]]:
    return list(chunks(io.BufferedReader(Pieces(list(pieces)))))


def test_each_whole_line_is_given_as_soon_as_it_is_there() -> None:
    assert read(b"one\ntw", b"o\n\n  \nthree\nfo", b"ur") == [
        (6, [(1, b"one")]),
        (14, [(2, b"two"), (5, b"three")]),
        (2, []),
        (0, [(6, b"four")]),
    ]


def test_nothing_to_read() -> None:
    assert read() == []
    assert read(b"\n") == [(1, [])]


def test_of_a_line_too_long_only_the_beginning_is_kept() -> None:
    piece = b"x" * 5000
    found = [line for _, lines in read(*[piece] * 1000, b"\nshort\n") for line in lines]
    assert [number for number, _ in found] == [1, 2]
    assert 1 << 20 <= len(found[0][1]) <= (1 << 20) + 5000
    assert found[1][1] == b"short"


def entry(number: int, rules: Any, seats: list[dict[str, Any]]) -> Entry:
    return Entry(number, rules, LaidRound(msgspec.Raw(b'""'), msgspec.convert(seats, list[LaidSeat])))


def laid(cards: list[int], decline: bool) -> dict[str, Any]:
    texts = [TEXTS[card] for card in cards]
    return {"front": texts[:3], "middle": texts[3:8], "back": texts[8:], "decline": decline}


@pytest.mark.parametrize("name", ["standard", "common", "tianmei", "two-packs", "wild"])
def test_hands_together_are_the_hands_one_by_one(name: str) -> None:
    rules = rules_from({"extends": name, "horse": "5h"})
    chance = Random(name)
    entries = []
    for number in range(120):
        seats = [laid(cards, chance.random() < 0.3) for cards in dealt(rules, chance, 2 + number % 2)]
        if number % 10 == 9:
            seats[0] = chance.choice([{"escaped": True}, {"foul": True}])
        entries.append(entry(number, rules, seats))
    together = evaluate_together(entries)
    assert len(together) >= 10
    for each in entries:
        if each.number in together:
            assert together[each.number] == score_round(rules, each.laid.seats).hands
        else:
            assert each.number % 10 == 9 or name == "wild"


def test_what_needs_a_closer_look_is_left_out() -> None:
    rules = load_rules("standard")
    chance = Random(1)
    good = [[laid(cards, False) for cards in dealt(rules, chance, 2)] for _ in range(20)]
    unknown, foreign, repeated, joker = json.loads(json.dumps(good[:4]))
    unknown[0]["front"][0] = "1s"
    foreign[0]["front"][0] = "黑桃"
    repeated[0]["front"][0] = repeated[1]["back"][0]
    joker[1]["back"][0] = "Xb"
    rounds = [*good, unknown, repeated, joker]
    assert set(evaluate_together([entry(place, rules, seats) for place, seats in enumerate(rounds)])) == set(range(20))
    few = [entry(place, rules, seats) for place, seats in enumerate(good[:15])]
    assert evaluate_together(few) == {}
    assert evaluate_together([*few, entry(15, rules, foreign)]) == {}
    too_many = good[0] + good[1] + good[2][:1]
    assert evaluate_together([entry(place, rules, too_many) for place in range(20)]) == {}
