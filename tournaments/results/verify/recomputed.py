"""One match recomputed from what its bots did: deal seed, hands, actions, water, sums over the seatings."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from arena.match.duplicate import leg_seatings, settle_deals
from arena.match.game import Decision, Game
from arena.match.replaying import ReplayedRound, Step, replayed
from arena.records.chain import head_of
from arena.records.result import Leg
from protocol.text import Said
from tournaments.cup.cup import Cup
from tournaments.store.stored_match import StoredMatch

_DEFAULTED: Final = frozenset({"late", "no-answer", "malformed", "too-large"})
"""Faults after which the default is taken; after all others but `illegal` the seat escapes."""
_HANDS: Final = Said("hands dealt")
_HEADS: Final = Said("chains of rounds")
_ROUNDS: Final = Said("rounds settled")
_ACTIONS: Final = Said("actions")


def _following(decision: Decision[Any], code: str) -> Any:
    """Return the action that follows from a fault with this code."""
    if code in _DEFAULTED:
        return decision.default
    return decision.forfeit if code == "illegal" else decision.escape


class MatchVerifier:
    """Compares a stored match, legs included, with its recomputation. `checked` counts what was recomputed."""

    def __init__(self, cup: Cup, game: Game[Any], secret: bytes, stored: StoredMatch) -> None:
        """`game` is the cup's, with what the match does about late answers."""
        self._stored = stored
        self._result = stored.result
        self._bots = len(stored.seats)
        self._seed = cup.deal_seed(secret, stored.match)
        self._chained = cup.chained
        self._game = game
        self.checked: Counter[Said] = Counter()

    def differences(self) -> Iterator[Said]:
        """Yield each difference. May raise whatever altered bytes lead to."""
        stored = self._stored
        self.checked[Said("deal seeds")] += 1
        if stored.deal_seed != self._seed:
            yield Said("the deal seed does not follow from secret, bots, match and salt")
        self.checked[Said("digests")] += 1
        if stored.digest_of_facts() != stored.digest:
            yield Said("a stored fact has been changed since it was written (its digest differs)")
        if stored.totals != self._result.totals():
            yield Said("totals {totals}, the deals add up to {sums}", totals=stored.totals, sums=self._result.totals())
        if stored.void or self._bots < 2:
            return
        yield from self._legs()
        yield from self._deals()

    def _legs(self) -> Iterator[Said]:
        settings = self._stored.settings
        seatings = leg_seatings(self._seed, self._bots, settings.duplicate, settings.draws)
        if [leg.seating for leg in self._result.legs] != seatings:
            yield Said(
                "seated {stored}, the deal seed seats {drawn}",
                stored=[leg.seating for leg in self._result.legs],
                drawn=seatings,
            )
        for leg in self._result.legs:
            self.checked[_HEADS] += 1
            if not leg.head and self._chained:
                yield Said("leg {leg}: the head of its chain is missing", leg=leg.number)
            if leg.head and leg.head != head_of(self._seed, leg.number, leg.rounds):
                yield Said("leg {leg}: the head of its chain is not that of its rounds", leg=leg.number)
            numbers = [played.number for played in leg.rounds]
            if numbers != list(range(1, settings.rounds + 1)):
                yield Said(
                    "leg {leg}: not every round from 1 to {rounds} once and in order",
                    leg=leg.number,
                    rounds=settings.rounds,
                )
            for again in replayed(self._game, self._seed, leg.rounds, self._bots, settings.duplicate):
                for difference in self._round(leg, again):
                    yield Said(
                        "leg {leg} round {round}: {difference}",
                        leg=leg.number,
                        round=again.played.number,
                        difference=difference,
                    )

    def _round(self, leg: Leg, again: ReplayedRound) -> Iterator[Said]:
        self.checked[_HANDS] += self._bots
        for seat, done in enumerate(again.played.seats):
            steps = [step for step in again.steps if seat in step.actions]
            wrong = self._wrong(steps, seat, done.code)
            if wrong is not None:
                yield Said("{bot}: {difference}", bot=self._stored.seats[leg.seating[seat]], difference=wrong)
        self.checked[_ROUNDS] += 1
        water = list(again.over.water())
        if water != again.played.water:
            yield Said("water {stored}, recomputed {recomputed}", stored=again.played.water, recomputed=water)

    def _wrong(self, steps: list[Step], seat: int, code: str) -> Said | None:
        """Say why the seat cannot have acted so with this code, or return None.

        Its actions are its own, but for those that follow from the fault: at least one, where there is a code.
        """
        self.checked[_ACTIONS] += len(steps)
        imposed = 0
        for state, actions in steps:
            action = actions[seat]
            decision = next(decision for decision in state.pending() if decision.seat == seat)
            if code and action == _following(decision, code):
                imposed += 1
                continue
            fault = state.check(seat, action)
            if fault is not None and action != decision.default:
                return Said("an action that is not legal: {fault}", fault=fault)
        if not code or imposed:
            return None
        if code in _DEFAULTED:
            return Said("{code}, but not the default", code=code)
        return Said("{code}, but not the action that follows from it", code=code)

    def _deals(self) -> Iterator[Said]:
        settled = settle_deals(self._game, self._result.legs, self._seed, self._stored.settings.draws)
        self.checked[Said("deals over all their seatings")] += len(settled.deals)
        if settled.seatings != self._result.seatings:
            yield Said(
                "{stored} seatings a deal, recomputed {recomputed}",
                stored=self._result.seatings,
                recomputed=settled.seatings,
            )
        if settled.sampled != self._result.sampled:
            yield Said("the seatings named are not those that the deal seed draws")
        if len(settled.deals) != len(self._result.deals):
            yield Said(
                "{stored} deals, recomputed {recomputed}", stored=len(self._result.deals), recomputed=len(settled.deals)
            )
        for number, (kept, found) in enumerate(zip(self._result.deals, settled.deals, strict=False), start=1):
            if kept != found:
                yield Said(
                    "deal {deal}: sums {stored}, recomputed {recomputed}", deal=number, stored=kept, recomputed=found
                )
