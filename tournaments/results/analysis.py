"""How much expected water each decision of a bot gave away, compared with the arranger's choice."""

import heapq
import math
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from arena.errors import ArenaError
from arena.games import game_of
from arena.shisanshui.arrangement import Arrangement, StandIn
from arena.shisanshui.arranger.choice import Arranger, Choice
from arena.shisanshui.cards import NUMBERS, TEXTS
from protocol.text import Counted
from tournaments.cup.cup import Cup
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

_SAME: Final = 1e-4
"""Water below which two arrangements are worth the same."""


class Place(NamedTuple):
    """Where a decision was made; leg and round from 1."""

    match: str
    round: int
    leg: int


class Laid(msgspec.Struct, frozen=True):
    """An arrangement and what it is worth."""

    front: list[str]
    middle: list[str]
    back: list[str]
    decline: bool
    outcome: str
    special: str | None
    water: float


class Judged(msgspec.Struct, frozen=True):
    """One decision of a bot, and the arranger's."""

    match: str
    leg: int
    round: int
    hand: list[str]
    laid: Laid
    better: Laid
    loss: float
    """Expected water given away; 0 when the arranger has nothing better."""


class Analysis(msgspec.Struct, frozen=True):
    """A bot's decisions in a tournament, judged."""

    bot: str
    decisions: int
    faults: int
    """Rounds decided by a fault (late, illegal, escaped or laid by a stand-in), which are not judged."""
    deals: int
    loss: float
    """Mean expected water given away by a decision."""
    error95: float | None
    """Half of its 95 % interval, over deals; None for fewer than two deals."""
    best: float
    """The share of decisions that gave nothing away."""
    worst: list[Judged]


def analyse(
    store: Store,
    bot: str,
    most: int,
    arranger_of: Callable[[int], Arranger],
    progress: Callable[[int], None] = lambda _: None,
    rounds: int | None = None,
) -> Analysis:
    """Judge every decision of the bot, or those of its first `rounds` rounds. `arranger_of` gives the arranger for a
    number of players.

    `progress` is called after every round with the number of rounds so far. Raises ArenaError when no bot has that name
    or there is no decision of its own to judge.
    """
    store.bot(bot)
    judged: list[Judged] = []
    by_deal: dict[tuple[str, int], list[float]] = {}
    faults = 0
    for number, (place, hand, action, players) in enumerate(islice(_decisions(store, bot), rounds), 1):
        if isinstance(action, Arrangement) and not isinstance(action, StandIn):
            found = judge(arranger_of(players), place, hand, action)
            judged.append(found)
            by_deal.setdefault((place.match, place.round), []).append(found.loss)
        else:
            faults += 1
        progress(number)
    if faults and not judged:
        raise ArenaError(
            '"{bot}" laid no hand itself in {folder}: its {rounds} were decided by faults; '
            "arena hands {folder} --bot {name} shows them",
            bot=bot,
            folder=store.place.parent,
            rounds=Counted(faults, "{number} round", "{number} rounds"),
            name=shlex.quote(bot),
        )
    if not judged:
        raise ArenaError(
            '"{bot}" has made no decision yet in {folder}; there is nothing to analyse',
            bot=bot,
            folder=store.place.parent,
        )
    losses = [decision.loss for decision in judged]
    return Analysis(
        bot=bot,
        decisions=len(losses),
        faults=faults,
        deals=len(by_deal),
        loss=math.fsum(losses) / len(losses),
        error95=_error95([math.fsum(each) / len(each) for each in by_deal.values()]),
        best=losses.count(0.0) / len(losses),
        worst=heapq.nlargest(most, (each for each in judged if each.loss > 0), key=lambda each: each.loss),
    )


def judge(arranger: Arranger, place: Place, hand: Sequence[int], action: Arrangement) -> Judged:
    """Judge one decision against the best one."""
    laid = arranger.judge(action)
    best = arranger.choose(hand)
    loss = best.water - laid.water
    if loss < _SAME:
        best, loss = laid, 0.0
    shown = [TEXTS[card] for card in hand]
    return Judged(place.match, place.leg, place.round, shown, laid_as(laid), laid_as(best), loss)


def rounds_of(matches: Iterable[StoredMatch], bot: str) -> int:
    """Return how many rounds these matches have for the bot, over all legs, as planned."""
    return sum(
        match.settings.rounds * (len(match.seats) if match.settings.duplicate else 1)
        for match in matches
        if bot in match.seats
    )


def _decisions(store: Store, bot: str) -> Iterator[tuple[Place, list[int], object, int]]:
    """Every round of the bot: where, its hand, its action, and the number of players."""
    cup = store.cup()
    for match in store.matches():
        stored = store.match(match.match) if bot in match.seats else None
        if stored is not None:
            yield from decisions_in(cup, stored, bot)


def decisions_in(cup: Cup, stored: StoredMatch, bot: str) -> Iterator[tuple[Place, list[int], object, int]]:
    """Yield every round of the bot in one match: where, its hand, its action, and the number of players."""
    game = game_of(cup.game, cup.rules, stored.settings.on_late)
    me = stored.seats.index(bot)
    for leg in stored.result.legs:
        seat = leg.seating.index(me)
        for played in leg.rounds:
            (action,) = game.unpack(played.seats[seat].action)
            view = game.start(stored.deal_seed, played.number, len(leg.seating)).observe(seat)
            hand = [NUMBERS[text] for text in view["hand"]]
            yield Place(stored.match, played.number, leg.number + 1), hand, action, len(leg.seating)


def laid_as(choice: Choice) -> Laid:
    """Return the choice as it is shown."""
    rows = choice.arrangement()
    return Laid(rows.front, rows.middle, rows.back, rows.decline, choice.outcome, choice.special, choice.water)


def _error95(means: Sequence[float]) -> float | None:
    if len(means) < 2:
        return None
    mean = math.fsum(means) / len(means)
    variance = math.fsum((each - mean) ** 2 for each in means) / (len(means) - 1)
    return 1.96 * math.sqrt(variance / len(means))
