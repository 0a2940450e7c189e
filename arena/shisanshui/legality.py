"""Whether an arrangement is legal, and why not, in words for the bot's author."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.cards import TEXTS, no_card
from protocol.text import SEMICOLON, Counted, Listed, Said, SaidError

ROW_SIZES: Final = {"front": 3, "middle": 5, "back": 5}


class IllegalArrangement(SaidError, ValueError):
    """An arrangement that does not lay the hand that was dealt; the message tells the bot's author why."""


def laid_cards(action: Arrangement, hand: Sequence[int]) -> list[int]:
    """Return the cards of front, middle and back in this order. `hand` is thirteen cards from high to low.

    Raises IllegalArrangement. Rows in the wrong order are legal: they foul (倒水).

    >>> hand = list(range(13, 0, -1))
    >>> laid_cards(Arrangement.of(hand[:-1] + [51]), hand)
    Traceback (most recent call last):
    arena.shisanshui.legality.IllegalArrangement: Ac: not dealt; 2h: dealt but not laid
    """
    if fault := size_fault(action):
        raise IllegalArrangement(fault)
    try:
        laid = action.cards()
    except KeyError as error:
        raise IllegalArrangement(no_card(error.args[0])) from None
    if sorted(laid, reverse=True) != hand:
        raise IllegalArrangement(_difference(Counter(laid), Counter(hand)))
    return laid


def size_fault(action: Arrangement) -> Said | None:
    """Say which row has the wrong number of cards, or return None."""
    if len(action.front) == 3 and len(action.middle) == 5 and len(action.back) == 5:
        return None
    for row, size in ROW_SIZES.items():
        count = len(getattr(action, row))
        if count != size:
            return Counted(
                count,
                "{row} has {number} card, {size} are expected",
                "{row} has {number} cards, {size} are expected",
                row=row,
                size=size,
            )
    return None


def _difference(laid: Counter[int], dealt: Counter[int]) -> Said:
    foreign = [TEXTS[card] for card in laid if card not in dealt]
    repeated = [TEXTS[card] for card in laid if dealt[card] and laid[card] > dealt[card]]
    missing = [TEXTS[card] for card in dealt if laid[card] < dealt[card]]
    faults = (
        (foreign, Said("not dealt")),
        (repeated, Said("laid more often than dealt")),
        (missing, Said("dealt but not laid")),
    )
    pieces = (Said("{cards}: {fault}", cards=" ".join(texts), fault=fault) for texts, fault in faults if texts)
    return Listed(pieces, SEMICOLON)
