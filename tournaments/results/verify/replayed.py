"""A match that was played again by the same bots, against the record: answer by answer."""

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

import msgspec

from arena.match.seeds import drawing
from arena.records.job import NEWEST_DRAWS
from arena.records.result import Leg, MatchResult
from protocol.text import Counted
from tournaments.store.stored_match import StoredMatch

_PER_CENT: Final = 100
_BY_THE_BOT: Final = frozenset({"", "illegal"})
"""The codes of answers that follow from what the bot said alone, not from when."""


class Answer(NamedTuple):
    """Where an answer stands: the bot's index in the match, leg and round from 1."""

    bot: int
    leg: int
    round: int


class Replay(msgspec.Struct, frozen=True):
    """What came of playing a match again; `digest` is that of the record it was held against."""

    match: str
    digest: str
    compared: int
    """Answers that both plays have: legal ones, and illegal ones."""
    differs: list[Answer] = []
    """Answers that the bots give alike whenever they are asked, and the record has otherwise."""
    unsteady: list[Answer] = []
    """Answers that the bots give now so, now otherwise."""
    lost: str = ""
    """Why it could not be played again; empty if it was."""
    faults: dict[str, int] = {}
    """Answers that could not be compared because the record has a fault in their place, by its reason code."""
    given: int = 0
    """How many of these the bots give here."""


def judged(stored: StoredMatch, plays: Sequence[MatchResult]) -> Replay:
    """Return what one or two more plays of the match say of the record.

    A second play tells a bot that does not answer the same twice from a record that is not what was played.
    """
    recorded, first = _answers(stored.result.legs), _answers(plays[0].legs)
    faults = {place: code for place, (code, _) in recorded.items() if code not in _BY_THE_BOT}
    own = recorded.keys() - faults.keys()
    compared = {place for place in own if place in first and first[place][0] in _BY_THE_BOT}
    found = Replay(
        stored.match,
        stored.digest,
        len(compared),
        faults=dict(sorted(Counter(faults.values()).items())),
        given=sum(place in first and first[place][0] == "" for place in faults),
    )
    missing = len(own) - len(compared)
    if missing:
        words = Counted(missing, "{number} answer was not given again", "{number} answers were not given again")
        return msgspec.structs.replace(found, lost=str(words))
    other = sorted(place for place in compared if recorded[place] != first[place])
    if len(plays) == 1 or not other:
        return msgspec.structs.replace(found, differs=other)
    second = _answers(plays[1].legs)
    steady = [place for place in other if second.get(place) == first[place]]
    unsteady = sorted(set(other) - set(steady))
    # what a bot answers after it has answered otherwise once may follow from that
    loose = {place.bot for place in unsteady}
    differs = [place for place in steady if place.bot not in loose]
    return msgspec.structs.replace(found, differs=differs, unsteady=sorted(set(other) - set(differs)))


def drawn_sample(matches: Sequence[str], per_cent: float, seal: str) -> list[str]:
    """Return that share of the matches, at least one, in their order.

    They are the first ones of the order that the seal draws for "replay", as seatings are drawn from a deal seed.
    """
    wanted = min(len(matches), max(1, ceil(len(matches) * per_cent / _PER_CENT)))
    order = drawing(seal.encode(), "replay", NEWEST_DRAWS).order(len(matches))
    return [matches[place] for place in sorted(order[:wanted])]


def _answers(legs: Sequence[Leg]) -> dict[Answer, tuple[str, bytes]]:
    """Return the code and the action of every answer."""
    return {
        Answer(leg.seating[seat], leg.number + 1, played.number): (done.code, done.action)
        for leg in legs
        for played in leg.rounds
        for seat, done in enumerate(played.seats)
    }
