"""Rounds of the record as they were played: hands from the deal seed, rows and faults as stored, settled again."""

import heapq
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from arena.errors import UsageError
from arena.games import game_of
from arena.records.result import Leg
from arena.records.round_log import PlayedRound
from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.ruleset import rules_from
from tournaments.cup.cup import Cup
from tournaments.store.matches import StoredMatch, attempt_of
from tournaments.store.store import Store


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a round; rows and their types are None where none were laid."""

    bot: str
    water: int
    hand: list[str]
    front: list[str] | None = None
    middle: list[str] | None = None
    back: list[str] | None = None
    types: list[str] | None = None
    """Ids of the row types."""
    outcome: str
    special: str | None = None
    stand_in: bool = False
    """The arena laid the rows, since the bot did not answer (接管)."""
    code: str = ""
    """The reason code of the seat's fault, or nothing."""
    micros: int = 0


class TransferView(msgspec.Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """Water from one bot to another, or None for the table; in JSON as on the wire and in `arena score`."""

    source: str | None
    target: str | None
    water: int
    reason: str


class RoundView(msgspec.Struct, frozen=True):
    """One round of one leg; seats in order."""

    match: str
    leg: int
    round: int
    seats: list[SeatView]
    transfers: list[TransferView]
    void: bool = False
    """The organizer made the match void 作废: the round counts for nothing."""


class Replayer:
    """The rounds of one stored match, legs included. `note` tells one of several plays of it from the others."""

    def __init__(self, cup: Cup, stored: StoredMatch, note: str = "") -> None:
        self.note = note
        self._stored = stored
        self._game = game_of(cup.game, cup.rules, stored.settings.on_late)
        self._rules = rules_from(cup.rules)

    def rounds(self, number: int | None = None, leg: int | None = None) -> Iterator[RoundView]:
        """Round after round, each in all its legs; only that round or only that leg (from 1) where given."""
        legs = [each for each in self._stored.result.legs if leg is None or each.number + 1 == leg]
        if number is not None:
            yield from (self.view(each, each.rounds[number - 1]) for each in legs if number <= len(each.rounds))
            return
        for played in zip(*(each.rounds for each in legs), strict=True):
            yield from (self.view(leg, each) for leg, each in zip(legs, played, strict=True))

    def view(self, leg: Leg, played: PlayedRound) -> RoundView:
        state = self._game.start(self._stored.deal_seed, played.number, len(leg.seating))
        actions = {seat: self._game.unpack(done.action) for seat, done in enumerate(played.seats)}
        over = state.apply(actions)
        event = over.events("water")[0]
        names = [self._stored.seats[bot] for bot in leg.seating]
        seats = [
            SeatView(
                bot=name,
                water=played.water[seat],
                hand=state.observe(seat)["hand"],
                types=self._types(actions[seat]),
                code=played.seats[seat].code,
                micros=played.seats[seat].micros,
                **event["seats"][seat],
            )
            for seat, name in enumerate(names)
        ]
        transfers = [
            TransferView(_name(names, move.source), _name(names, move.target), move.amount, move.reason)
            for move in over.ledger()
        ]
        void = self._stored.voided is not None
        return RoundView(self._stored.play, leg.number + 1, played.number, seats, transfers, void)

    def _types(self, action: Any) -> list[str] | None:
        if not isinstance(action, Arrangement):
            return None
        return evaluate(self._rules, action.cards(), action.decline).row_types()


def replayer(store: Store, match: str) -> Replayer:
    """The play of `match` that counts, or the one that is asked for: `s1t1#1` is the first one of the match `s1t1`.

    Raises UsageError, naming the matches there are, when that one has not been played.
    """
    counting = {stored.play: stored for stored in store.matches()}
    name = match.partition("#")[0]
    plays = sorted((play for play in store.plays() if play.partition("#")[0] == name), key=attempt_of)
    counts = next((play for play in plays if play in counting), None)
    wanted = counts or plays[-1] if match == name and plays else match.removesuffix("#1")
    stored = store.match(wanted) if wanted in plays else None
    if stored is None:
        there = [stored.play.partition("#")[0] for stored in counting.values() if _was_played(stored)]
        raise UsageError(
            'no match "{match}" to replay; there are {value}', match=match, value=", ".join(there) or "none yet"
        )
    if not _was_played(stored):
        why = "it could not be played and is void 作废" if stored.void else f"it ended as {stored.result.reason}"
        raise UsageError('no round of "{match}" to replay: {why}', match=match, why=why)
    return Replayer(store.cup(), stored, _note(stored, plays, counts))


def _was_played(stored: StoredMatch) -> bool:
    return not stored.void and len(stored.seats) > 1


def _note(shown: StoredMatch, plays: list[str], counts: str | None) -> str:
    """What to say of a match that the organizer made void, whichever play of it is shown."""
    if shown.voided is not None:
        return f"{shown.play} is void 作废; " + (f"the play that counts is {counts}" if counts else "none counts yet")
    void = [play if "#" in play else f"{play}#1" for play in plays if play != counts]
    return f"{shown.play} is the play that counts; void 作废: {', '.join(void)}" if void else ""


class Costly(NamedTuple):
    """A round of a bot, ordered by its water; then by stage, match, round and leg."""

    water: int
    stage: int
    match: str
    round: int
    leg: int
    view: RoundView


def extreme_rounds(store: Store, bot: str, count: int, best: bool = False) -> list[Costly]:
    """The rounds of all matches that count which cost the bot the most water, or won it the most.

    Raises UsageError when no bot has that name.
    """
    names = [program.name for program in store.cup().bots]
    if bot not in names:
        raise UsageError('no bot is called "{bot}"; there are {names}', bot=bot, names=", ".join(names))
    keep = heapq.nlargest if best else heapq.nsmallest
    found = keep(count, _rounds_with(store, bot))
    return [Costly(*place, replayed(store, place[2], place[3], place[4])) for place in found]


def replayed(store: Store, play: str, number: int, leg: int) -> RoundView:
    """One round of one play, round and leg from 1."""
    stored = store.match(play)
    assert stored is not None
    return next(Replayer(store.cup(), stored).rounds(number, leg))


def _rounds_with(store: Store, bot: str) -> Iterator[tuple[int, int, str, int, int]]:
    for match in store.matches():
        stored = store.match(match.play) if bot in match.seats else None
        for leg in stored.result.legs if stored is not None else ():
            seat = leg.seating.index(match.seats.index(bot))
            for played in leg.rounds:
                yield played.water[seat], match.stage, match.play, played.number, leg.number + 1


def _name(names: list[str], seat: int | None) -> str | None:
    return None if seat is None else names[seat]
