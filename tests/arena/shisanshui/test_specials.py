"""Special hands: the example of each, the traps, and every recogniser against a plain one."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.shisanshui.card_kinds import card_kinds
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.rows import row_key
from arena.shisanshui.ruleset import RuleSet, load_rules, rules_from
from arena.shisanshui.specials import BITS, SPECIALS
from tests.arena.shisanshui import brute
from tests.arena.shisanshui.tables import example, laid, special_of

CARD_KINDS = [special.id for special in SPECIALS if not special.as_laid]
LAID_KINDS = [special.id for special in SPECIALS if special.as_laid]


def only(*kinds: str) -> RuleSet:
    """A rule set in which nothing else is special."""
    return rules_from({"specials": {"order": list(kinds)}})


@pytest.mark.parametrize("kind", BITS)
def test_the_example_of_each_kind_is_one(kind: str) -> None:
    assert special_of(only(kind), example(kind)) == kind


@pytest.mark.parametrize(
    ("rules", "cards", "kind"),
    [
        ("standard", "Qs Kd Ah / 2c 3c 4h 5c 6c / 2d 3d 4d 5h 6d", "three-straights"),
        ("tianmei", "Qs Kd Ah / 2c 3c 4h 5c 6c / 2d 3d 4d 5h 6d", None),
        ("standard", "As Ts Th / Td Js Jh Jd Qs / Qh Qd Ks Kh Kd", "all-high"),
        ("standard", "As Ah Ks / Kh Qs Qd Jc Jh / Ts Th 9s 9d 8c", "all-high"),
        ("standard", "3d 3c 3h / 3s 5d 5c 5h 5s / 7d 7c 7h 7s 9d", "three-quads"),
        ("shisanzhang", "3d 3c 3h / 3s 5d 5c 5h 5s / 7d 7c 7h 7s 9d", "six-pairs"),
        ("shisanzhang", "2s 2h 4d / 4c 6s 6h 9d 9c / Js Jh Ks Kh Kd", "six-pairs"),
        ("standard", "2s 2h 2d / 2c 4d 4c 4h 4s / Js Jh Ks Kh 9d", "six-pairs"),
        ("standard", "2s 2h 2d / 2c 4d 4c 4h 5s / 5h 5d 9s 9h 9d", "four-triples"),
        ("regional", "2s 2h 2d / 2c 4d 4c 4h 5s / 5h 5d 9s 9h 9d", "three-triples-quad"),
        ("standard", "As 2s 3s / 2d 3d 4d 5d 6d / Ah 2h 3h 4h 5h", "three-straight-flushes"),
        ("shisanzhang", "Qs Ks As / 2c 3c 4c 5c 6c / 4d 5d 6d 7d 8d", "three-flushes"),
        ("tianmei", "Qs Ks As / 2c 3c 4c 5c 6c / 4d 5d 6d 7d 8d", "three-straight-flushes"),
        ("pinluosong", "As 2h 3d / 3c 4s 5h 7d 8c / 9s 9h Td Tc 6s", "half-low"),
        ("pinluosong", "7s 2h 3d / 3c 4s 5h 7d 8c / 9s 9h Td Tc 6s", None),
        ("two-packs", "8s 8h 8d / 8c 8s 8h 8d 8c / 3s 3h 3d 3c Ks", "three-quads"),
        ("two-packs", "8s 8h 8d / 8c 8s 8h 4d 4c / 4s 3h 3d 3c Ks", "four-triples"),
        ("two-packs", "8s 8h 8d / 8c 8s 8h 4d 4c / 4s 4h 3d 3c Ks", "six-pairs"),
    ],
)
def test_traps(rules: str, cards: str, kind: str | None) -> None:
    assert special_of(rules, cards) == kind


def test_as_laid_kinds_need_rows_that_do_not_foul() -> None:
    assert special_of("standard", "2s 4s 8s / 2d 6d 7d Qd Ad / 3h 5h 9h Jh Kh") is None
    assert special_of("standard", "2s 4s 8s / 3h 5h 9h Jh Kh / 2d 6d 7d Qd Ad") == "three-flushes"


def test_rows_of_one_kind_may_share_a_suit() -> None:
    assert special_of("standard", "2s 4s 8s / 3h 5h 9h Jh Kh / 3s 6s 7s Qs As") == "three-flushes"


def test_a_row_of_one_suit_with_equal_cards_is_a_flush_for_the_kind() -> None:
    rules = load_rules("two-packs")
    assert special_of(rules, "4s 4s 8s / 3h 5h 9h Jh Kh / 3d 3d 3d 3d Ad") == "three-flushes"


PACKS = 2 * list(range(52))


def ranks_with_few_values(chance: Random) -> list[int]:
    """Thirteen cards of two packs from few ranks, where groups of every size come up."""
    ranks = chance.sample(range(13), chance.randint(2, 8))
    return chance.sample([card for card in PACKS if card // 4 in ranks], 13)


@given(st.randoms(use_true_random=False), st.booleans())
def test_card_kinds_of_random_hands(chance: Random, few: bool) -> None:
    cards = ranks_with_few_values(chance) if few else chance.sample(PACKS, 13)
    assert kinds_of(cards) == brute.card_kinds(cards)


@given(st.randoms(use_true_random=False), st.sampled_from(["colors", "low", "high", "half", "royal", "dragon"]))
def test_card_kinds_of_hands_made_for_a_kind_or_nearly(chance: Random, aim: str) -> None:
    pools = {
        "colors": [card for card in PACKS if card % 4 in {0, 3}],
        "low": [card for card in PACKS if card < 28],
        "high": [card for card in PACKS if card >= 24],
        "half": [card for card in PACKS if card < 36 or card >= 48],
        "royal": [card for card in PACKS if card >= 36],
        "dragon": [4 * rank + chance.randrange(chance.randint(1, 4)) for rank in range(13)],
    }
    cards = chance.sample(pools[aim], 13)
    if chance.random() < 0.5:
        cards[0] = chance.randrange(52)
    assert kinds_of(cards) == brute.card_kinds(cards)


def kinds_of(cards: list[int]) -> set[str]:
    held = card_kinds(row_key(cards))
    return {kind for kind in CARD_KINDS if held & BITS[kind]}


def row_aimed(chance: Random, size: int, aim: str) -> list[int]:
    """A row that is a run, one suit, or both."""
    suit = chance.randrange(4)
    if aim == "flush":
        return [4 * rank + suit for rank in chance.sample(range(13), size)]
    low = chance.randint(-1, 13 - size)
    ranks = [(low + step) % 13 for step in range(size)]
    return [4 * rank + (suit if aim == "both" else chance.randrange(4)) for rank in ranks]


@given(st.randoms(use_true_random=False), st.booleans())
def test_as_laid_kinds_of_rows_made_for_them(chance: Random, strict: bool) -> None:
    aims = [chance.choice(["run", "flush", "both"])] * 3
    if chance.random() < 0.3:
        aims[chance.randrange(3)] = chance.choice(["run", "flush", "both"])
    rows = [row_aimed(chance, size, aim) for size, aim in zip((3, 5, 5), aims, strict=True)]
    cards = [card for row in rows for card in row]
    held = brute.laid_kinds(rows[0], rows[1], rows[2], strict)
    for kind in LAID_KINDS:
        rules = rules_from({"equal_rows": "foul" if strict else "legal", "specials": {"order": [kind]}})
        assert evaluate(rules, cards).special == (kind if kind in held else None)


def test_the_first_kind_of_the_order_counts_whatever_others_pay() -> None:
    cards = laid("2s 3s 4s / 5s 6s 7s 8s 9s / Ts Js Qs Ks As")
    for order in (["dragon", "pure-dragon"], ["three-straights", "dragon"], ["one-color", "pure-dragon"]):
        assert evaluate(only(*order), cards).special == order[0]
