"""Replay rounds of the record: hands from the deal seed, rows and faults as stored, settled again."""

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
from protocol.text import Listed, Said
from tournaments.cup.cup import Cup
from tournaments.store.match_ids import attempt_of, block_name_of
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch


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
    """The arena laid the rows, because the bot did not answer."""
    code: str = ""
    """The reason code of the seat's fault, or empty."""
    micros: int = 0
    assisted: bool = False
    """A person laid the rows and had asked the arranger."""


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
    """The organizer made the match void, so the round counts for nothing."""


class Replayer:
    """Replays one stored match, legs included. `note` says which match it is if its block was played again."""

    def __init__(self, cup: Cup, stored: StoredMatch, note: Said | str = "") -> None:
        self.note = note
        self._stored = stored
        self._game = game_of(cup.game, cup.rules, stored.settings.on_late)
        self._rules = rules_from(cup.rules)

    def rounds(self, number: int | None = None, leg: int | None = None) -> Iterator[RoundView]:
        """Yield each round in all of its legs; only round `number` or leg `leg`, both from 1, where given."""
        legs = [each for each in self._stored.result.legs if leg is None or each.number + 1 == leg]
        if number is not None:
            yield from (self.view(each, each.rounds[number - 1]) for each in legs if number <= len(each.rounds))
            return
        for played in zip(*(each.rounds for each in legs), strict=True):
            yield from (self.view(leg, each) for leg, each in zip(legs, played, strict=True))

    def view(self, leg: Leg, played: PlayedRound) -> RoundView:
        """Return one round of a leg, settled again."""
        state = self._game.start(self._stored.deal_seed, played.number, len(leg.seating))
        actions = {seat: self._game.unpack(done.action)[0] for seat, done in enumerate(played.seats)}
        over = state.apply(actions)
        event = over.events(0, "water")[0]
        assisted = {
            bot for bot, at, number in self._stored.result.assisted or () if (at, number) == (leg.number, played.number)
        }
        names = [self._stored.seats[bot] for bot in leg.seating]
        seats = [
            SeatView(
                bot=name,
                water=played.water[seat],
                hand=state.observe(seat)["hand"],
                types=self._types(actions[seat]),
                code=played.seats[seat].code,
                micros=played.seats[seat].micros,
                assisted=leg.seating[seat] in assisted,
                **event["seats"][seat],
            )
            for seat, name in enumerate(names)
        ]
        transfers = [
            TransferView(_name(names, move.source), _name(names, move.target), move.amount, move.reason)
            for move in over.ledger()
        ]
        void = self._stored.voided is not None
        return RoundView(self._stored.match, leg.number + 1, played.number, seats, transfers, void)

    def _types(self, action: Any) -> list[str] | None:
        if not isinstance(action, Arrangement):
            return None
        return evaluate(self._rules, action.cards(), action.decline).row_types()


def replayer(store: Store, match: str) -> Replayer:
    """Return a replayer of the match that counts where `match` names a block, or of exactly the match it names.

    `s1t1` names the first block of that table, `s1t1#1` the first match that was played for it. Raises UsageError,
    which names the matches that there are, when the match has not been played.
    """
    counting = {stored.match: stored for stored in store.matches()}
    block = block_name_of(match)
    played = sorted((each for each in store.match_ids() if block_name_of(each) == block), key=attempt_of)
    counts = next((each for each in played if each in counting), None)
    wanted = counts or played[-1] if match == block and played else match.removesuffix("#1")
    stored = store.match(wanted) if wanted in played else None
    if stored is None:
        there = [block_name_of(stored.match) for stored in counting.values() if _was_played(stored)]
        raise UsageError(
            'no match "{match}" to replay; there are {matches}',
            match=match,
            matches=Listed(there) if there else Said("none yet"),
        )
    if not _was_played(stored):
        ended = Said("it ended as {reason}", reason=stored.result.reason)
        why = Said("it could not be played and is void") if stored.void else ended
        raise UsageError('no round of "{match}" to replay: {reason}', match=match, reason=why)
    return Replayer(store.cup(), stored, _note(stored, played, counts))


def _was_played(stored: StoredMatch) -> bool:
    return not stored.void and len(stored.seats) > 1


def _note(shown: StoredMatch, played: list[str], counts: str | None) -> Said | str:
    """Tell the match that counts from those of its block that are void; empty where none is."""
    if shown.voided is not None and counts is None:
        return Said("{match} is void; none counts yet", match=shown.match)
    if shown.voided is not None:
        return Said("{match} is void; the match that counts is {counts}", match=shown.match, counts=counts)
    void = [each if "#" in each else f"{each}#1" for each in played if each != counts]
    if not void:
        return ""
    return Said("{match} is the match that counts; void: {void}", match=shown.match, void=Listed(void))


class Costly(NamedTuple):
    """A round of a bot, ordered by the bot's water, then by stage, match, round and leg."""

    water: int
    stage: int
    match: str
    round: int
    leg: int
    view: RoundView


def extreme_rounds(store: Store, bot: str, count: int, best: bool = False) -> list[Costly]:
    """Return the rounds that cost the bot the most water, or won it the most, of all matches that count.

    Raises UsageError when no bot has that name.
    """
    store.bot(bot)
    keep = heapq.nlargest if best else heapq.nsmallest
    found = keep(count, _rounds_with(store, bot))
    cup = store.cup()
    return [Costly(*place, replayed(store, cup, *place[2:])) for place in found]


def replayed(store: Store, cup: Cup, match: str, number: int, leg: int) -> RoundView:
    """Return one round of one match; round and leg from 1."""
    stored = store.match(match)
    assert stored is not None
    return next(Replayer(cup, stored).rounds(number, leg))


def _rounds_with(store: Store, bot: str) -> Iterator[tuple[int, int, str, int, int]]:
    """Every round of the bot: its water, the stage, the match, and round and leg from 1."""
    for match in store.matches():
        stored = store.match(match.match) if bot in match.seats else None
        for leg in stored.result.legs if stored is not None else ():
            seat = leg.seating.index(match.seats.index(bot))
            for played in leg.rounds:
                yield played.water[seat], match.stage, match.match, played.number, leg.number + 1


def _name(names: list[str], seat: int | None) -> str | None:
    return None if seat is None else names[seat]
