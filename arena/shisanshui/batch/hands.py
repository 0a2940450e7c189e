"""Many laid hands at once: row values, fouls and special hands."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui import specials
from arena.shisanshui.batch.rows import evaluate_rows, one_suit
from arena.shisanshui.card_kinds import ACE, DEUCE_TO_SEVEN, NOT_HALF_LOW, NOT_LOW, ONES, card_kinds
from arena.shisanshui.cards import SMALL_JOKER
from arena.shisanshui.evaluation import NO_SPECIAL, Hand, Outcome
from arena.shisanshui.evaluation import evaluate as evaluate_one
from arena.shisanshui.rows import RANK_BITS, SUIT_SHIFT, THREE, THREE_RUNS, TYPE_SHIFT, RowType
from arena.shisanshui.rule_model import RuleSet, Scoring

PLAIN: Final = 0
FOUL: Final = 1
SPECIAL: Final = 2
ESCAPED: Final = 3
"""The outcomes, as `Hands.outcome` has them."""
OUTCOMES: Final[tuple[Outcome, ...]] = ("plain", "foul", "special", "escaped")
"""The outcomes' words, by their numbers."""

_FRONT_RUNS: Final = np.array([THREE[key] for key in THREE_RUNS], np.int32)
_RANK_KEYS: Final = np.array([1 << 4 * (card >> 2) for card in range(52)], np.uint64)
_SUIT_KEYS: Final = np.array([1 << 4 * (card & 3) for card in range(52)], np.uint16)
_NOTHING: Final = np.array([0, 5, 10, 19, 20, 1, 26, 31, 36, 41, 46, 8, 17], np.uint8)
"""Thirteen cards that are no special hand; they stand for a hand that is evaluated by itself."""
_AT_MOST_ONE_RED: Final = np.array([0, 0x0010, 0x0100], np.uint16)
_AT_MOST_ONE_BLACK: Final = np.array([0, 0x0001, 0x1000], np.uint16)


class Hands(NamedTuple):
    """Evaluated hands of n rounds and p seats. Change `outcome` to `ESCAPED`, or to `FOUL`, for a seat without rows."""

    rows: NDArray[np.int32]
    """[n, p, 3] row values of front, middle and back."""
    outcome: NDArray[np.uint8]
    """[n, p] `PLAIN`, `FOUL`, `SPECIAL` or `ESCAPED`."""
    place: NDArray[np.int8]
    """[n, p] place of the special hand in the rule set's order, -1 for none."""
    horse: NDArray[np.bool_]
    """[n, p] whether it holds the horse; false for a seat without rows."""


def evaluate(rules: RuleSet, cards: NDArray[np.uint8], declined: NDArray[np.bool_] | None = None) -> Hands:
    """Return the hands laid as cards[n, p, 13]: front, middle and back one after the other.

    `declined[n, p]` counts where the rule set lets a special hand be declined. Hands with jokers are evaluated one by
    one. Raises IndexError for numbers from 54 up.
    """
    wild: NDArray[np.bool_] = np.any(cards >= SMALL_JOKER, axis=-1)
    if not wild.any():
        return _natural(rules, cards, declined)
    hands = _natural(rules, np.where(wild[..., np.newaxis], _NOTHING, cards), declined)
    declines = np.zeros(wild.shape, np.bool_) if declined is None else declined
    laid = zip(cards[wild].tolist(), declines[wild].tolist(), strict=True)
    found = [evaluate_one(rules, thirteen, declined) for thirteen, declined in laid]
    hands.rows[wild] = np.array([hand.rows for hand in found], np.int32)
    hands.outcome[wild] = [OUTCOMES.index(hand.outcome) for hand in found]
    hands.place[wild] = [hand.place if hand.special else -1 for hand in found]
    hands.horse[wild] = [hand.horse for hand in found]
    return hands


def _natural(rules: RuleSet, cards: NDArray[np.uint8], declined: NDArray[np.bool_] | None) -> Hands:
    """Return the hands laid as cards[n, p, 13] without jokers."""
    scoring = rules.scoring
    front, middle, back = cards[..., :3], cards[..., 3:8], cards[..., 8:]
    rows = np.stack([evaluate_rows(front), evaluate_rows(middle), evaluate_rows(back)], axis=-1)
    lower, upper = rows[..., :2], rows[..., 1:]
    rising = (lower < upper) if scoring.strict else (lower <= upper)
    legal = rising[..., 0] & rising[..., 1]
    held = _laid_kinds(cards, rows, legal) | _card_kinds(cards)
    if declined is not None and scoring.may_decline:
        held[declined] = 0
    place = _places(scoring, held)
    outcome = np.where(place >= 0, SPECIAL, np.where(legal, PLAIN, FOUL)).astype(np.uint8)
    horse = (cards == scoring.horse).any(axis=-1) if scoring.horse >= 0 else np.zeros(outcome.shape, np.bool_)
    return Hands(rows, outcome, place, horse)


