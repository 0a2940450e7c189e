"""Self-play: everybody answers best to how everybody arranged so far, turn after turn, until little changes.

Each turn every hand is laid so as to win most against the hands as they were laid in the later half of the turns
before (fictitious play that forgets its beginnings). A share of the population stays greedy, so that what is learned
also makes use of those who play simply; it costs next to nothing against those who do not.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.choice import best_of_each
from arena.shisanshui.arranger.classes import Classes, HandRows, hand_rows
from arena.shisanshui.arranger.enumeration import layouts_of, undominated
from arena.shisanshui.arranger.population import Learnt, Population
from arena.shisanshui.arranger.removal import rank_counts
from arena.shisanshui.arranger.special_layouts import laid_specials, possible, possible_with_jokers
from arena.shisanshui.arranger.stakes import special_places
from arena.shisanshui.arranger.value import WaterTable
from arena.shisanshui.arranger.wild_rows import wild_layouts
from arena.shisanshui.card_kinds import card_kinds
from arena.shisanshui.cards import SMALL_JOKER
from arena.shisanshui.rows import row_key
from arena.shisanshui.rule_model import HAND_SIZE, RuleSet, data_of

_AT_ONCE: Final = 64


class DealtHands(NamedTuple):
    """Hands to learn from, with all that a turn needs of them."""

    cards: NDArray[np.uint8]
    """[n, 13]"""
    arrangements: list[Classes]
    """[n][k, 3] the rows of those that no other one betters in every row."""
    by_cards: NDArray[np.uint32]
    """[n] the special kinds that hold in any layout and count, as masks."""
    as_laid: NDArray[np.uint32]
    """[n] those that hold in some layout."""


class Turn(NamedTuple):
    """How every hand was laid in one turn."""

    rows: Classes
    fouled: NDArray[np.bool_]
    held: NDArray[np.uint32]


def deal_hands(rules: RuleSet, count: int, seed: int) -> DealtHands:
    """Hands of thirteen, each dealt from a whole deck."""
    chance = np.random.default_rng(seed)
    deck = np.array(rules.deck.cards(), np.uint8)
    cards = np.array([chance.permutation(deck)[:HAND_SIZE] for _ in range(count)], np.uint8)
    arrangements = []
    as_laid = np.zeros(count, np.uint32)
    for number, (hand, rows) in enumerate(_with_rows(cards)):
        strict = rules.scoring.strict
        layouts = wild_layouts(hand, strict) if rows is None else layouts_of(rows, strict=strict)
        arrangements.append(undominated(layouts).classes)
        can = possible_with_jokers(hand) if rows is None else possible(hand, rows)
        places = laid_specials(rules, hand, can)
        as_laid[number] = sum(rules.scoring.specials[place].bit for place in places)
    by_cards = np.array([card_kinds(row_key(hand)) & rules.scoring.counted for hand in cards.tolist()], np.uint32)
    some = np.array([len(each) > 0 for each in arrangements])
    kept = [each for each in arrangements if len(each)]
    return DealtHands(cards[some], kept, by_cards[some], as_laid[some])


def learn(
    rules: RuleSet, players: int, hands: DealtHands, turns: int, greedy_share: float, size: int
) -> tuple[Population, list[float]]:
    """A population of `size` hands, and by turn the share of hands that were laid otherwise than the turn before."""
    counts = rank_counts(hands.cards)
    greedy = _greedy(hands)
    played: list[Turn] = []
    changed = []
    for _ in range(turns):
        recent = played[len(played) // 2 :] or [greedy]
        table = WaterTable(rules, players, _mixed(recent, greedy, counts, greedy_share))
        played.append(_answer(table, hands))
        before = played[-2] if len(played) > 1 else greedy
        changed.append(float(np.any(played[-1].rows != before.rows, axis=1).mean()))
    return _sampled(played[-1], greedy, counts, greedy_share, size), changed


def record(rules: RuleSet, players: int, seed: int, hands: int, turns: int, greedy_share: float) -> Learnt:
    """What is written beside a population."""
    return Learnt(data_of(rules), players, seed, hands, turns, greedy_share)


def _with_rows(cards: NDArray[np.uint8]) -> Iterator[tuple[list[int], HandRows | None]]:
    """Every hand, with its rows where it has no jokers."""
    for start in range(0, len(cards), _AT_ONCE):
        some = cards[start : start + _AT_ONCE]
        natural: NDArray[np.bool_] = np.all(some < SMALL_JOKER, axis=1)
        rows = hand_rows(some[natural])
        nth = np.cumsum(natural) - 1
        for number, hand in enumerate(some.tolist()):
            yield hand, rows.of(int(nth[number])) if natural[number] else None


def _greedy(hands: DealtHands) -> Turn:
    """The best back, then the best middle, then the best front; special whenever the cards allow it."""
    rows = np.stack([max(each.tolist(), key=lambda row: row[::-1]) for each in hands.arrangements])
    return Turn(rows.astype(np.uint16), np.zeros(len(rows), np.bool_), hands.by_cards)


def _answer(table: WaterTable, hands: DealtHands) -> Turn:
    """Every hand laid so as to win most at this table."""
    rules = table.rules
    rows, plain = best_of_each(table, hands.arrangements)
    specials = rules.scoring.specials
    worth = np.array([table.special(special.place) for special in specials] + [-np.inf])
    held = hands.by_cards | hands.as_laid
    special = worth[special_places(rules, held)]
    forced = (hands.by_cards != 0) & (not rules.scoring.may_decline)
    is_special = forced | (special > np.maximum(plain, table.foul))
    return Turn(rows, ~is_special & (table.foul > plain), np.where(is_special, held, np.uint32(0)))


def _mixed(turns: Sequence[Turn], greedy: Turn, counts: NDArray[np.uint8], share: float) -> Population:
    """The hands of these turns, and greedy ones for their share."""
    wanted = round(share / (1 - share) * len(turns) * len(counts))
    fill = np.resize(np.arange(len(counts)), wanted)
    parts = [*turns, Turn(greedy.rows[fill], greedy.fouled[fill], greedy.held[fill])]
    return Population(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.fouled for part in parts]),
        np.concatenate([part.held for part in parts]),
        np.concatenate([*([counts] * len(turns)), counts[fill]]),
    )


def _sampled(turn: Turn, greedy: Turn, counts: NDArray[np.uint8], share: float, size: int) -> Population:
    """So many hands, the last of them greedy."""
    size = min(size, len(counts))
    first = size - round(share * size)
    rows = np.concatenate([turn.rows[:first], greedy.rows[first:size]])
    fouled = np.concatenate([turn.fouled[:first], greedy.fouled[first:size]])
    held = np.concatenate([turn.held[:first], greedy.held[first:size]])
    return Population(rows, fouled, held, counts[:size])
