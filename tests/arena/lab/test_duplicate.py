"""Duplicate deals in this process come to what a duplicate match comes to."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.lab import simulate_duplicate
from arena.match.duplicate import leg_seatings, settle_deals
from arena.records.result import Leg
from arena.records.round_log import PlayedRound, PlayedSeat, RoundLog
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import RuleSet, rule_names, rules_from
from tests.arena.lab.playing import SWITCHES, Erratic, action_of, hand_of


def matched(rules: RuleSet, players: list[Erratic], seed: bytes, deals: int) -> list[list[float]]:
    """The water of each deal as a duplicate match settles its legs."""
    game = Shisanshui(rules)
    legs = []
    for number, seating in enumerate(leg_seatings(seed, len(players), duplicate=True)):
        log = RoundLog()
        for deal in range(1, deals + 1):
            state = game.start(seed, deal, len(players))
            actions = [action_of(players[bot](hand_of(state, seat))) for seat, bot in enumerate(seating)]
            log.append(PlayedRound(deal, [PlayedSeat(game.pack([action]), 0) for action in actions], []))
        legs.append(Leg(number, seating, log, []))
    settled = settle_deals(game, legs, seed)
    return [[total / settled.seatings for total in totals] for totals in settled.deals]


@settings(max_examples=20)
@given(st.sampled_from(rule_names()), st.sampled_from(SWITCHES), st.data(), st.binary(max_size=40))
def test_deals_come_to_what_a_duplicate_match_makes_of_them(
    name: str, switches: dict[str, object], data: st.DataObject, seed: bytes
) -> None:
    rules = rules_from({"extends": name, **switches})
    players = [Erratic(str(seat)) for seat in range(data.draw(st.integers(2, rules.most_seats)))]
    assert simulate_duplicate(players, 2, rules, seed).tolist() == matched(rules, players, seed, 2)


def test_more_deals_than_are_worked_on_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [Erratic("a").batched(), Erratic("b").batched(), Erratic("c").batched()]
    whole = simulate_duplicate(players, 7)
    monkeypatch.setattr("arena.lab.duplicate._CHUNK", 3)
    assert simulate_duplicate(players, 7).tolist() == whole.tolist()
    assert simulate_duplicate(players, 3, first=5).tolist() == whole[4:].tolist()


def test_a_player_wins_nothing_from_itself() -> None:
    def by_rank(hand: list[int]) -> tuple[list[int], list[int], list[int]]:
        return hand[10:], hand[5:10], hand[:5]

    assert not simulate_duplicate([by_rank] * 4, 10).any()


def test_fewer_than_no_deals() -> None:
    with pytest.raises(ValueError, match="deals: 0 or more"):
        simulate_duplicate([Erratic("a")] * 2, -1)
