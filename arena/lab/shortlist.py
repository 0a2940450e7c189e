"""What a hand can be laid as that is worth a thought: a hundred arrangements of 72,072."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.lab.numbering import SPLITS, lay
from arena.lab.play import rules_of
from arena.lab.players import Cards, Flags, Laid, evaluated, hands_of
from arena.shisanshui.arranger.classes import HandRows, hand_rows
from arena.shisanshui.arranger.enumeration import undominated
from arena.shisanshui.arranger.special_layouts import laid_specials, possible
from arena.shisanshui.arranger.wild_rows import WildRows, legal_layouts, wild_rows
from arena.shisanshui.batch import Hands
from arena.shisanshui.batch.hands import SPECIAL
from arena.shisanshui.cards import SMALL_JOKER
from arena.shisanshui.rule_model import FEWEST_SEATS
from arena.shisanshui.ruleset import RuleSet

_AT_ONCE: Final = 64


class Candidates(NamedTuple):
    """Arrangements of n hands, k altogether: those of the first hand, then those of the second, and so on."""

    cards: Cards
    """[k, 13] front, middle and back, one after the other."""
    declines: Flags
    """[k] whether a special hand is given up for its rows."""
    owner: NDArray[np.intp]
    """[k] whose each is: an index into the hands, ascending."""
    starts: NDArray[np.intp]
    """[n + 1] where each hand's begin; hand i has `starts[i]` to `starts[i + 1]`, one at least."""
    evaluated: Hands
    """[k, 1] what each comes to: row values, outcome, special hand."""

    @classmethod
    def of(
        cls, cards: Cards, owner: NDArray[np.integer], rules: RuleSet, declines: Flags | None = None
    ) -> "Candidates":
        """Return arrangements [k, 13] of one's own choice; owner[k] says whose each is: 0, 0, …, 1, … to n - 1.

        Raises ValueError when the owners are in another order, or arrangements of one owner are of different cards.
        """
        nth = np.asarray(owner, np.intp)
        steps = np.diff(nth, prepend=-1 if len(nth) else [])
        if not ((steps == 0) | (steps == 1)).all() or (len(nth) and nth[0] != 0):
            raise ValueError("owner: 0, … 1, … in ascending order are expected, none left out")
        starts = np.searchsorted(nth, np.arange(nth[-1] + 2 if len(nth) else 1))
        held = np.sort(cards, axis=1)
        if (held != held[starts[nth]]).any():
            raise ValueError("cards: the arrangements of one owner are of different cards")
        flags = np.zeros(len(cards), np.bool_) if declines is None else declines
        return cls(cards, flags, nth, starts, evaluated(rules, [Laid(cards, flags)]))

    def dealt(self) -> Cards:
        """Return the hands [n, 13] themselves, each from high to low."""
        return np.sort(self.cards[self.starts[:-1]], axis=1)[:, ::-1].copy()

    def best(self, worth: NDArray[np.floating]) -> NDArray[np.intp]:
        """Return for each hand [n] the candidate of the greatest worth[k], the first of equal ones."""
        if not len(worth):
            return np.zeros(0, np.intp)
        greatest = np.maximum.reduceat(worth, self.starts[:-1])
        hits = np.flatnonzero(worth == greatest[self.owner])
        first: NDArray[np.intp] = hits[np.searchsorted(hits, self.starts[:-1])]
        return first

    def laid(self, chosen: NDArray[np.intp]) -> Laid:
        """Return these candidates as what a player lays."""
        return Laid(self.cards[chosen], self.declines[chosen])


def candidates(hands: NDArray[np.integer], rules: str | RuleSet = "standard") -> Candidates:
    """Return the arrangements of hands[n, 13] that can be the best of their hand, whoever the others are.

    These are all that do not foul and that no other one matches in every row and betters in one; one for each special
    hand that rows can be laid as (three straights, three flushes); and each special hand declined, where the rules let
    it be. A hand that fouls however it is laid has one candidate, which fouls. It takes two milliseconds a hand, more
    with jokers. Raises ValueError when `hands` has another shape or holds what is no card.

    >>> from arena.shisanshui.cards import cards
    >>> hand = cards("As Kd Qh 9h 9s 8c 7h 6d 5h 5c 4h 3h 2h".split())
    >>> found = candidates(np.array([hand]))
    >>> found.cards.shape, found.starts.tolist()
    ((176, 13), [0, 176])
    """
    rule_set = rules_of(rules, FEWEST_SEATS)
    found = [_of_hand(rule_set, hand, rows) for hand, rows in _with_rows(hands_of(hands))]
    owner = np.repeat(np.arange(len(found)), [len(each) for each in found])
    every = Candidates.of(np.concatenate([*found, np.empty((0, 13), np.uint8)]), owner, rule_set)
    return _with_declined(rule_set, every) if rule_set.scoring.may_decline else every


def _with_declined(rules: RuleSet, found: Candidates) -> Candidates:
    """Return the same, and after each special hand the same cards played as rows."""
    special = found.evaluated.outcome[:, 0] == SPECIAL
    times = np.where(special, 2, 1)
    declines = np.zeros(times.sum(), np.bool_)
    declines[np.cumsum(times)[special] - 1] = True
    return Candidates.of(np.repeat(found.cards, times, axis=0), np.repeat(found.owner, times), rules, declines)


def _with_rows(hands: Cards) -> Iterator[tuple[Cards, HandRows | WildRows]]:
    """Yield every hand with its rows, those without jokers made together."""
    for start in range(0, len(hands), _AT_ONCE):
        some = hands[start : start + _AT_ONCE]
        natural = some.max(axis=1) < SMALL_JOKER
        rows = hand_rows(some[natural])
        nth = np.cumsum(natural) - 1
        for number, hand in enumerate(some):
            yield hand, rows.of(int(nth[number])) if natural[number] else wild_rows(hand.tolist())


def _of_hand(rules: RuleSet, hand: Cards, rows: HandRows | WildRows) -> Cards:
    """Return the arrangements [k, 13] of one hand."""
    found = undominated(legal_layouts(rows, rules.scoring.strict))
    laid = lay(np.broadcast_to(hand, (len(found.back), 13)), SPLITS * found.back + found.split)
    cards = hand.tolist()
    special = list(laid_specials(rules, cards, possible(cards, rows)).values())
    if not special and not len(laid):
        return hand[np.newaxis]
    return np.concatenate([laid, np.array(special, np.uint8).reshape(-1, 13)])
