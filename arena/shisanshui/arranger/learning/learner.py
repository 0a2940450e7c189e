"""Self-play: everybody answers best to how everybody arranged so far, turn after turn, until little changes.

Each turn every hand is laid so as to win most against the hands as they were laid in the later half of the turns
before (fictitious play that forgets its beginnings). Two shares of the population play simply and do not learn from it:
some lay greedily, some look at each row by itself. What is learned so makes use of simple players too, and it costs
next to nothing against those who are not.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.choice import best_of_each
from arena.shisanshui.arranger.classes import COUNT, Classes, HandRows, hand_rows
from arena.shisanshui.arranger.enumeration import undominated
from arena.shisanshui.arranger.population import Kinds, Learnt, Population, Shares, joined
from arena.shisanshui.arranger.removal import rank_counts
from arena.shisanshui.arranger.special_layouts import laid_specials, possible
from arena.shisanshui.arranger.stakes import special_places
from arena.shisanshui.arranger.value import WaterTable
from arena.shisanshui.arranger.wild_rows import WildRows, legal_layouts, wild_rows
from arena.shisanshui.card_kinds import card_kinds
from arena.shisanshui.cards import SMALL_JOKER
from arena.shisanshui.rows import row_key
from arena.shisanshui.rule_model import HAND_SIZE, RuleSet, data_of

_AT_ONCE: Final = 64
_ROW_TURNS: Final = 8
"""Turns after which those who look at each row by itself have settled."""
_REMEMBERED: Final = 3
"""Turns of their own that they look back on."""


class DealtHands(NamedTuple):
    """Hands to learn from, with all that a turn needs of them."""

    cards: NDArray[np.uint8]
    """[n, 13]"""
    classes: Classes
    """[k, 3] the rows of those arrangements that no other one betters in every row, one hand's after another's."""
    starts: NDArray[np.intp]
    """[n] where each hand's begin."""
    by_cards: NDArray[np.uint32]
    """[n] the special kinds that hold in any layout and count, as masks."""
    as_laid: NDArray[np.uint32]
    """[n] those that hold in some layout."""


class Turn(NamedTuple):
    """How every hand was laid."""

    rows: Classes
    fouled: NDArray[np.bool_]
    held: NDArray[np.uint32]


class Simple(NamedTuple):
    """How the two kinds of simple players lay every hand."""

    greedy: Turn
    rows: Turn


def deal_hands(rules: RuleSet, count: int, seed: int) -> DealtHands:
    """Hands of thirteen, each dealt from a whole deck."""
    chance = np.random.default_rng(seed)
    deck = np.array(rules.deck.cards(), np.uint8)
    cards = np.array([chance.permutation(deck)[:HAND_SIZE] for _ in range(count)], np.uint8)
    arrangements = []
    as_laid = np.zeros(count, np.uint32)
    strict = rules.scoring.strict
    for number, (hand, rows) in enumerate(_with_rows(cards)):
        arrangements.append(undominated(legal_layouts(rows, strict)).classes)
        places = laid_specials(rules, hand, possible(hand, rows))
        as_laid[number] = sum(rules.scoring.specials[place].bit for place in places)
    by_cards = np.array([card_kinds(row_key(hand)) & rules.scoring.counted for hand in cards.tolist()], np.uint32)
    lengths = np.array([len(each) for each in arrangements])
    some = lengths > 0
    starts = np.cumsum(lengths) - lengths
    return DealtHands(cards[some], np.concatenate(arrangements), starts[some], by_cards[some], as_laid[some])


