"""Jokers: the quick readings against all 52 or 1,326 of them tried one by one (section 6)."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.shisanshui.card_kinds import card_kinds
from arena.shisanshui.cards import BIG_JOKER
from arena.shisanshui.evaluation import Hand, evaluate
from arena.shisanshui.rows import row_key, row_type, row_value
from arena.shisanshui.ruleset import load_rules, rules_from
from arena.shisanshui.specials import BITS, SPECIALS
from tests.arena.shisanshui import brute
from tests.arena.shisanshui.tables import hand, tidied

STRICT = rules_from({"extends": "wild", "equal_rows": "foul"})
CHANCE = st.randoms(use_true_random=False)


def best_rows(cards: list[int], strict: bool) -> tuple[int, ...] | None:
    """The values of the rows read from the back forwards, by trying everything; None when one has no reading."""
    rows = (cards[:3], cards[3:8], cards[8:])
    bound = 1 << 30
    chosen: list[int] = []
    for row in reversed(rows):
        values = {row_value(read) for read in brute.readings(row)}
        allowed = [value for value in values if value < bound or (value == bound and not strict)]
        if not allowed:
            return None
        bound = max(allowed)
        chosen.insert(0, bound)
    return tuple(chosen)


def with_jokers(chance: Random, jokers: int) -> list[int]:
    """Thirteen cards, jokers anywhere among them, laid at random, by rank or by groups."""
    cards = chance.sample(range(52), 13 - jokers)
    for _ in range(jokers):
        cards.insert(chance.randrange(len(cards) + 1), BIG_JOKER)
    if chance.random() < 0.7:
        natural = tidied([card for card in cards if card < 52], chance)
        for _ in range(jokers):
            natural.insert(chance.choice([0, 3, 8, len(natural)]), BIG_JOKER)
        return natural
    return cards


@given(CHANCE, st.integers(1, 2), st.booleans())
def test_rows_are_read_best_from_the_back(chance: Random, jokers: int, strict: bool) -> None:
    rules = STRICT if strict else load_rules("wild")
    cards = with_jokers(chance, jokers)
    rows = best_rows(cards, strict)
    found = evaluate(rules_from({"extends": "wild", "equal_rows": rules.equal_rows, "specials": {"order": []}}), cards)
    assert found.outcome == ("foul" if rows is None else "plain")
    if rows is not None:
        assert found.rows == rows


@settings(max_examples=40)
@given(CHANCE, st.integers(1, 2))
def test_card_kinds_hold_when_some_reading_makes_them(chance: Random, jokers: int) -> None:
    few = chance.sample(range(13), chance.randint(3, 8))
    pool = [card for card in range(52) if card // 4 in few] if chance.random() < 0.7 else list(range(52))
    colour = chance.choice([{0, 3}, {1, 2}, {0, 1, 2, 3}, {0, 1, 2, 3}])
    pool = [card for card in pool if card % 4 in colour] or pool
    natural = (pool * 3)[:39]
    natural = chance.sample(natural, min(13 - jokers, len(natural)))
    natural += chance.sample(range(52), 13 - jokers - len(natural))
    cards = natural + [BIG_JOKER] * jokers
    held = card_kinds(row_key(cards))
    wanted = set[str]().union(*(brute.card_kinds(read) for read in brute.readings(cards)))
    assert {kind for kind in BITS if held & BITS[kind]} == wanted


def aimed_row(chance: Random, size: int) -> list[int]:
    suit = chance.randrange(4)
    if chance.random() < 0.5:
        return [4 * rank + suit for rank in chance.sample(range(13), size)]
    low = chance.randint(-1, 13 - size)
    return [4 * ((low + step) % 13) + chance.choice([suit, chance.randrange(4)]) for step in range(size)]


@settings(max_examples=40)
@given(CHANCE, st.integers(1, 2), st.booleans())
def test_as_laid_kinds_hold_under_a_legal_reading(chance: Random, jokers: int, strict: bool) -> None:
    cards = [card for size in (3, 5, 5) for card in aimed_row(chance, size)]
    for place in chance.sample(range(13), jokers):
        cards[place] = BIG_JOKER
    wanted = laid_kinds_by_trying(cards, strict)
    for special in SPECIALS:
        if special.as_laid:
            data = {"equal_rows": "foul" if strict else "legal", "specials": {"order": [special.id]}}
            rules = rules_from({"extends": "wild", **data})
            assert (evaluate(rules, cards).special == special.id) == (special.id in wanted)


def laid_kinds_by_trying(cards: list[int], strict: bool) -> set[str]:
    """Rows that read alike in value, run and suit are tried once."""
    rows = []
    for row in (cards[:3], cards[3:8], cards[8:]):
        different = {}
        for read in brute.readings(row):
            run = brute.place_of_run([card // 4 for card in read])
            suits = len({card % 4 for card in read})
            different[row_value(read), bool(run), suits == 1] = read
        rows.append(different.values())
    return set[str]().union(*(brute.laid_kinds(front, middle, back, strict) for front, middle, back in product(*rows)))


def types(laid: Hand) -> list[str]:
    assert laid.rows is not None
    return [row_type(value).id for value in laid.rows]


@pytest.mark.parametrize(
    ("cards", "outcome", "rows"),
    [
        # the middle would be a flush, above the back; it is read as its best pair or triple that is not
        ("2h 4h 6h / Ac Kc 9c Xs Xb / 2s 4s 5s 7s 9s", "plain", ["high-card", "three-of-a-kind", "flush"]),
        ("Xb 4h 6h / 2c Kc 9d Ts 8s / 2s 2d 5s 7s 9s", "plain", ["high-card", "high-card", "pair"]),
        ("Ks Kd Xb / 2c Kc 9d Ts 8s / 2s 2d 5s 7s 9s", "foul", None),
        ("3s 4d 6h / 2c 2h 9d Ts 8s / 5c 5s 5d 5h Xb", "plain", ["high-card", "pair", "five-of-a-kind"]),
        ("3s 4d 6h / 2c 2h 9d Ts 8s / 9s Ts Js Ks Xb", "plain", ["high-card", "pair", "straight-flush"]),
        ("3s 4d 6h / 2c 2h 9d Ts 8s / As Xs 3d 4s Xb", "plain", ["high-card", "pair", "straight"]),
    ],
)
def test_readings_by_hand(cards: str, outcome: str, rows: list[str] | None) -> None:
    laid = hand(load_rules("wild"), cards)
    assert laid.outcome == outcome
    if rows is not None:
        assert types(laid) == rows


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("Xs Xb 4s / 5s 6s 7s 8s 9s / Ts Js Qs Ks As", "pure-dragon"),
        ("Xs Xb 4s / 5s 6s 7s 8s 9s / Ts Js Qs Kd As", "dragon"),
        ("Xs Js Jh / Jd Qs Qh Qd Ks / Kh Kd As Ah Xb", "twelve-royals"),
        ("3d 3c 3h / Xs 5d 5c 5h 5s / 7d 7c 7h Xb 9d", "three-quads"),
        ("2s 2h 4d / 4c 6s 6h 9d Tc / Js Jh Ks Kh Xb", "six-pairs"),
        ("2s 2h 4d / 4c 6s 6h 9d 9c / Js Jh Ks Kh Xb", "five-pairs-triple"),
    ],
)
def test_kinds_by_hand(cards: str, kind: str) -> None:
    assert hand(load_rules("wild"), cards).special == kind


def test_a_joker_is_no_horse() -> None:
    rules = rules_from({"extends": "wild", "horse": "5h"})
    assert not hand(rules, "Xb 4d 6h / 2c 2h 9d Ts 8s / 9s Ts Js Ks Xs").horse
