"""What is wrong with an arrangement, in words for its author."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.cards import TEXTS, CardError, cards

ROW_SIZES: Final = {"front": 3, "middle": 5, "back": 5}


def fault_of(action: Arrangement, hand: Sequence[int]) -> str | None:
    """Why the arrangement is none of this hand, or None. Rows in the wrong order are no fault: they foul (倒水).

    `hand` is thirteen cards from high to low.
    """
    front, middle, back = action.front, action.middle, action.back
    if len(front) != 3 or len(middle) != 5 or len(back) != 5:
        return size_fault(action)
    try:
        laid = cards([*front, *middle, *back])
    except CardError as error:
        return str(error)
    laid.sort(reverse=True)
    return None if laid == hand else _difference(Counter(laid), Counter(hand))


def size_fault(action: Arrangement) -> str | None:
    """Which row has the wrong number of cards, or None."""
    for row, size in ROW_SIZES.items():
        count = len(getattr(action, row))
        if count != size:
            return f"{row} has {count} card{'s' if count != 1 else ''}, {size} are expected"
    return None


def _difference(laid: Counter[int], dealt: Counter[int]) -> str | None:
    foreign = [TEXTS[card] for card in laid if card not in dealt]
    repeated = [TEXTS[card] for card in laid if dealt[card] and laid[card] > dealt[card]]
    missing = [TEXTS[card] for card in dealt if laid[card] < dealt[card]]
    if not missing:
        return None
    faults = [(foreign, "not dealt"), (repeated, "laid more often than dealt"), (missing, "dealt but not laid")]
    return "; ".join(f"{' '.join(texts)}: {what}" for texts, what in faults if texts)