def learn(
    rules: RuleSet, players: int, hands: DealtHands, turns: int, shares: Shares, size: int
) -> tuple[Kinds, list[float]]:
    """`size` hands as each kind lays them, and by turn the share that was laid otherwise than the turn before."""
    counts = rank_counts(hands.cards)
    simple = Simple(_greedy(hands), _row_by_row(hands))
    played: list[Turn] = []
    changed = []
    for _ in range(turns):
        recent = played[len(played) // 2 :] or [simple.rows]
        table = WaterTable(rules, players, _mixed(recent, simple, counts, shares))
        before = played[-1] if played else simple.rows
        played.append(_answer(table, hands))
        changed.append(float(np.any(played[-1].rows != before.rows, axis=1).mean()))
    first = np.arange(min(size, len(counts)))
    return Kinds(*(_taken(turn, counts, first) for turn in (played[-1], simple.rows, simple.greedy))), changed


def record(rules: RuleSet, players: int, seed: int, hands: int, turns: int, shares: Shares) -> Learnt:
    """What is written beside a population."""
    return Learnt(data_of(rules), players, seed, hands, turns, shares)


def _with_rows(cards: NDArray[np.uint8]) -> Iterator[tuple[list[int], HandRows | WildRows]]:
    """Every hand with its rows."""
    for start in range(0, len(cards), _AT_ONCE):
        some = cards[start : start + _AT_ONCE]
        natural: NDArray[np.bool_] = np.all(some < SMALL_JOKER, axis=1)
        rows = hand_rows(some[natural])
        nth = np.cumsum(natural) - 1
        for number, hand in enumerate(some.tolist()):
            yield hand, rows.of(int(nth[number])) if natural[number] else wild_rows(hand)


def _greedy(hands: DealtHands) -> Turn:
    """The best back, then the best middle, then the best front; special whenever the cards allow it."""
    lengths = np.diff(hands.starts, append=len(hands.classes))
    owners = np.repeat(np.arange(len(lengths)), lengths)
    front, middle, back = hands.classes.T
    order = np.lexsort((front, middle, back, owners))
    rows = hands.classes[order[hands.starts + lengths - 1]]
    return Turn(rows, np.zeros(len(rows), np.bool_), hands.by_cards)


def _row_by_row(hands: DealtHands) -> Turn:
    """The greatest sum of the rows' chances to win against others who lay so too; special whenever the cards allow."""
    classes, starts = hands.classes, hands.starts
    lengths = np.diff(starts, append=len(classes))
    laid = classes
    for _ in range(_ROW_TURNS):
        chance = np.zeros(len(classes))
        for row in range(3):
            share = np.bincount(laid[:, row], minlength=COUNT) / len(laid)
            chance += (np.cumsum(share) - share / 2)[classes[:, row]]
        hits = np.flatnonzero(chance == np.repeat(np.maximum.reduceat(chance, starts), lengths))
        best = classes[hits[np.searchsorted(hits, starts)]]
        laid = best if laid is classes else np.concatenate([laid[-_REMEMBERED * len(best) :], best])
    return Turn(best, np.zeros(len(best), np.bool_), hands.by_cards)


def _answer(table: WaterTable, hands: DealtHands) -> Turn:
    """Every hand laid so as to win most at this table."""
    rules = table.rules
    rows, plain = best_of_each(table, hands.classes, hands.starts)
    specials = rules.scoring.specials
    worth = np.array([table.special(special.place) for special in specials] + [-np.inf])
    held = hands.by_cards | hands.as_laid
    special = worth[special_places(rules, held)]
    forced = (hands.by_cards != 0) & (not rules.scoring.may_decline)
    is_special = forced | (special > np.maximum(plain, table.foul))
    return Turn(rows, ~is_special & (table.foul > plain), np.where(is_special, held, np.uint32(0)))


def _mixed(turns: Sequence[Turn], simple: Simple, counts: NDArray[np.uint8], shares: Shares) -> Population:
    """The hands of these turns, and those of simple players for their shares."""
    learning = len(turns) * len(counts)
    whole = learning / (1 - shares.greedy - shares.row_by_row)
    parts = [_everybody(turn, counts) for turn in turns]
    for turn, share in ((simple.greedy, shares.greedy), (simple.rows, shares.row_by_row)):
        parts.append(_taken(turn, counts, np.resize(np.arange(len(counts)), round(share * whole))))
    return joined(parts)


def _everybody(turn: Turn, counts: NDArray[np.uint8]) -> Population:
    return Population(turn.rows, turn.fouled, turn.held, counts)


def _taken(turn: Turn, counts: NDArray[np.uint8], chosen: NDArray[np.intp]) -> Population:
    return _everybody(turn, counts).take(chosen)
