"""One match recomputed from what its bots did: deal seed, hands, actions, water, sums over the seatings."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from arena.games import game_of
from arena.match.duplicate import leg_seatings, settle_deals
from arena.match.game import State
from arena.match.seeds import deal_seed
from arena.records.result import Leg
from arena.records.round_log import PlayedRound, PlayedSeat
from tournaments.cup.cup import Cup
from tournaments.store.matches import StoredMatch

_DEFAULTED: Final = frozenset({"late", "no-answer", "malformed", "too-large"})
"""Faults after which the default is taken; after all others but `illegal` the seat escapes."""


class MatchVerifier:
    """Holds a stored match, legs included, against its recomputation. `checked` counts what was recomputed."""

    def __init__(self, cup: Cup, secret: bytes, stored: StoredMatch) -> None:
        self._stored = stored
        self._result = stored.result
        self._bots = len(stored.seats)
        self._seed = deal_seed(secret, cup.digests(), stored.play, cup.tournament.salt)
        self._game = game_of(cup.game, cup.rules, stored.settings.on_late)
        self.checked: Counter[str] = Counter()

    def differences(self) -> Iterator[str]:
        """Each difference in a line. May raise whatever altered bytes lead to."""
        stored = self._stored
        self.checked["deal seeds"] += 1
        if stored.deal_seed != self._seed:
            yield "the deal seed does not follow from secret, bots, match and salt"
        self.checked["digests"] += 1
        if stored.digest_of_facts() != stored.digest:
            yield "a stored fact has been changed since it was written (its digest differs)"
        if stored.totals != self._result.totals():
            yield f"totals {stored.totals}, the deals add up to {self._result.totals()}"
        if stored.void or self._bots < 2:
            if self._result.legs or self._result.deals:
                yield "was not played, and yet something of it is recorded"
            return
        yield from self._legs()
        yield from self._deals()

    def _legs(self) -> Iterator[str]:
        settings = self._stored.settings
        seatings = leg_seatings(self._seed, self._bots, settings.duplicate)
        if [leg.seating for leg in self._result.legs] != seatings:
            yield f"seated {[leg.seating for leg in self._result.legs]}, the deal seed seats {seatings}"
        for leg in self._result.legs:
            numbers = [played.number for played in leg.rounds]
            if numbers != list(range(1, settings.rounds + 1)):
                yield f"leg {leg.number}: not every round from 1 to {settings.rounds} once and in order"
            for played in leg.rounds:
                yield from (f"leg {leg.number} round {played.number}: {what}" for what in self._round(leg, played))

    def _round(self, leg: Leg, played: PlayedRound) -> Iterator[str]:
        state = self._game.start(self._seed, played.number, self._bots)
        self.checked["hands dealt"] += self._bots
        actions = {}
        for seat, done in enumerate(played.seats):
            actions[seat] = self._game.unpack(done.action)
            wrong = self._action(state, seat, actions[seat], done)
            if wrong is not None:
                yield f"{self._stored.seats[leg.seating[seat]]}: {wrong}"
        self.checked["rounds settled"] += 1
        water = list(state.apply(actions).water())
        if water != played.water:
            yield f"water {played.water}, recomputed {water}"

    def _action(self, state: State[Any], seat: int, action: Any, done: PlayedSeat) -> str | None:
        """Why the action cannot have been taken in this state with this code, or None."""
        self.checked["actions"] += 1
        default = next((decision.default for decision in state.pending() if decision.seat == seat), None)
        if done.code == "":
            fault = state.check(seat, action)
            return None if fault is None or action == default else f"an action that is not legal: {fault}"
        if done.code in _DEFAULTED:
            return None if action == default else f"{done.code}, but not the default"
        wanted = self._game.forfeit if done.code == "illegal" else self._game.escape
        return None if action == wanted else f"{done.code}, but another action than follows from that"

    def _deals(self) -> Iterator[str]:
        settled = settle_deals(self._game, self._result.legs, self._seed)
        self.checked["deals over all their seatings"] += len(settled.deals)
        if settled.seatings != self._result.seatings:
            yield f"{self._result.seatings} seatings a deal, recomputed {settled.seatings}"
        if settled.sampled != self._result.sampled:
            yield "the seatings named are not those the deal seed draws"
        if len(settled.deals) != len(self._result.deals):
            yield f"{len(self._result.deals)} deals, recomputed {len(settled.deals)}"
        for number, (kept, found) in enumerate(zip(self._result.deals, settled.deals, strict=False), start=1):
            if kept != found:
                yield f"deal {number}: sums {kept}, recomputed {found}"