def _laid_kinds(cards: NDArray[np.uint8], rows: NDArray[np.int32], legal: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """Return the kinds that hold as laid, as masks."""
    held = np.zeros(legal.shape, np.uint32)
    # A middle that is a run or of one suit is worth a straight at least, and few are.
    seats = np.nonzero(legal & (rows[..., 1] >= int(RowType.STRAIGHT) << TYPE_SHIFT))
    some_cards, some_rows = cards[seats], rows[seats]
    kinds = some_rows[:, 1:] >> TYPE_SHIFT
    runs = np.isin(some_rows[:, 0], _FRONT_RUNS) & np.isin(kinds, (RowType.STRAIGHT, RowType.STRAIGHT_FLUSH)).all(
        axis=1
    )
    flushes = np.ones(len(some_cards), np.bool_)
    for start, stop in ((0, 3), (3, 8), (8, 13)):
        flushes &= one_suit([some_cards[:, place] for place in range(start, stop)])
    both = runs & flushes
    held[seats] = (
        runs * np.uint32(specials.THREE_STRAIGHTS)
        | flushes * np.uint32(specials.THREE_FLUSHES)
        | both * np.uint32(specials.THREE_STRAIGHT_FLUSHES)
    )
    return held


def _card_kinds(cards: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """The kinds told from the cards alone, as masks: a quick sieve, then `card_kinds` for the few that are left."""
    counts = _RANK_KEYS[cards[..., 0]]
    suits = _SUIT_KEYS[cards[..., 0]]
    for place in range(1, 13):
        counts += _RANK_KEYS[cards[..., place]]
        suits += _SUIT_KEYS[cards[..., place]]
    present = (counts | counts >> np.uint64(1) | counts >> np.uint64(2) | counts >> np.uint64(3)) & np.uint64(ONES)
    different = np.bitwise_count(present)
    maybe = (np.bitwise_count(counts & np.uint64(ONES)) == 1) | (different <= 5) | (different == 13)
    maybe |= (present & np.uint64(NOT_LOW)) == 0
    maybe |= (present & np.uint64(DEUCE_TO_SEVEN)) == 0
    maybe |= ((present & np.uint64(NOT_HALF_LOW)) == 0) & ((present & np.uint64(ACE)) != 0)
    maybe |= np.isin(suits & np.uint16(0x0FF0), _AT_MOST_ONE_RED) | np.isin(
        suits & np.uint16(0xF00F), _AT_MOST_ONE_BLACK
    )
    held = np.zeros(different.shape, np.uint32)
    seats = np.nonzero(maybe)
    pairs = zip(counts[seats].tolist(), suits[seats].tolist(), strict=True)
    held[seats] = [card_kinds((rank_key & RANK_BITS) | suit_key << SUIT_SHIFT) for rank_key, suit_key in pairs]
    return held


def _places(scoring: Scoring, held: NDArray[np.uint32]) -> NDArray[np.int8]:
    """The first place of the order whose kind is held, -1 for none."""
    place = np.full(held.shape, -1, np.int8)
    seats = np.nonzero(held)
    masks = held[seats]
    places = np.full(len(masks), -1, np.int8)
    for special in reversed(scoring.specials):
        places[(masks & np.uint32(special.bit)) != 0] = special.place
    place[seats] = places
    return place


def one_by_one(rules: RuleSet, hands: Hands) -> list[list[Hand]]:
    """Return the hands as `evaluation.evaluate` gives them, by round and seat."""
    scoring = rules.scoring
    seats = hands.outcome.shape[1]
    types = hands.rows >> TYPE_SHIFT
    tables = (scoring.front, scoring.middle, scoring.back)
    waters = np.stack([np.array(table, np.int32)[types[..., row]] for row, table in enumerate(tables)], axis=-1)
    ranked = [special[1:] for special in (*scoring.specials, NO_SPECIAL)]  # the place -1 is the last
    columns = zip(
        hands.outcome.ravel().tolist(),
        map(tuple, hands.rows.reshape(-1, 3).tolist()),
        map(tuple, waters.reshape(-1, 3).tolist()),
        hands.place.ravel().tolist(),
        hands.horse.ravel().tolist(),
        strict=True,
    )
    made = [
        tuple.__new__(Hand, (OUTCOMES[outcome], rows, water, *ranked[place], horse))
        for outcome, rows, water, place, horse in columns
    ]
    return [made[start : start + seats] for start in range(0, len(made), seats)]
