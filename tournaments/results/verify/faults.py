"""The strikes of a match against the codes of its rounds: what one says, the other has to say too.

`arena.match.faults` says what follows from a fault. Here it is read backwards, from the record alone.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, get_args

from arena.match.leg import MOST_CROWDED_STARTS
from arena.records.job import MatchSettings
from arena.records.result import Leg, Strike
from protocol.reasons import Reason
from protocol.text import Said
from tournaments.store.stored_match import StoredMatch

_ABOUT_DECISIONS: Final = frozenset({"late", "no-answer", "malformed", "too-large", "illegal"})
"""Faults in an answer, which cost the decision."""
_ENDS: Final = frozenset({"exited", "disconnected", "over-limit", "referee-lost"})
"""Ends of a bot, which is started again as often as `restarts` allows."""
_OUT: Final = frozenset({"disqualified", "flooding", "no-hello", "bad-protocol", "bad-token", "bad-hello"})
"""Faults after which a bot is out of the leg."""
_CODES: Final = frozenset(get_args(Reason))


class _Seat(NamedTuple):
    """What the record has of a bot in a leg: the code of each round, from the first, and its strikes in order."""

    name: str
    codes: list[str]
    strikes: list[Strike]


def fault_differences(stored: StoredMatch) -> Iterator[Said]:
    """Yield what a match's strikes, codes and states say against each other."""
    result, bots = stored.result, len(stored.seats)
    impossible = [words for strike in result.strikes for words in _strike(stored, strike)]
    yield from impossible
    if impossible:
        return
    if [strike.leg for strike in result.strikes] != sorted(strike.leg for strike in result.strikes):
        yield Said("strikes: not in the order of the legs")
    states = ["playing"] * bots
    for leg in result.legs:
        yield from _requests(leg, [strike for strike in result.strikes if strike.leg == leg.number], bots)
        codes = list(zip(*([done.code for done in played.seats] for played in leg.rounds), strict=True))
        for place, bot in enumerate(leg.seating):
            own = [strike for strike in result.strikes if strike.leg == leg.number and strike.bot == bot]
            seat = _Seat(stored.seats[bot], list(codes[place]) if codes else [], own)
            out = _out(seat, stored.settings)
            states[bot] = out.code if out is not None else "playing"
            for words in _seat(seat, out, stored.settings):
                yield Said("leg {leg}: {bot}: {difference}", leg=leg.number, bot=seat.name, difference=words)
    if result.legs and states != result.states:
        yield Said("states {stored}, by strikes and rounds {recomputed}", stored=result.states, recomputed=states)


def _strike(stored: StoredMatch, strike: Strike) -> Iterator[Said]:
    """Say what a strike cannot be, whatever happened."""
    legs, rounds = len(stored.result.legs), stored.settings.rounds
    if not 0 <= strike.bot < len(stored.seats):
        yield Said("a strike for the seat {seat}, which nobody has", seat=strike.bot)
    if not 0 <= strike.leg < legs or not 1 <= strike.round <= rounds:
        yield Said("a strike in leg {leg} round {round}, which was not played", leg=strike.leg, round=strike.round)
    if strike.code not in _CODES:
        yield Said('a strike for "{code}", which is no reason code', code=strike.code)
    if (strike.code == "late") != (strike.late_ms is not None) or (strike.late_ms or 0) < 0:
        yield Said("a strike for {code} that was {late} ms late", code=strike.code, late=strike.late_ms)
    if strike.request is None and strike.code in _ABOUT_DECISIONS - {"malformed", "too-large"}:
        yield Said("a strike for {code} without a request", code=strike.code)


