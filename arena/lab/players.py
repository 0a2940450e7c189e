"""Players as Python callables: asked for one hand, or for many at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arrangement import Absent, Arrangement
from arena.shisanshui.batch import Hands, evaluate
from arena.shisanshui.batch.hands import ESCAPED, FOUL
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.legality import IllegalArrangement, laid_cards, size_fault
from arena.shisanshui.rule_model import HAND_SIZE, RuleSet

Cards = NDArray[np.uint8]
Flags = NDArray[np.bool_]

_PARTS: Final = (3, 4)
"""Front, middle and back, with or without whether a special hand is declined."""


class WrongAnswer(ValueError):
    """A player returned what it cannot lay; the message names the player, the hand and what is wrong."""


class Laid(NamedTuple):
    """What a player does with n hands. None stands for no such hand."""

    cards: NDArray[Any]
    """[n, 13] integers: front (3), middle (5) and back (5), one after the other; any cards where no rows are laid."""
    declines: Flags | None = None
    """[n] where a special hand is played as rows; counts where the rule set allows it."""
    forfeits: Flags | None = None
    """[n] where no rows are laid, which fouls (倒水)."""
    escapes: Flags | None = None
    """[n] where the player leaves the table (逃跑)."""


@dataclass(frozen=True)
class Batched:
    """A player that lays many hands at once, as a decorator or by name.

    `arrange` is given hands[n, 13], each from high to low, and returns the cards [n, 13] as `Laid.cards` has them, or
    `Laid` to decline, forfeit or escape as well.

    >>> @Batched
    ... def high_cards_behind(hands):
    ...     return hands[:, ::-1]
    """

    arrange: Callable[[Cards], NDArray[Any] | Laid]


Rows = Sequence[Any]
"""`(front, middle, back)` of 3, 5 and 5 cards as integers, or `(front, middle, back, decline)`."""
Answer = Rows | Arrangement | Absent | None
Player = Callable[[list[int]], Answer] | Batched
"""Called with one hand, 13 cards as integers from high to low (`arena.shisanshui.cards` numbers them).

