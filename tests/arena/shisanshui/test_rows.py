"""Row values against the counts of all hands of one pack, and the order clause by clause (rules of rows)."""

from collections import Counter
from itertools import combinations

import pytest

from arena.shisanshui.cards import cards
from arena.shisanshui.rows import FRONT_TYPES, RowType, row_type, row_value


def value(text: str) -> int:
    return row_value(cards(text.split()))


@pytest.fixture(scope="module")
def fives() -> Counter[int]:
    """How often each value is dealt as five cards of one pack."""
    return Counter(map(row_value, combinations(range(52), 5)))


@pytest.fixture(scope="module")
def threes() -> Counter[int]:
    return Counter(map(row_value, combinations(range(52), 3)))


def test_counts_of_five_cards(fives: Counter[int]) -> None:
    counts: Counter[RowType] = Counter()
    for row, times in fives.items():
        counts[row_type(row)] += times
    assert counts == {
        RowType.STRAIGHT_FLUSH: 40,
        RowType.FOUR_OF_A_KIND: 624,
        RowType.FULL_HOUSE: 3_744,
        RowType.FLUSH: 5_108,
        RowType.STRAIGHT: 10_200,
        RowType.THREE_OF_A_KIND: 54_912,
        RowType.TWO_PAIRS: 123_552,
        RowType.PAIR: 1_098_240,
        RowType.HIGH_CARD: 1_302_540,
    }


def test_counts_of_three_cards(threes: Counter[int]) -> None:
    counts: Counter[RowType] = Counter()
    for row, times in threes.items():
        counts[row_type(row)] += times
    assert counts == {RowType.THREE_OF_A_KIND: 52, RowType.PAIR: 3_744, RowType.HIGH_CARD: 18_304}
    assert set(counts) == set(FRONT_TYPES)


def test_merged_order_has_7917_classes(fives: Counter[int], threes: Counter[int]) -> None:
    assert len(fives) == 7_462
    assert len(fives.keys() | threes.keys()) == 7_917


LOW_TO_HIGH = [
    "2s 3h 4d",  # a missing kicker is lower than any card
    "2s 3h 4d 5c 7s",
    "Ks Qh Jd",
    "Ks Qh Jd 2s 3h",
    "As 3h 2d",
    "As 3h 2d 4c 6d",
    "As Kh Qd",
    "As Kh Qd 2c 3s",
    "As Kh Qd Jc 9s",
    "2s 2h 3d",
    "2s 2h 3d 4c 5s",
    "2s 2h Ad",
    "2s 2h Ad 3c 4s",
    "As Ah Kd",
    "As Ah Kd 2s 3s",
    "2s 2h 3d 3c 4s",
    "3d 3c 2s 2h Ad",
    "As Ah Kd Kc Qs",
    "2s 2h 2d",
    "2s 2h 2d 3c 4s",
    "As Ah Ad",
    "As Ah Ad 2c 3s",
    "As Ah Ad Kc Qs",
    "2s 3h 4d 5c 6s",
    "9s Th Jd Qc Ks",
    "As 2h 3d 4c 5s",  # the second highest straight
    "Ts Jh Qd Kc As",
    "2s 3s 4s 5s 7s",
    "As Ks Qs Js 9s",
    "2s 2h 2d 3c 3s",
    "2s 2h 2d Ac As",
    "3s 3h 3d 2c 2s",
    "As Ah Ad Kc Ks",
    "2s 2h 2d 2c 3s",
    "2s 2h 2d 2c As",
    "3s 3h 3d 3c 2s",
    "2s 3s 4s 5s 6s",
    "9d Td Jd Qd Kd",
    "Ac 2c 3c 4c 5c",
    "Th Jh Qh Kh Ah",
    "2s 2s 2s 2s 2s",
    "As Ah Ad Ac Ah",
]


def test_order_over_rows_of_both_sizes() -> None:
    values = [value(text) for text in LOW_TO_HIGH]
    assert values == sorted(values)
    assert len(set(values)) == len(values)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("2s 2h 3d", "2d 2c 3s"),
        ("As Ks Qs Js 9s", "Ad Kd Qd Jd 9d"),
        ("Ts Jh Qd Kc As", "Th Jd Qc Ks Ah"),
        ("9s 9h 9d 4c 4s", "9c 9h 9d 4d 4h"),
    ],
)
def test_suits_never_break_a_tie(one: str, two: str) -> None:
    assert value(one) == value(two)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("5d 5d 5s 5h 5c", RowType.FIVE_OF_A_KIND),
        ("5d 5d 5d 5d 5d", RowType.FIVE_OF_A_KIND),
        ("5d 5d 5d 5d 6d", RowType.FOUR_OF_A_KIND),
        ("5d 5d 5d 6d 6d", RowType.FULL_HOUSE),
        ("5d 5d 5d 6d 7d", RowType.FLUSH),
        ("5d 5d 6d 6d 7d", RowType.FLUSH),
        ("5d 5d 6d 7d 8d", RowType.FLUSH),
    ],
)
def test_equal_cards_of_several_packs(text: str, kind: RowType) -> None:
    assert row_type(value(text)) is kind


def test_flushes_with_equal_cards_are_compared_card_by_card() -> None:
    assert value("Ad Kd 3d 3d 2d") > value("Ad Qd Qd Qd Jd")


def test_types_have_their_names() -> None:
    assert [(kind.id, kind.chinese) for kind in RowType] == [
        ("high-card", "乌龙"),
        ("pair", "对子"),
        ("two-pairs", "两对"),
        ("three-of-a-kind", "三条"),
        ("straight", "顺子"),
        ("flush", "同花"),
        ("full-house", "葫芦"),
        ("four-of-a-kind", "铁支"),
        ("straight-flush", "同花顺"),
        ("five-of-a-kind", "五同"),
    ]
