"""What the columns of a description say."""

import numpy as np

from arena.lab import FEATURES, Candidates, card_counts, features
from arena.shisanshui.cards import cards
from arena.shisanshui.rows import row_value
from arena.shisanshui.ruleset import load_rules

PLAIN = "2s 2h 5d / 4s 4h 5s 6d 7c / Ah Ad Kh Kd 9s"
BETTER_FRONT = "3s 3h 5d / 4s 4h 5s 6d 7c / Ah Ad Kh Kd 9s"
FOUL = "Ah Ad Kh / 3s 4h 5s 6d 8c / 2s 2h 5d 7c 9s"
SIX_PAIRS = "2s 2h 9d / 9c 4d 4c 6s 6h / Js Jh Ks Kh Ad"


def described(text: str, rules: str = "standard") -> dict[str, float]:
    laid = np.array([cards(text.replace("/", "").split())], np.uint8)
    (row,) = features(Candidates.of(laid, np.array([0]), load_rules(rules)), rules)
    return {FEATURES[column]: float(row[column]) for column in np.flatnonzero(row)}


def test_a_plain_arrangement_has_a_type_and_a_height_for_each_row() -> None:
    found = described(PLAIN)
    assert {name for name, value in found.items() if value == 1} == {"front pair", "middle pair", "back two-pairs"}
    assert 0 < found["front pair height"] < described(BETTER_FRONT)["front pair height"] < 0.2
    assert 0.9 < found["back two-pairs height"] < 1


def test_heights_rise_with_the_row() -> None:
    fronts = [f"{pair}s {pair}h {kicker}c" for pair in "23456789TJQKA" for kicker in "23456789TJQKA" if pair != kicker]
    laid = np.array([cards(f"{front} 8s 9h Ts Jd Qc 2d 4d 6d 8d 9d".split()) for front in fronts], np.uint8)
    found = features(Candidates.of(laid, np.arange(len(laid)), load_rules("standard")))
    order = np.argsort([row_value(cards(front.split())) for front in fronts])
    heights = found[order, FEATURES.index("front pair height")]
    assert (np.diff(heights) > 0).all()
    assert heights[0] >= 0
    assert heights[-1] <= 1


def test_special_hands_and_fouls_are_not_their_rows() -> None:
    assert described(SIX_PAIRS) == {"special water": 4}
    assert described(SIX_PAIRS, "regional") == {"special water": 3}
    assert described(FOUL) == {"foul": 1}


def test_cards_are_counted() -> None:
    counts = card_counts(np.array([[0] * 2 + [53] + [7] * 10, range(13)]))
    assert (counts[0, 0], counts[0, 7], counts[0, 53], counts[0].sum()) == (2, 10, 1, 13)
    assert counts[1].tolist() == [1] * 13 + [0] * 41