It returns rows, or an `Arrangement` (cards as texts), or None, which forfeits the round as a missing answer does, or
`Absent.ESCAPE`.
"""


def ask(player: Player, hands: Cards, name: str) -> Laid:
    """Return what the player does with hands[n, 13], each from high to low; the cards are checked and uint8.

    Raises WrongAnswer, naming the player by `name`, when it lays other cards than it holds or returns something of
    another shape. What the player itself raises is passed on.
    """
    if not isinstance(player, Batched):
        return _checked(_one_by_one(player, hands, name), hands, name)
    laid = player.arrange(hands.copy())
    if not isinstance(laid, Laid):
        laid = Laid(laid)
    cards = np.asarray(laid.cards)
    if cards.shape != hands.shape or not np.issubdtype(cards.dtype, np.integer):
        raise WrongAnswer(
            f"{name}: integers of shape {hands.shape} are expected, got {cards.dtype} of shape {cards.shape}"
        )
    for field, flags in zip(Laid._fields[1:], laid[1:], strict=True):
        if flags is not None and np.shape(flags) != (len(hands),):
            raise WrongAnswer(f"{name}: {field}: shape {(len(hands),)} is expected, got {np.shape(flags)}")
    return _checked(laid._replace(cards=cards), hands, name)


def evaluated(rules: RuleSet, laid: Sequence[Laid]) -> Hands:
    """Return the hands [n, p] of p seats that each laid n hands, ready to be settled."""
    hands = evaluate(rules, np.stack([each.cards for each in laid], axis=1), _flags(laid, "declines"))
    for field, outcome in (("forfeits", FOUL), ("escapes", ESCAPED)):
        absent = _flags(laid, field)
        if absent is not None:
            hands.outcome[absent] = outcome
            hands.place[absent] = -1
            hands.horse[absent] = False
    return hands


def _flags(laid: Sequence[Laid], field: str) -> Flags | None:
    """Return one field [n, p] of all seats, or None where no seat has it."""
    columns = [getattr(each, field) for each in laid]
    if all(column is None for column in columns):
        return None
    none = np.zeros(len(laid[0].cards), np.bool_)
    return np.stack([none if column is None else np.asarray(column, np.bool_) for column in columns], axis=1)


def _one_by_one(player: Callable[[list[int]], Answer], hands: Cards, name: str) -> Laid:
    cards = hands.astype(np.int64)
    declines, forfeits, escapes = (np.zeros(len(hands), np.bool_) for _ in range(3))
    for number, hand in enumerate(hands.tolist()):
        answer = player(hand)
        if isinstance(answer, Arrangement):
            cards[number] = _numbers(answer, hands[number], name)
            declines[number] = answer.decline
        elif answer is Absent.ESCAPE:
            escapes[number] = True
        elif answer is None or isinstance(answer, Absent):
            forfeits[number] = True
        else:
            cards[number], declines[number] = _rows(answer, hands[number], name)
    return Laid(cards, declines, forfeits, escapes)


def _numbers(answer: Arrangement, hand: Cards, name: str) -> list[int]:
    try:
        return laid_cards(answer, hand.tolist())
    except IllegalArrangement as error:
        raise WrongAnswer(f"{_who(name, hand)}: {error}") from None


def _rows(answer: Rows, hand: Cards, name: str) -> tuple[list[int], bool]:
    if len(answer) not in _PARTS:
        raise WrongAnswer(f"{_who(name, hand)}: front, middle and back are expected, got {len(answer)} parts")
    front, middle, back, *decline = answer
    if fault := size_fault(Arrangement(front, middle, back)):
        raise WrongAnswer(f"{_who(name, hand)}: {fault}")
    return [*front, *middle, *back], bool(decline and decline[0])


def _checked(laid: Laid, hands: Cards, name: str) -> Laid:
    """Return the same with cards as uint8; where no rows are laid, the cards of the hand."""
    cards = laid.cards
    for absent in (laid.forfeits, laid.escapes):
        if absent is not None and np.any(absent):
            cards = np.where(np.asarray(absent)[:, np.newaxis], hands, cards)
    wrong = (np.sort(cards, axis=1)[:, ::-1] != hands).any(axis=1)
    if wrong.any():
        first = int(wrong.argmax())
        raise WrongAnswer(f"{_who(name, hands[first])}: {_difference(cards[first].tolist(), hands[first])}")
    return laid._replace(cards=cards.astype(np.uint8))


def _difference(cards: list[int], hand: Cards) -> str:
    """Say what is wrong with thirteen numbers that are not the hand's cards."""
    for card in cards:
        if not 0 <= card < len(TEXTS):
            return f"{card} is no card; 0 to {len(TEXTS) - 1} are expected"
    try:
        laid_cards(Arrangement.of(cards), hand.tolist())
    except IllegalArrangement as error:
        return str(error)
    raise AssertionError("the cards are those of the hand")


def _who(name: str, hand: Cards) -> str:
    return f"{name} with {' '.join(TEXTS[card] for card in hand.tolist())}"


def hands_of(hands: NDArray[Any]) -> Cards:
    """Return hands [n, 13] as uint8, each from high to low. Raises ValueError for another shape or no cards."""
    cards = np.asarray(hands)
    if cards.ndim != 2 or cards.shape[1] != HAND_SIZE or not np.issubdtype(cards.dtype, np.integer):
        raise ValueError(f"hands: integers of shape (n, 13) are expected, got {cards.dtype} of shape {cards.shape}")
    if cards.size and not 0 <= cards.min() <= cards.max() < len(TEXTS):
        raise ValueError(f"hands: cards are 0 to {len(TEXTS) - 1}, got {cards.min()} to {cards.max()}")
    return np.sort(cards.astype(np.uint8), axis=1)[:, ::-1].copy()
