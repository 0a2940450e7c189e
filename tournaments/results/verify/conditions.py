"""The conditions a match was played under: how it ended, how bots were held, how long they thought."""

from collections.abc import Iterator
from typing import Final

from arena.records.job import MatchSettings
from arena.records.result import Leg, MatchResult
from protocol.text import Said
from tournaments.cup.cup import Cup
from tournaments.store.stored_match import StoredMatch

_LEAST_STRONG: Final = 3
_REMOTE: Final = "remote:"
_HELD: Final = tuple(f"{level}: " for level in range(5))
"""How the words of each level begin."""
_ANSWERED: Final = frozenset({"", "illegal"})
"""The codes of answers that came in time."""


def condition_differences(cup: Cup, stored: StoredMatch) -> Iterator[Said]:
    """Yield what of a match cannot be so under its settings."""
    result, bots = stored.result, len(stored.seats)
    if len(set(stored.seats)) != bots:
        yield Said("a bot sits there twice")
    if result.reason not in _reasons(bots):
        yield Said('ended as "{reason}" with {bots} bots', reason=result.reason, bots=bots)
    short = [name for name in ("stale", "states") if len(getattr(result, name)) != bots]
    short += ["processor_ms" for leg in result.legs if len(leg.processor_ms) != bots]
    for name in short:
        yield Said("{list}: not one for each of {bots} bots", list=name, bots=bots)
    counts = [*result.stale, result.referee_peak_kib]
    counts += [count for leg in result.legs for count in (*leg.processor_ms, leg.worst_lag_us, leg.voided)]
    if min(counts) < 0:
        yield Said("a count or a time below zero")
    if result.reason != "completed":
        yield from _unplayed(stored)
        return
    yield from _isolation(cup, stored)
    for number, leg in enumerate(result.legs):
        if leg.number != number:
            yield Said("leg {leg} is missing", leg=number)
        yield from _lag(leg, stored.settings)
        yield from _thinking(stored, leg)


def _reasons(bots: int) -> frozenset[str]:
    return frozenset({"completed", "referee-lost"}) if bots > 1 else frozenset({"walkover"})


def _unplayed(stored: StoredMatch) -> Iterator[Said]:
    """Of a match that was not played there is nothing to record."""
    result = stored.result
    state = "playing" if result.reason == "walkover" else "referee-lost"
    blank = MatchResult(
        match=result.match,
        reason=result.reason,
        legs=[],
        strikes=[],
        stale=[0] * len(stored.seats),
        states=[state] * len(stored.seats),
        deals=[],
        seatings=1,
    )
    if result != blank:
        yield Said("was not played, and yet some of it is recorded")


def _isolation(cup: Cup, stored: StoredMatch) -> Iterator[Said]:
    held, wanted = stored.result.isolation, stored.settings.isolation
    if len(held) != len(stored.seats):
        yield Said("{list}: not one for each of {bots} bots", list="isolation", bots=len(stored.seats))
        return
    for bot, words in zip(stored.seats, held, strict=True):
        program = cup.program(bot)
        if program.remote:
            fits = words.startswith(_REMOTE)
        elif wanted == "auto":
            fits = words.startswith(_HELD)
        else:
            allowed = _HELD[_LEAST_STRONG:] if wanted == "strong" else _HELD[wanted : wanted + 1]
            fits = words.startswith(allowed)
        if not fits:
            yield Said('{bot}: held at "{words}", demanded was {wanted}', bot=bot, words=words, wanted=wanted)


def _lag(leg: Leg, settings: MatchSettings) -> Iterator[Said]:
    """Time is void only where the referee stalled for longer than the grace."""
    if leg.voided and leg.worst_lag_us <= settings.grace_ms * 1000:
        yield Said("leg {leg}: time was void, but the referee never stalled", leg=leg.number)


def _thinking(stored: StoredMatch, leg: Leg) -> Iterator[Said]:
    """An answer that counted came within the time for it, and what was not answered took none.

    Answers in a batch share their time; how many there were in each is not recorded, so their bank is taken for whole.
    """
    settings = stored.settings
    decision, grace = settings.decision_ms * 1000, settings.grace_ms * 1000
    bank = [float(settings.bank_ms * 1000)] * len(leg.seating)
    for count, played in enumerate(leg.rounds, start=1):
        for seat, done in enumerate(played.seats):
            # whole microseconds are kept: what is spent of the bank may be less by one each time
            most = decision + bank[seat] + grace + count if done.code in _ANSWERED else 0
            if not 0 <= done.micros <= most:
                yield Said(
                    "leg {leg} round {round}: {bot}: {taken} µs taken, {most} allowed",
                    leg=leg.number,
                    round=played.number,
                    bot=stored.seats[leg.seating[seat]],
                    taken=done.micros,
                    most=int(most),
                )
            if settings.batch > 1:
                continue
            if done.code in {"late", "no-answer"}:
                bank[seat] = 0.0
            elif done.micros > decision:
                bank[seat] = max(bank[seat] - (done.micros - decision), 0.0)
