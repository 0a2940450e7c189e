"""Hands with jokers, for programs that know only ordinary cards."""

from collections import Counter
from collections.abc import Sequence

from arena.shisanshui.cards import SMALL_JOKER, cards


def stand_ins(texts: Sequence[str]) -> list[int]:
    """The hand as cards, in order, every joker (王) being one more of the card whose rank is held most often.

    Rows that are legal under this reading are legal under the rules' own, which reads each row at least as high from
    the back forwards. Raises CardError for a text that is no card.
    """
    hand = cards(list(texts))
    plain = [number for number in hand if number < SMALL_JOKER]
    if len(plain) == len(hand) or not plain:
        return hand
    held = Counter(number >> 2 for number in plain)
    model = max(plain, key=lambda number: (held[number >> 2], number))
    return [number if number < SMALL_JOKER else model for number in hand]
