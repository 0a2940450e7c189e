"""The best arrangement of a hand: plain rows, a special hand, or a foul on purpose, whichever is worth most."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.arranger.classes import Classes, HandRows, classes_of, hand_rows
from arena.shisanshui.arranger.enumeration import Layouts, undominated
from arena.shisanshui.arranger.population import Population, Shares, library
from arena.shisanshui.arranger.removal import Given, Removal, rank_counts
from arena.shisanshui.arranger.search import Search
from arena.shisanshui.arranger.special_layouts import laid_specials, possible
from arena.shisanshui.arranger.value import WaterTable
from arena.shisanshui.arranger.wild_rows import WildRows, legal_layouts, wild_rows
from arena.shisanshui.card_kinds import card_kinds
from arena.shisanshui.cards import SMALL_JOKER
from arena.shisanshui.evaluation import Hand, Outcome, evaluate
from arena.shisanshui.rows import row_key
from arena.shisanshui.rule_model import HAND_SIZE, RuleSet
from arena.shisanshui.ruleset import data_of, rules_from

_SHORTLIST: Final = 12
"""Arrangements that are valued once more with the own cards removed from the others' hands."""
_USUAL_PLAYERS: Final = 4
_AT_ONCE: Final = 32
"""Hands looked at together: enough to share the work, few enough to stay in the processor's cache."""

Floats = NDArray[np.float32]


class Choice(NamedTuple):
    """An arrangement and its expected water."""

    cards: list[int]
    """Front, middle and back, one after the other."""
    decline: bool
    outcome: Outcome
    special: str | None
    classes: tuple[int, int, int]
    """Row classes of front, middle and back."""
    water: float
    """Expected."""

    def arrangement(self) -> Arrangement:
        return Arrangement.of(self.cards, self.decline)


class Arranger:
    """Arranges under one rule set at a table of a given size."""

    def __init__(self, rules: RuleSet, players: int, population: Population | None = None) -> None:
        self.rules = rules
        self.table = WaterTable(rules, players, population or library().population(rules))
        self.search = Search(self.table)
        self._removal = Removal(self.table)

    def choose(self, cards: Sequence[int]) -> Choice:
        """Return the best arrangement of thirteen cards.

        >>> from arena.shisanshui.cards import cards
        >>> from arena.shisanshui.ruleset import load_rules
        >>> arranger = Arranger(load_rules("standard"), players=4)
        >>> best = arranger.choose(cards("Ac As Kd Kh Jh Js Th 8c 7d 7h 5c 4d 3s".split()))
        >>> best.arrangement().front, best.outcome
        (['Kd', 'Kh', 'Th'], 'plain')
        """
        rows = _rows(cards)
        layouts = self._every(rows) if isinstance(rows, WildRows) else self._near_best(rows)
        return self._ranked(cards, rows, layouts, _SHORTLIST)[0]

    def ranked(self, cards: Sequence[int], most: int) -> list[Choice]:
        """Return the best arrangements, best first, among those that no other beats in every row."""
        rows = _rows(cards)
        return self._ranked(cards, rows, self._every(rows), max(_SHORTLIST, 2 * most))[:most]

    def judge(self, action: Arrangement) -> Choice:
        """Return an arrangement as laid with its expected water. Its cards must have been checked."""
        laid = action.cards()
        hand = evaluate(self.rules, laid, action.decline)
        classes = _classes(hand)
        given = self.given(laid)
        if hand.outcome == "special":
            water = self.table.special(hand.place)
        elif hand.outcome == "foul":
            water = given.foul()
        else:
            water = float(given.value(np.array([classes], np.uint16))[0])
        water *= self.horse_scale(laid)
        return Choice(laid, action.decline, hand.outcome, hand.special, classes, water)

    def choose_rows(self, cards: NDArray[np.uint8]) -> tuple[Classes, Floats]:
        """[n, 3] row classes of the best plain arrangement by the table alone, and [n] its expected water.

        Of cards[n, 13] without jokers, under rules by which no hand fouls however it is laid.
        """
        rows, waters = [], []
        for start in range(0, len(cards), _AT_ONCE):
            found = self.search.near_best(hand_rows(cards[start : start + _AT_ONCE]))
            starts = np.flatnonzero(np.diff(found.hand, prepend=-1))
            best, water = best_of_each(self.table, found.layouts.classes, starts)
            rows.append(best)
            waters.append(water)
        return np.concatenate(rows), np.concatenate(waters)

    def given(self, cards: Sequence[int]) -> Given:
        """Return the table as a player with these cards sees it."""
        return self._removal.given(rank_counts(np.array([cards], np.uint8))[0])

    def _near_best(self, rows: HandRows) -> Layouts:
        one = HandRows(rows.threes[:, np.newaxis], rows.fives[:, np.newaxis])
        return self.search.near_best(one).layouts

    def _every(self, rows: HandRows | WildRows) -> Layouts:
        return undominated(legal_layouts(rows, self.rules.scoring.strict))

    def _ranked(self, cards: Sequence[int], rows: HandRows | WildRows, layouts: Layouts, most: int) -> list[Choice]:
        given = self.given(cards)
        # A special hand that its cards make, and that cannot be declined, is special however it is laid.
        settled = not self.rules.scoring.may_decline and card_kinds(row_key(cards)) & self.rules.scoring.counted
        choices = self._plain(cards, given, layouts, 1 if settled else most)
        choices += self._laid_specials(cards, rows)
        if not settled:
            choices += self._foul(cards, given)
        if not choices:
            # It fouls however it is laid, which only a special hand survives.
            choices = [self._come_to(list(cards))]
        scale = self.horse_scale(cards)
        ordered = sorted(choices, key=lambda choice: choice.water, reverse=True)
        return [choice._replace(water=choice.water * scale) for choice in ordered]

    def _plain(self, cards: Sequence[int], given: Given, layouts: Layouts, most: int) -> list[Choice]:
        """Return the choice of the best rows, in which the rules may see a special hand."""
        value = self.table.value(layouts.classes)
        best = layouts.take(np.argsort(-value, kind="stable")[:most])
        choices = []
        for number, water in enumerate(given.value(best.classes).tolist()):
            laid = [cards[place] for place in best.places(number)]
            choice = self._come_to(laid)
            if choice.outcome == "special":
                choices.append(choice)
                if not self.rules.scoring.may_decline:
                    continue
            front, middle, back = best.classes[number].tolist()
            decline = choice.outcome == "special"
            choices.append(Choice(laid, decline, "plain", None, (front, middle, back), water))
        return choices

    def _laid_specials(self, cards: Sequence[int], rows: HandRows | WildRows) -> list[Choice]:
        can = possible(cards, rows)
        return [self._come_to(laid) for laid in laid_specials(self.rules, cards, can).values()]

    def _foul(self, cards: Sequence[int], given: Given) -> list[Choice]:
        """Return the choice of a foul (倒水) on purpose, or None when the cards cannot foul."""
        by_rank = sorted(cards, reverse=True)
        for start in range(HAND_SIZE):
            laid = by_rank[start:] + by_rank[:start]
            hand = evaluate(self.rules, laid, declined=True)
            if hand.outcome == "foul":
                return [Choice(laid, self.rules.scoring.may_decline, "foul", None, _classes(hand), given.foul())]
        return []

    def _come_to(self, laid: list[int]) -> Choice:
        """What the rules make of rows; the water is a special hand's, where they make it one."""
        hand = evaluate(self.rules, laid)
        water = self.table.special(hand.place) if hand.outcome == "special" else 0.0
        return Choice(laid, False, hand.outcome, hand.special, _classes(hand), water)

    def horse_scale(self, cards: Sequence[int]) -> float:
        """Return the expected factor of the horse (马牌) on water: it doubles for its holder and against its holder."""
        horse = self.rules.scoring.horse
        if horse < 0:
            return 1.0
        deck = self.rules.deck.cards()
        left = deck.count(horse) - list(cards).count(horse)
        meets = 1 - comb(len(deck) - HAND_SIZE - left, HAND_SIZE) / comb(len(deck) - HAND_SIZE, HAND_SIZE)
        return (2.0 if horse in cards else 1.0) * (1 + meets)


