"""That greedy is greedy, balanced finds the most promising arrangement there is, and the expert sees who is greedy."""

import random
from itertools import combinations

import pytest

from arena.shisanshui.arrangement import Action, Arrangement, StandIn
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.rows import row_value
from arena.shisanshui.ruleset import load_rules
from protocol.sdk import Table
from tests.sample_bots.loading import module


def arrangements(cards: list[int]) -> list[tuple[int, int, int]]:
    """The row values of every legal arrangement."""
    found = set()
    places = set(range(13))
    values = {five: row_value([cards[place] for place in five]) for five in combinations(range(13), 5)}
    for back, back_value in values.items():
        rest = sorted(places.difference(back))
        for middle in combinations(rest, 5):
            front = row_value([cards[place] for place in rest if place not in middle])
            if front <= values[middle] <= back_value:
                found.add((front, values[middle], back_value))
    return sorted(found)


@pytest.mark.parametrize("seed", range(4))
def test_balanced_finds_the_most_promising_of_all(seed: int) -> None:
    balanced = module("balanced")
    chances = balanced.BalancedBot().chances
    deck = list(range(52)) * (1 + seed % 2)
    cards = random.Random(seed).sample(deck, 13)

    def promise(values: tuple[int, ...]) -> float:
        return float(sum(chance[value] for chance, value in zip(chances, values, strict=True)))

    rows = balanced.most_promising(cards, chances, 0)
    laid = [row_value([cards[place] for place in range(13) if row >> place & 1]) for row in rows]
    assert promise(tuple(laid)) == pytest.approx(max(map(promise, arrangements(cards))))


@pytest.mark.parametrize("seed", range(4))
def test_greedy_lays_the_highest_back_and_then_the_highest_middle(seed: int) -> None:
    greedy = module("greedy")
    cards = random.Random(seed).sample(range(52), 13)
    front, middle, back = (row_value([cards[place] for place in row]) for row in greedy.best_back_first(cards, 0))
    assert (back, middle) == max((back, middle) for _, middle, back in arrangements(cards))
    assert front <= middle


def test_chances_rise_with_the_row_and_stay_between_never_and_always() -> None:
    for chance in module("balanced").BalancedBot().chances:
        seen = [chance[value] for value in range(0, 10 << 20, 1 << 14)]
        assert seen == sorted(seen)
        assert 0 <= seen[0] < 0.01
        assert 0.99 < seen[-1] <= 1


def test_random_plays_a_hand_the_same_way_twice_so_that_a_match_can_be_played_again() -> None:
    time = {"decision_ms": 1000, "grace_ms": 100, "bank_ms": 0}
    start = {"match": "m", "game": "shisanshui", "seat": 0, "seats": ["a"], "rounds": 1, "rules": {}, "time": time}
    table = Table(start)
    hand = random.Random(5).sample(TEXTS[:52], 13)
    bot = module("random").RandomBot()
    assert bot.arrange(hand, table) == bot.arrange(hand, table)


@pytest.mark.parametrize("stand_in", [False, True])
def test_the_expert_sees_who_plays_greedily_but_not_in_what_a_stand_in_laid(stand_in: bool) -> None:
    game = Shisanshui(load_rules("standard"))
    time = {"decision_ms": 1000, "grace_ms": 100, "bank_ms": 0}
    table = Table(
        {
            "match": "m1",
            "game": game.name,
            "seat": 1,
            "seats": ["ada", "expert", "bea"],
            "rounds": 3,
            "rules": game.rules(),
            "time": time,
        }
    )
    expert, greedy = module("expert").ExpertBot(), module("greedy").GreedyBot()
    expert.match_started(table)
    for number in (1, 2, 3):
        state = game.start(b"seen", number, 3)
        hands = [state.observe(seat)["hand"] for seat in range(3)]
        actions: dict[int, Action] = {
            seat: Arrangement(*greedy.arrange(hand, table)) for seat, hand in enumerate(hands)
        }
        if stand_in:
            actions[2] = StandIn(*greedy.arrange(hands[2], table))
        (event,) = state.apply(actions).events(0, expert.event_detail)
        expert.settled(event, table)
    assert expert.arrange(hands[1], table)[0]
    kinds = [expert.opponents.kind(seat) for seat in range(3)]
    assert kinds == ["greedy", "other", "other" if stand_in else "greedy"]
