"""A finished round as data from any source: checked against the deck, evaluated and settled."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec

from arena.shisanshui.cards import JOKERS, NUMBERS, TEXTS, CardError, card
from arena.shisanshui.evaluation import ESCAPED, FORFEITED, Hand, evaluate
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.settlement import Settlement, settle
from protocol.typed import TypedError


class RoundError(TypedError):
    """A round that cannot be scored; the message names the key and what was expected."""


CardText = Annotated[str, msgspec.Meta(min_length=2, max_length=2)]


class LaidSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One seat's play: three rows, or `escaped`, or `foul` for no valid rows."""

    front: tuple[CardText, CardText, CardText] | None = None
    middle: tuple[CardText, CardText, CardText, CardText, CardText] | None = None
    back: tuple[CardText, CardText, CardText, CardText, CardText] | None = None
    decline: bool = False
    escaped: bool = False
    foul: bool = False

    @property
    def laid(self) -> bool:
        """Whether the seat laid three rows."""
        return bool(self.front and self.middle and self.back) and not (self.escaped or self.foul)


class ScoredRound(NamedTuple):
    """A round's hands, by seat, and their settlement."""

    hands: list[Hand]
    settlement: Settlement


def score_round(rules: RuleSet, seats: Sequence[LaidSeat]) -> ScoredRound:
    """Settle a round under a rule set.

    Raises RoundError when so many cannot play, a seat has no rows, a text is no card, or a card is used more often than
    the deck holds it.

    >>> from arena.shisanshui.ruleset import load_rules
    >>> scored = score_round(load_rules("standard"), [LaidSeat(foul=True), LaidSeat(escaped=True), LaidSeat(foul=True)])
    >>> [hand.outcome for hand in scored.hands], scored.settlement.water
    (['foul', 'escaped', 'foul'], [1, -18, 1])
    """
    refused = rules.refuses(len(seats))
    if refused is not None:
        raise RoundError("seats: {fault}", fault=refused)
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
    """Return the seat's thirteen cards, or an empty list when it laid none."""
    front, middle, back = seat.front, seat.middle, seat.back
    if seat.escaped or seat.foul:
        if front or middle or back or (seat.escaped and seat.foul):
            raise RoundError("seats[{place}]: rows, escaped and foul exclude each other", place=place)
        return []
    if front is None or middle is None or back is None:
        raise RoundError("seats[{place}]: front, middle and back are expected, or escaped, or foul", place=place)
    try:
        return [NUMBERS[text] for text in (*front, *middle, *back)]
    except KeyError:
        raise _no_card(place, seat) from None


def _no_card(place: int, seat: LaidSeat) -> RoundError:
    for row in ("front", "middle", "back"):
        for text in getattr(seat, row):
            try:
                card(text)
            except CardError as error:
                return RoundError("seats[{place}].{row}: {fault}", place=place, row=row, fault=error)
    raise AssertionError("every text is a card")


def _check_against_deck(rules: RuleSet, used: list[int]) -> None:
    held = Counter(rules.deck.cards())
    for number, times in Counter(used).items():
        if times > held[number]:
            raise RoundError(
                'seats: {card} is used {times} times, the deck of rule set "{rules}" holds {held}',
                card=TEXTS[number],
                times=times,
                rules=rules.name,
                held=held[number],
            )