def best_of_each(table: WaterTable, classes: Classes, starts: NDArray[np.intp]) -> tuple[Classes, Floats]:
    """[n, 3] the rows with the greatest expected water of each hand, and [n] that water.

    classes[k, 3] are the arrangements of one hand after the other, each hand's beginning at its start; none is without.
    """
    value = table.value(classes)
    greatest = np.maximum.reduceat(value, starts)
    lengths = np.diff(starts, append=len(value))
    hits = np.flatnonzero(value == np.repeat(greatest, lengths))
    return classes[hits[np.searchsorted(hits, starts)]], greatest


@lru_cache(maxsize=8)
def _arranger(rules: bytes, players: int, shares: Shares | None) -> Arranger:
    rule_set = rules_from(msgspec.json.decode(rules))
    return Arranger(rule_set, players, library().population(rule_set, shares))


def arranger(rules: RuleSet, players: int = _USUAL_PLAYERS, shares: Shares | None = None) -> Arranger:
    """The arranger for a table, and for others who play simply in these shares; those made last are kept.

    `players` is cut to what the deck serves.
    """
    return _arranger(msgspec.json.encode(data_of(rules)), min(players, rules.most_seats), shares)


def expert_stand_in(rules: RuleSet, players: int) -> Callable[[Sequence[int]], Arrangement]:
    """Return the stand-in for seats that do not answer, at a table of `players`."""
    helper = arranger(rules, players)
    return lambda hand: helper.choose(hand).arrangement()


def _rows(cards: Sequence[int]) -> HandRows | WildRows:
    """Return the rows of a hand, with jokers or without."""
    if max(cards) >= SMALL_JOKER:
        return wild_rows(cards)
    return hand_rows(np.array([cards], np.uint8)).of(0)


def _classes(hand: Hand) -> tuple[int, int, int]:
    front, middle, back = classes_of(np.array(hand.rows, np.int32)).tolist()
    return front, middle, back
