"""A bot of the SDK plays in this process as it plays in a match."""

from typing import Any

import pytest

from arena.lab import WrongAnswer, greedy, simulate
from arena.lab.bots import of_bot
from protocol.sdk import Bot, Table
from tests.sample_bots.loading import module


class Recorder(Bot):
    """Forfeits, and keeps what it was told."""

    def __init__(self) -> None:
        self.started: list[Table] = []
        self.asked: list[tuple[int, list[str]]] = []

    def match_started(self, table: Table) -> None:
        self.started.append(table)

    def arrange(self, hand: list[str], table: Table) -> Any:
        self.asked.append((table.round, hand))


class Declining(Bot):
    def arrange(self, hand: list[str], table: Table) -> Any:
        return tuple(hand[10:]), tuple(hand[5:10]), tuple(hand[:5]), True


def test_the_sample_bot_greedy_wins_what_greedy_wins() -> None:
    bot = of_bot(module("greedy").GreedyBot(), "wild", players=3)
    assert (
        simulate([bot, greedy("wild"), bot], 10, "wild").tolist() == simulate([greedy("wild")] * 3, 10, "wild").tolist()
    )


def test_it_is_told_the_match_and_asked_round_by_round() -> None:
    bot = Recorder()
    water = simulate([greedy("common"), of_bot(bot, "common", players=2, seat=1)], 3, "common")
    (table,) = bot.started
    assert (table.seat, len(table.seats), table.rules["name"]) == (1, 2, "common")
    assert [number for number, _ in bot.asked] == [1, 2, 3]
    assert all(len(hand) == 13 and isinstance(hand[0], str) for _, hand in bot.asked)
    assert (water[:, 1] < 0).all()


def test_a_fourth_value_declines() -> None:
    def rows(hand: list[int]) -> Any:
        return hand[10:], hand[5:10], hand[:5], True

    bot = of_bot(Declining(), "common", players=2)
    assert simulate([bot, greedy()], 300, "common").tolist() == simulate([rows, greedy()], 300, "common").tolist()


def test_cards_it_does_not_hold_are_named() -> None:
    class Cheat(Bot):
        def arrange(self, hand: list[str], table: Table) -> Any:
            return ["As"] * 3, hand[3:8], hand[8:]

    with pytest.raises(WrongAnswer, match=r"players\[0\] with .*: "):
        simulate([of_bot(Cheat(), players=2), greedy()], 1)
