"""Lines read as they arrive, and the hands of many lines evaluated together."""

from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Iterator, Sequence
from io import BufferedReader
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.cli.score.lines import MOST_BYTES_OF_LINE, LaidRound
from arena.shisanshui import batch
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.evaluation import Hand
from arena.shisanshui.ruleset import RuleSet

CHUNK: Final = 1 << 16
"""Most bytes read at once; their results stay in the processor's cache."""
FEWEST_TOGETHER: Final = 16
"""Fewer rounds than this are quicker one by one."""

_NO_CARD: Final = 255
_CARDS: Final = np.full(1 << 16, _NO_CARD, np.uint8)
"""The card of two bytes of text; jokers are left to be read one by one."""
for _card, _text in enumerate(TEXTS[:52]):
    _CARDS[int.from_bytes(_text.encode(), "big")] = _card


class Entry(NamedTuple):
    """A line that could be read."""

    number: int
    rules: RuleSet
    laid: LaidRound


def chunks(source: BufferedReader) -> Iterator[tuple[int, list[tuple[int, bytes]]]]:
    """Yield what can be read without waiting for more: its size, and the whole lines with their numbers.

    Blank lines are left out, as is a byte order mark at the start. Of a line that is too long only enough is kept to
    tell that it is.
    """
    number = 0
    rest = b""
    first = True
    while data := source.read1(CHUNK):
        *lines, rest = (rest + data).split(b"\n")
        rest = rest[:MOST_BYTES_OF_LINE]
        if first and lines:
            lines[0], first = lines[0].removeprefix(BOM_UTF8), False
        yield len(data), [(number + place, line) for place, line in enumerate(lines, 1) if line and not line.isspace()]
        number += len(lines)
    if first:
        rest = rest.removeprefix(BOM_UTF8)
    if rest and not rest.isspace():
        yield 0, [(number + 1, rest)]


def evaluate_together(entries: Sequence[Entry]) -> dict[int, list[Hand]]:
    """Return the hands of the lines that can be evaluated together, by line number.

    Lines that need a closer look are left out: seats without rows, jokers, texts that are not cards, more cards of a
    kind than the deck holds.
    """
    alike: dict[tuple[int, int], list[Entry]] = defaultdict(list)
    for entry in entries:
        seats = entry.laid.seats
        if entry.rules.refuses(len(seats)) is None and all(seat.laid for seat in seats):
            alike[id(entry.rules), len(seats)].append(entry)
    found: dict[int, list[Hand]] = {}
    for group in alike.values():
        if len(group) >= FEWEST_TOGETHER:
            found.update(_evaluate_alike(group))
    return found


def _evaluate_alike(group: Sequence[Entry]) -> Iterator[tuple[int, list[Hand]]]:
    """The hands of lines of one rule set and number of seats."""
    rules = group[0].rules
    texts: list[str] = []
    for entry in group:
        for seat in entry.laid.seats:
            texts += seat.front or ()
            texts += seat.middle or ()
            texts += seat.back or ()
    text = "".join(texts)
    if not text.isascii():
        return
    codes = np.frombuffer(text.encode(), ">u2").reshape(len(group), -1, 13)
    cards = _CARDS[codes]
    usable = np.nonzero((cards != _NO_CARD).all(axis=(1, 2)))[0]
    usable = usable[_dealt_from(rules, cards[usable])]
    declined = None
    if rules.declare == "optional":
        declined = np.array([[seat.decline for seat in entry.laid.seats] for entry in group], np.bool_)[usable]
    hands = batch.one_by_one(rules, batch.evaluate(rules, cards[usable], declined))
    for place, evaluated in zip(usable.tolist(), hands, strict=True):
        yield group[place].number, evaluated


def _dealt_from(rules: RuleSet, cards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether no card of a round is used more often than the deck holds it; cards[rounds, seats, 13]."""
    held = np.bincount([card for card in rules.deck.cards() if card < 52], minlength=52)
    of_round = np.arange(len(cards))[:, np.newaxis] * 52
    used = np.bincount((of_round + cards.reshape(len(cards), -1)).ravel(), minlength=52 * len(cards))
    fits: NDArray[np.bool_] = np.logical_and.reduce(used.reshape(-1, 52) <= held, axis=1)
    return fits
