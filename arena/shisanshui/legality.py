"""What is wrong with an arrangement, in words for its author."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.cards import TEXTS, no_card

ROW_SIZES: Final = {"front": 3, "middle": 5, "back": 5}


class IllegalArrangement(ValueError):
    """An arrangement that is none of the hand it was made for; the message says why, for its author."""


def laid_cards(action: Arrangement, hand: Sequence[int]) -> list[int]:
    """The cards of front, middle and back, one after the other. `hand` is thirteen cards from high to low.

    Raises IllegalArrangement. Rows in the wrong order are not illegal: they foul (倒水).
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


def size_fault(action: Arrangement) -> str | None:
    """Which row has the wrong number of cards, or None."""
    if len(action.front) == 3 and len(action.middle) == 5 and len(action.back) == 5:
        return None
    for row, size in ROW_SIZES.items():
        count = len(getattr(action, row))
        if count != size:
            return f"{row} has {count} card{'s' if count != 1 else ''}, {size} are expected"
    return None


def _difference(laid: Counter[int], dealt: Counter[int]) -> str:
    foreign = [TEXTS[card] for card in laid if card not in dealt]
    repeated = [TEXTS[card] for card in laid if dealt[card] and laid[card] > dealt[card]]
    missing = [TEXTS[card] for card in dealt if laid[card] < dealt[card]]
    faults = [(foreign, "not dealt"), (repeated, "laid more often than dealt"), (missing, "dealt but not laid")]
    return "; ".join(f"{' '.join(texts)}: {what}" for texts, what in faults if texts)
