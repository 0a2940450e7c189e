"""Advice: chances that are chances, and reasons that add up."""

import msgspec
import pytest

from arena.shisanshui.arranger.advice import advise, reason
from arena.shisanshui.arranger.choice import arranger
from tests.arena.shisanshui.arranger.hands import dealt, hand, rules


@pytest.mark.parametrize(("name", "horse"), [("standard", ""), ("common", ""), ("standard", "5h")])
def test_parts_add_up_to_what_an_arrangement_is_worth(name: str, horse: str) -> None:
    helper = arranger(msgspec.structs.replace(rules(name), horse=horse))
    for cards in dealt(name, 4, seed=6):
        for advice in advise(helper, cards, 4):
            if advice.expectation is not None:
                expected = sum(advice.expectation.parts) - helper.table.to_specials * helper.horse_scale(cards)
                assert advice.choice.water == pytest.approx(expected, abs=1e-3)


def test_chances_are_chances_and_the_better_row_has_the_better_one() -> None:
    helper = arranger(rules("standard"))
    strong, weak = (
        advise(helper, hand(text), 1)[0].expectation
        for text in ("As Ah Kd Qs Qh Qd Js Jh Jd 9c 9d 2h 3s", "2s 3h 4d 5c 7s 8h 9d Tc Js 2h 3d Qc 4s")
    )
    assert strong is not None
    assert all(0 <= chance <= 1 for chance in (*strong.win, strong.gun, strong.home_run))
    assert strong.home_run < strong.gun < min(strong.win) + 0.01
    if weak is not None:
        assert strong.gun > weak.gun


def test_reasons_add_up_to_the_margin() -> None:
    helper = arranger(rules("standard"))
    for cards in dealt("standard", 6, seed=12):
        found = [advice for advice in advise(helper, cards, 4) if advice.expectation is not None]
        if len(found) < 2:
            continue
        why = reason(found[0], found[1])
        total = sum(water for _, water in why.gains) - sum(water for _, water in why.costs)
        assert why.margin >= 0
        assert total == pytest.approx(why.margin, abs=0.03)
        assert all(water > 0 for _, water in [*why.gains, *why.costs])


def test_a_special_hand_has_no_row_chances_and_is_advised_once() -> None:
    found = advise(arranger(rules("standard")), hand("2s 2h 4d 4c 6s 6h 9d 9c Js Jh Ks Kh Ad"), 5)
    assert [advice.choice.special for advice in found] == ["six-pairs"]
    assert found[0].expectation is None