def _requests(leg: Leg, strikes: Sequence[Strike], bots: int) -> Iterator[Said]:
    """Requests of a leg are numbered as they are sent: a seat's later one is about a later round."""
    asked = [strike for strike in strikes if strike.request is not None]
    numbers = [strike.request or 0 for strike in asked]
    most = bots * len(leg.rounds) + leg.voided
    if len(set(numbers)) != len(numbers) or not all(1 <= number <= most for number in numbers):
        yield Said("leg {leg}: strikes name requests that cannot have been sent", leg=leg.number)
    for bot in range(bots):
        own = [(strike.request or 0, strike.round) for strike in asked if strike.bot == bot]
        if own != sorted(own) or len({round_ for _, round_ in own}) != len(own):
            yield Said("leg {leg}: strikes are not in the order of their rounds", leg=leg.number)


def _out(seat: _Seat, settings: MatchSettings) -> Strike | None:
    """Return the strike by which the bot was out of the leg, if it was."""
    ends = 0
    for number, strike in enumerate(seat.strikes):
        ends += strike.code in _ENDS
        if strike.code in _OUT or ends > settings.restarts:
            also = seat.strikes[number + 1 : number + 2]
            # a flood may be the fault that is one too many as well
            return also[0] if strike.code == "flooding" and also and also[0].code == "disqualified" else strike
    return None


def _seat(seat: _Seat, out: Strike | None, settings: MatchSettings) -> Iterator[Said]:
    if out is not None and seat.strikes[-1] is not out:
        yield Said("a strike after it was out ({code})", code=out.code)
    yield from _disqualified(seat, settings)
    yield from _codes_without_strikes(seat, out, settings)
    yield from _strikes_without_codes(seat, out, settings)


def _disqualified(seat: _Seat, settings: MatchSettings) -> Iterator[Said]:
    """A bot is disqualified for one strike too many, and then it is."""
    charged = 0
    for number, strike in enumerate(seat.strikes):
        if strike.code == "disqualified":
            if charged <= settings.strikes:
                yield Said(
                    "disqualified after {charged} strikes, {most} are allowed", charged=charged, most=settings.strikes
                )
            continue
        charged += 1
        following = seat.strikes[number + 1].code if number + 1 < len(seat.strikes) else ""
        if charged > settings.strikes and strike.code in _ABOUT_DECISIONS and following != "disqualified":
            yield Said(
                "not disqualified after {charged} strikes, {most} are allowed", charged=charged, most=settings.strikes
            )


def _codes_without_strikes(seat: _Seat, out: Strike | None, settings: MatchSettings) -> Iterator[Said]:
    charged: dict[str, set[int]] = {}
    for strike in seat.strikes:
        if strike.request is not None:
            charged.setdefault(strike.code, set()).update(range(strike.round, strike.round + settings.batch))
    crowded = sum(code == "disconnected" for code in seat.codes) <= MOST_CROWDED_STARTS * settings.batch
    for number, code in enumerate(seat.codes, start=1):
        if code == "" or number in charged.get(code, ()):
            continue
        if out is not None and code == out.code and number >= out.round - settings.batch:
            continue
        if code == "disconnected" and crowded:
            continue  # a stranger on the bot's path costs the decision that was open, and no strike
        yield Said("round {round}: {code}, and no strike says so", round=number, code=code)


def _strikes_without_codes(seat: _Seat, out: Strike | None, settings: MatchSettings) -> Iterator[Said]:
    for strike in seat.strikes:
        if strike.request is None:
            continue
        # of a batch, only the illegal ones of its actions cost their rounds
        asked = seat.codes[strike.round - 1 : strike.round - 1 + (settings.batch if strike.code == "illegal" else 1)]
        if strike.code not in asked:
            yield Said(
                "a strike for {code} in round {round}, which has no such fault", code=strike.code, round=strike.round
            )
    if out is None:
        return
    # a bot that cannot join has been asked nothing, so it has no part in the next round to be opened either
    joins = out.request is None and out.code != "disqualified" and out.round < settings.rounds
    first = out.round if joins else out.round + settings.batch
    for number, code in enumerate(seat.codes[first - 1 :], start=first):
        if code != out.code:
            yield Said("round {round}: played on after it was out ({code})", round=number, code=out.code)
            return
