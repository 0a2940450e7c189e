"""Properties of whole rounds under every rule set, and rounds that are refused."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.shisanshui.evaluation import ESCAPED, FORFEITED, Hand, evaluate
from arena.shisanshui.rounds import LaidSeat, RoundError, score_round
from arena.shisanshui.ruleset import RuleSet, load_rules, rule_names
from arena.shisanshui.settlement import settled_water
from tests.arena.shisanshui.tables import dealt

RULES = [load_rules(name) for name in rule_names()]
NAMED = st.sampled_from(RULES)
CHANCE = st.randoms(use_true_random=False)


def random_hands(rules: RuleSet, chance: Random, seats: int) -> list[Hand]:
    """Hands at a table, some of them without rows, special hands more often than they are dealt."""
    hands = [evaluate(rules, cards, chance.random() < 0.3) for cards in dealt(rules, chance, seats)]
    for seat in range(seats):
        match chance.randrange(12):
            case 0:
                hands[seat] = FORFEITED
            case 1 | 2:
                place = chance.randrange(len(rules.specials.order))
                kind = rules.scoring.specials[place]
                hands[seat] = hands[seat]._replace(
                    outcome="special", special=kind.id, place=place, special_water=kind.water
                )
    return hands


@given(NAMED, CHANCE)
def test_a_round_without_escapes_sums_to_zero(rules: RuleSet, chance: Random) -> None:
    hands = random_hands(rules, chance, chance.randint(2, rules.most_seats))
    assert sum(settled_water(rules, hands)) == 0


@given(NAMED, CHANCE)
def test_an_escape_takes_and_gives_what_the_rule_set_says(rules: RuleSet, chance: Random) -> None:
    seats = chance.randint(2, rules.most_seats)
    hands = random_hands(rules, chance, seats)
    gone = chance.sample(range(seats), chance.randint(1, seats))
    staying = [hand for seat, hand in enumerate(hands) if seat not in gone]
    for seat in gone:
        hands[seat] = ESCAPED
    water = settled_water(rules, hands)
    assert [water[seat] for seat in gone] == [-18] * len(gone)
    gained = [amount + len(gone) for amount in settled_water(rules, staying)]
    assert [water[seat] for seat in range(seats) if seat not in gone] == gained


@given(NAMED, CHANCE)
def test_who_sits_where_does_not_matter(rules: RuleSet, chance: Random) -> None:
    hands = random_hands(rules, chance, chance.randint(2, rules.most_seats))
    order = chance.sample(range(len(hands)), len(hands))
    water = settled_water(rules, hands)
    assert settled_water(rules, [hands[seat] for seat in order]) == [water[seat] for seat in order]


@given(NAMED, CHANCE)
def test_suits_matter_only_for_flushes_and_colours(rules: RuleSet, chance: Random) -> None:
    """Swapping suits of one colour, or both colours, changes nothing at all where the deck is even."""
    suits = chance.choice([[0, 2, 1, 3], [3, 1, 2, 0], [3, 2, 1, 0], [1, 0, 3, 2]])
    if suits == [1, 0, 3, 2] and "black-with-one-red" in rules.specials.order:
        suits = [0, 2, 1, 3]  # the set knows black from red
    hands = dealt(rules, chance, chance.randint(2, rules.most_seats))
    swapped = [[card if card >= 52 else card // 4 * 4 + suits[card % 4] for card in cards] for cards in hands]
    before = [evaluate(rules, cards) for cards in hands]
    after = [evaluate(rules, cards) for cards in swapped]
    assert before == after
    assert settled_water(rules, before) == settled_water(rules, after)


@given(CHANCE)
def test_the_order_of_cards_in_a_row_does_not_matter(chance: Random) -> None:
    rules = load_rules("wild")
    cards = dealt(rules, chance, 1)[0]
    rows = [chance.sample(row, len(row)) for row in (cards[:3], cards[3:8], cards[8:])]
    assert evaluate(rules, [card for row in rows for card in row]) == evaluate(rules, cards)


def seat(laid: str) -> LaidSeat:
    front, middle, back = (row.split() for row in laid.split("/"))
    return msgspec.convert({"front": front, "middle": middle, "back": back}, LaidSeat)


GOOD = seat("As 4h 2d / Ah Ks 8d 6c 3s / Ad Ac 9s 5d 7c")


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ([GOOD], "seats: 2 to 8 bots can play at a table, not 1"),
        ([LaidSeat(foul=True)] * 5, "serves 4; five-players"),
        ([GOOD, LaidSeat()], r"seats\[1\]: front, middle and back are expected, or escaped, or foul"),
        ([GOOD, LaidSeat(escaped=True, foul=True)], "exclude each other"),
        ([LaidSeat(GOOD.front, foul=True), GOOD], r"seats\[0\]: rows, escaped and foul exclude each other"),
        ([GOOD, seat("Kh 4d 2c / Qs 8h 6s 3c Kd / Kc 9h 5c 7d 1s")], r"seats\[1\].back: '1s' is no card"),
        ([GOOD, seat("Kh 4d 2c / Qs 8h 6s 3c Kd / Kc 9h 5c 7d As")], "As is used 2 times, .* holds 1"),
        ([GOOD, seat("Kh 4d 2c / Qs 8h 6s 3c Kd / Kc 9h 5c 7d Xb")], "Xb is used 1 times, .* holds 0"),
    ],
)
def test_what_cannot_be_scored_says_why(seats: list[LaidSeat], words: str) -> None:
    with pytest.raises(RoundError, match=words):
        score_round(load_rules("standard"), seats)


def test_equal_cards_are_counted_against_the_deck() -> None:
    twice = seat("As As Kd / 3s 3h 4d 4c 5s / 6s 6h 6d 7c 7s")
    other = seat("Ah Ad Kh / 3d 3c 4s 4h 5h / 6c 6s 8d 7h 7d")
    assert score_round(load_rules("two-packs"), [twice, other]).hands[0].outcome == "plain"
    with pytest.raises(RoundError, match="As is used 2 times"):
        score_round(load_rules("five-players"), [twice, other])
    thrice = seat("Ah Ad Kh / 3d 3c 4s 4h 5h / 6c 6s 8d 7h As")
    with pytest.raises(RoundError, match="As is used 3 times"):
        score_round(load_rules("two-packs"), [twice, thrice])
