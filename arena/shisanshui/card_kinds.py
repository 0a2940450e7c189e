"""The special hands that depend on the thirteen cards alone, not on the rows."""

from typing import Final

from arena.shisanshui import specials
from arena.shisanshui.rows import JOKER_SHIFT, RANK_BITS, SUIT_SHIFT

ONES: Final = int("1" * 13, 16)
"""The lowest bit of each rank's nibble."""


def _ranks(low: int, high: int) -> int:
    return sum(1 << 4 * rank for rank in range(low, high + 1))


ACE: Final = _ranks(12, 12)
_NOT_ROYAL: Final = ONES & ~_ranks(9, 12)
DEUCE_TO_SEVEN: Final = _ranks(0, 5)
_JACK_TO_KING: Final = _ranks(9, 11)
NOT_LOW: Final = ONES & ~_ranks(0, 6)
NOT_HALF_LOW: Final = ONES & ~(_ranks(0, 8) | ACE)

_SPADES: Final = 0x000F
_BLACK: Final = 0xF00F
_RED: Final = 0x0FF0
_AT_MOST_ONE_RED: Final = frozenset({0, 0x0010, 0x0100})
_AT_MOST_ONE_BLACK: Final = frozenset({0, 0x0001, 0x1000})
_SUIT_MASKS: Final = tuple(_SPADES << 4 * suit for suit in range(4))


def card_kinds(key: int) -> int:
    """Return the kinds that thirteen cards hold in any layout, as a mask; `key` is the sum of their keys.

    Jokers stand for any cards, for each kind separately.
    """
    counts = key & RANK_BITS
    suits = key >> SUIT_SHIFT & 0xFFFF
    jokers = key >> JOKER_SHIFT
    present = (counts | counts >> 1 | counts >> 2 | counts >> 3) & ONES
    different = present.bit_count()
    red, black = suits & _RED, suits & _BLACK
    # Most hands are turned away by these few tests. Every kind made of equal ranks has one rank of odd count (pairs)
    # or at most five ranks (triples, fours); each joker can mend one rank.
    odd = (counts & ONES).bit_count()
    held = _grouped(counts, odd, jokers) if odd <= 1 + jokers or different <= 5 else 0
    if not present & _JACK_TO_KING or not present & DEUCE_TO_SEVEN:
        held |= _ranged(present, jokers)
    if red in _AT_MOST_ONE_RED or black in _AT_MOST_ONE_BLACK:
        held |= _colored(red, black, jokers)
    if different + jokers == 13:
        held |= specials.DRAGON
        if any(suits & mask == suits for mask in _SUIT_MASKS):
            held |= specials.PURE_DRAGON
    return held


def _ranged(present: int, jokers: int) -> int:
    """The kinds whose ranks lie in a range."""
    held = 0
    if not present & NOT_HALF_LOW and (jokers or present & ACE):
        held |= specials.HALF_LOW
    if not present & NOT_LOW:
        held |= specials.ALL_LOW
    if not present & DEUCE_TO_SEVEN:
        held |= specials.ALL_HIGH
        if not present & _NOT_ROYAL:
            held |= specials.TWELVE_ROYALS
    return held


def _colored(red: int, black: int, jokers: int) -> int:
    """The kinds made of one colour, or of one but for a card."""
    held = 0
    if not red or not black:
        held |= specials.ONE_COLOR
    if red in _AT_MOST_ONE_RED and (red or jokers):
        held |= specials.BLACK_WITH_ONE_RED
    if black in _AT_MOST_ONE_BLACK and (black or jokers):
        held |= specials.RED_WITH_ONE_BLACK
    return held


def _grouped(counts: int, odd: int, jokers: int) -> int:
    """The kinds made of pairs, triples and fours. With several packs a rank may serve more than one group."""
    ranks = [counts >> shift & 0xF for shift in range(0, 52, 4)]
    held = 0
    if odd <= 1 + jokers:
        held |= specials.SIX_PAIRS
        if odd + min(map(_to_triple, ranks)) <= jokers:
            held |= specials.FIVE_PAIRS_TRIPLE
    if _missing_for(ranks, 4, 3) <= jokers:
        held |= specials.THREE_QUADS
    if _missing_for(ranks, 3, 4) <= jokers:
        held |= specials.FOUR_TRIPLES
    if sum(-count % 3 for count in ranks) + min(map(_to_quad, ranks)) <= jokers:
        held |= specials.THREE_TRIPLES_QUAD
    return held


def _to_triple(count: int) -> int:
    """Jokers for a rank to hold a triple and pairs, less those it needs for pairs alone."""
    wanted = max(3, count | 1)
    return wanted - count - (count & 1)


def _to_quad(count: int) -> int:
    """Jokers for a rank to hold a four and triples, less those it needs for triples alone."""
    wanted = max(4, count + (1 - count) % 3)
    return wanted - count - (-count % 3)


def _missing_for(ranks: list[int], size: int, groups: int) -> int:
    """Return the fewest jokers with which the ranks hold `groups` groups of `size`."""
    missing = 0
    left = list(ranks)
    for _ in range(groups):
        # The fullest rank first: whatever it lacks, every other rank lacks as much or more.
        fullest = max(range(len(left)), key=left.__getitem__)
        missing += max(0, size - left[fullest])
        left[fullest] = max(0, left[fullest] - size)
    return missing
