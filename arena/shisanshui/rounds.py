"""A finished round as data, from anywhere: checked against its deck, evaluated and settled."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.cards import JOKERS, NUMBERS, TEXTS, CardError, card
from arena.shisanshui.evaluation import ESCAPED, FORFEITED, Hand, evaluate
from arena.shisanshui.inspection import size_fault
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.settlement import Settlement, settle
from protocol.typed import TypedError


class RoundError(TypedError):
    """A round that cannot be scored; the message names the key and what was expected."""


class LaidSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat did: its three rows, or `escaped`, or `foul` for no valid rows."""

    front: list[str] = []
    middle: list[str] = []
    back: list[str] = []
    decline: bool = False
    escaped: bool = False
    foul: bool = False


class ScoredRound(NamedTuple):
    """A round's hands, by seat, and what they come to."""

    hands: list[Hand]
    settlement: Settlement


def score_round(rules: RuleSet, seats: Sequence[LaidSeat]) -> ScoredRound:
    """The round settled under the rule set.

    Raises RoundError when so many cannot play, a row has the wrong size, a text is no card, or a card is used more
    often than the deck holds it.
    """
    refused = rules.refuses(len(seats))
    if refused is not None:
        raise RoundError(f"seats: {refused}")
    laid = [_cards(place, seat) for place, seat in enumerate(seats)]
    used = set[int]().union(*laid)
    # One pack is all different cards; anything else is counted.
    if len(used) < sum(map(len, laid)) or not used.isdisjoint(JOKERS):
        _check_against_deck(rules, [card for cards in laid for card in cards])
    hands = [
        evaluate(rules, cards, seat.decline) if cards else ESCAPED if seat.escaped else FORFEITED
        for cards, seat in zip(laid, seats, strict=True)
    ]
    return ScoredRound(hands, settle(rules, hands))


def _cards(place: int, seat: LaidSeat) -> list[int]:
    texts = [*seat.front, *seat.middle, *seat.back]
    if seat.escaped or seat.foul:
        if texts or (seat.escaped and seat.foul):
            raise RoundError(f"seats[{place}]: rows, escaped and foul exclude each other")
        return []
    if len(texts) != 13 or len(seat.front) != 3 or len(seat.middle) != 5:
        raise RoundError(f"seats[{place}].{size_fault(Arrangement(seat.front, seat.middle, seat.back))}")
    try:
        return [NUMBERS[text] for text in texts]
    except KeyError:
        raise _no_card(place, seat) from None


def _no_card(place: int, seat: LaidSeat) -> RoundError:
    for row in ("front", "middle", "back"):
        for text in getattr(seat, row):
            try:
                card(text)
            except CardError as error:
                return RoundError(f"seats[{place}].{row}: {error}")
    raise AssertionError("every text is a card")


def _check_against_deck(rules: RuleSet, used: list[int]) -> None:
    held = Counter(rules.deck.cards())
    for number, times in Counter(used).items():
        if times > held[number]:
            raise RoundError(
                f"seats: {TEXTS[number]} is used {times} times, "
                f'the deck of rule set "{rules.name}" holds {held[number]}'
            )


def scored_data(rules: RuleSet, scored: ScoredRound) -> dict[str, Any]:
    """The scored round as plain data: water and chips by seat, what each seat held, and every transfer."""
    hands, settlement = scored
    chips = rules.base * rules.multiplier
    return {
        "water": settlement.water,
        "chips": [water * chips for water in settlement.water],
        "seats": [{"outcome": hand.outcome, "special": hand.special, "rows": hand.row_types()} for hand in hands],
        "transfers": settlement.data(),
    }
