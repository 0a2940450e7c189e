"""Which of two bots is better, by how much, and in which hands they differ most: from the record of their table."""

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, stdev
from typing import Final, Literal, NamedTuple

import msgspec

from arena.shisanshui.arrangement import Arrangement, StandIn
from arena.shisanshui.arranger.choice import Arranger
from tournaments.cup.cup import Cup
from tournaments.results.analysis import Laid, Place, decisions_in, laid_as
from tournaments.results.summary import Summary
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

Verdict = Literal["better", "worse", "unclear"]
_NORMAL_95: Final = 1.959964


class Margin(NamedTuple):
    """How far one bot is ahead of another in the deals that both played: water a deal."""

    deals: int
    water: float
    error95: float | None
    """Half of its 95 % interval; None for fewer than two deals."""


class Differing(msgspec.Struct, frozen=True):
    """A hand that both bots held and laid differently; round and legs from 1."""

    match: str
    round: int
    hand: list[str]
    new_leg: int
    old_leg: int
    new: Laid
    old: Laid
    gain: float
    """Expected water of the new bot's arrangement above the old one's."""


class Comparison(msgspec.Struct, frozen=True):
    """A new bot against an old one. Water is a deal's, and the new bot's above the old one's, as is Elo."""

    new: str
    old: str
    verdict: Verdict
    confidence: float
    """That of a verdict; the test may stop after any block and keeps it."""
    deals: int
    water: float
    water95: float | None
    """Half of the 95 % interval of as many deals, as if their number had been fixed before."""
    elo: float | None
    elo95: float | None
    hands: list[Differing]
    """Those in which they differ most, whichever way."""


def margin_of(matches: Sequence[StoredMatch], new: str, old: str) -> Margin:
    """Return how far `new` is ahead of `old` in these matches."""
    ahead = [one - other for one, other in _pairs(matches, new, old)]
    if len(ahead) < 2:
        return Margin(len(ahead), math.fsum(ahead), None)
    return Margin(len(ahead), fmean(ahead), _NORMAL_95 * stdev(ahead) / math.sqrt(len(ahead)))


def compare(
    store: Store, summary: Summary, pair: tuple[str, str], most: int, arranger_of: Callable[[int], Arranger]
) -> Comparison:
    """Compare the `pair`, new and old, and list at most `most` hands. `arranger_of` gives an arranger by players."""
    # numpy and scipy take a third of a second to load
    from tournaments.ratings.table import rate_tables  # noqa: PLC0415

    matches, until = store.matches(), summary.cup.match.until
    margin = margin_of(matches, *pair)
    decided = any(certainty.decided for certainty in summary.certainties.values())
    rated = rate_tables([[(pair, water) for water in _pairs(matches, *pair)]]).players
    sign = 1 if rated and rated[0].name == pair[0] else -1
    return Comparison(
        *pair,
        verdict="unclear" if not decided else "better" if margin.water > 0 else "worse",
        confidence=until.confidence if until is not None else 0.0,
        deals=margin.deals,
        water=margin.water,
        water95=margin.error95,
        elo=sign * rated[0].lead if rated and rated[0].lead is not None else None,
        elo95=rated[0].lead95 if rated else None,
        hands=_most_differing(store, summary.cup, pair, most, arranger_of),
    )


def _pairs(matches: Sequence[StoredMatch], new: str, old: str) -> Iterator[tuple[float, float]]:
    """Each deal's water of both."""
    for match in matches:
        one, other = match.seats.index(new), match.seats.index(old)
        for _, water in match.deals():
            yield water[one], water[other]


def _most_differing(
    store: Store, cup: Cup, pair: tuple[str, str], most: int, arranger_of: Callable[[int], Arranger]
) -> list[Differing]:
    found = (
        each
        for match in store.matches()
        if (stored := store.match(match.match)) is not None
        for each in _in_match(cup, stored, pair, arranger_of)
    )
    return heapq.nlargest(most, found, key=lambda each: abs(each.gain))


def _in_match(
    cup: Cup, stored: StoredMatch, pair: tuple[str, str], arranger_of: Callable[[int], Arranger]
) -> Iterator[Differing]:
    new, old = (_laid_by(cup, stored, bot) for bot in pair)
    for hand in new.keys() & old.keys():
        (at, one), (before, other) = new[hand], old[hand]
        if set(one.front) == set(other.front) and set(one.back) == set(other.back) and one.decline == other.decline:
            continue
        arranger = arranger_of(len(stored.seats))
        mine, theirs = arranger.judge(one), arranger.judge(other)
        cards = [*one.back, *one.middle, *one.front]
        gain = mine.water - theirs.water
        yield Differing(stored.match, at.round, cards, at.leg, before.leg, laid_as(mine), laid_as(theirs), gain)


def _laid_by(cup: Cup, stored: StoredMatch, bot: str) -> dict[tuple[int, tuple[int, ...]], tuple[Place, Arrangement]]:
    """Every arrangement of the bot's own, by round and hand."""
    return {
        (place.round, tuple(hand)): (place, action)
        for place, hand, action, _ in decisions_in(cup, stored, bot)
        if isinstance(action, Arrangement) and not isinstance(action, StandIn)
    }
