"""What a bot noted for itself, against the published record: round by round, answer by answer."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec

from arena.games import game_of
from arena.match.game import Game
from arena.match.replaying import ReplayedRound, replayed
from arena.records.chain import Chain, heads_of
from arena.records.result import Leg
from protocol.text import Counted, Listed, Said
from tournaments.results.unreadable import ANY_FAULT, words_of
from tournaments.results.verify.noted import Noted
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

_MOST_HANDS: Final = 8
"""Of a leg that a bot noted: answers by which its place in the record is found where it heard no heads."""


class Compared(NamedTuple):
    """How many answers were held against the record, what is otherwise there, and what could not be compared."""

    answers: int
    differences: list[Said]
    notes: list[Said]


def compare_transcript(store: Store, legs: list[Noted]) -> Compared:
    """Hold a bot's transcript against the record."""
    compared = Compared(0, [], [])
    record = _Record(store)
    for noted in legs:
        place = record.leg_of(noted)
        if place is None:
            compared = record.without_place(noted, compared)
            continue
        leg = _Leg(record.game(place.stored), place, noted)
        where = Said("{match} leg {leg}", match=place.stored.match, leg=place.leg.number + 1)
        try:
            found = list(leg.differences())
        except ANY_FAULT as error:
            found = [Said("cannot be compared: {fault}", fault=words_of(error))]
        compared.differences.extend(Said("{where}: {difference}", where=where, difference=words) for words in found)
        if leg.faults:
            compared.notes.append(
                Said(
                    "{where}: {answers} noted, for which the record has a fault: {faults}",
                    where=where,
                    answers=Counted(leg.faults.total(), "{number} answer", "{number} answers"),
                    faults=Listed(f"{code} {count}" for code, count in sorted(leg.faults.items())),
                )
            )
        compared = compared._replace(answers=compared.answers + leg.answers)
    return compared


class _Place(NamedTuple):
    """A leg of the record."""

    stored: StoredMatch
    leg: Leg

    def names(self) -> list[str]:
        return [self.stored.seats[bot] for bot in self.leg.seating]

    def rounds(self, game: Game[Any]) -> Iterator[ReplayedRound]:
        stored, leg = self.stored, self.leg
        return replayed(game, stored.deal_seed, leg.rounds, len(leg.seating), stored.settings.duplicate)


class _Record:
    """Every leg of the record, by the head of its first round and by who sat where."""

    def __init__(self, store: Store) -> None:
        self._cup = store.cup()
        self._by_first: dict[str, _Place] = {}
        self._by_names: dict[tuple[str, ...], list[_Place]] = {}
        for name in store.match_ids():
            stored = store.match(name)
            for leg in stored.result.legs if stored is not None else ():
                if stored is None:
                    continue
                place = _Place(stored, leg)
                self._by_names.setdefault(tuple(place.names()), []).append(place)
                first = list(islice(heads_of(stored.deal_seed, leg.number, leg.rounds), 1, 2))
                self._by_first.update(dict.fromkeys(first, place))

    def game(self, stored: StoredMatch) -> Game[Any]:
        return game_of(self._cup.game, self._cup.rules, stored.settings.on_late)

    def leg_of(self, noted: Noted) -> _Place | None:
        """Return the leg that a bot noted: the one with its heads, else the one in which it was dealt its cards."""
        known = self._by_first.get(noted.heads.get(1, ""))
        if known is not None:
            return known
        alike = self._by_names.get(tuple(noted.seats), [])
        heads = set(noted.heads.values())
        if heads:
            for place in alike:
                if not heads.isdisjoint(heads_of(place.stored.deal_seed, place.leg.number, place.leg.rounds)):
                    return place
        fitting = [(self._fitting(place, noted), -number) for number, place in enumerate(alike)]
        most, number = max(fitting, default=(0, 0))
        return alike[-number] if most else None

    def _fitting(self, place: _Place, noted: Noted) -> int:
        """Return how many of the bot's first answers are made of the cards that it was dealt in this leg."""
        asked = sorted(number for number, action in noted.answers.items() if action is not None)[:_MOST_HANDS]
        if not asked:
            return 0
        game, fitting = self.game(place.stored), 0
        try:
            for again in islice(place.rounds(game), asked[-1]):
                if again.played.number in asked:
                    action = _action(game, noted.answers[again.played.number])
                    fitting += any(_is_legal(step.state, noted.seat, action) for step in again.steps)
        except ANY_FAULT:
            return fitting
        return fitting

    def without_place(self, noted: Noted, compared: Compared) -> Compared:
        """Say why a leg that a bot noted is not held against the record."""
        bots = ", ".join(noted.seats)
        if noted.heads:
            words = Said("a leg of {bots} is not in the record: no leg has these heads or hands", bots=bots)
        elif any(action is not None for action in noted.answers.values()):
            words = Said("a leg of {bots} is not in the record: no leg has these hands", bots=bots)
        else:
            words = Said("a leg of {bots}: noted are neither heads nor answers, so its place is unknown", bots=bots)
            return compared._replace(notes=[*compared.notes, words])
        return compared._replace(differences=[*compared.differences, words])


class _Leg:
    """A leg of the record beside what a bot noted of it. `answers` counts what was compared; `faults`, by code, what
    the bot noted as answered and the record as a fault."""

    def __init__(self, game: Game[Any], place: _Place, noted: Noted) -> None:
        self._game = game
        self._place = place
        self._noted = noted
        self.answers = 0
        self.faults: Counter[str] = Counter()

    def differences(self) -> Iterator[Said]:
        """Yield what is otherwise in the record. After the chain has parted, answers are still compared."""
        noted, names = self._noted, self._place.names()
        if names != noted.seats:
            yield Said("seats {stored}, noted {noted}", stored=", ".join(names), noted=", ".join(noted.seats))
            return
        made = Chain(self._place.stored.deal_seed, self._place.leg.number)
        parted, last = False, 0
        for again in self._place.rounds(self._game):
            last, head = again.played.number, made.add(again.played).hex()
            if not parted and noted.heads.get(last, head) != head:
                parted = True
                yield Said("round {round}: the chain is another from here on", round=last)
            water = noted.water.get(last, again.played.water)
            if not parted and water != again.played.water:
                yield Said(
                    "round {round}: water {stored}, noted {noted}", round=last, stored=again.played.water, noted=water
                )
            if last in noted.answers and self._is_other(again):
                yield Said("round {round}: the bot noted another answer", round=last)
        beyond = [number for number in {*noted.heads, *noted.answers} if number > last]
        if beyond:
            yield Said("round {round} is not in the record", round=min(beyond))

    def _is_other(self, again: ReplayedRound) -> bool:
        """Compare an answer; return whether the record has another one. A fault hides what was answered."""
        seat, given = self._noted.seat, self._noted.answers[again.played.number]
        code = again.played.seats[seat].code
        if code not in {"", "illegal"}:
            self.faults[code] += 1
            return False
        self.answers += 1
        steps = [step for step in again.steps if seat in step.actions]
        if given is None:
            return code != "" or not any(step.actions[seat] == _default_of(step.state, seat) for step in steps)
        action = _action(self._game, given)
        if code == "illegal":
            return any(_is_legal(step.state, seat, action) for step in steps)
        return action is None or not any(step.actions[seat] == action for step in steps)


def _action(game: Game[Any], given: dict[str, Any] | None) -> Any:
    """Return an answer as the game's action, or None where it is none."""
    try:
        return msgspec.convert(given, game.action_type)
    except (msgspec.ValidationError, ValueError):
        return None


def _is_legal(state: Any, seat: int, action: Any) -> bool:
    return action is not None and state.check(seat, action) is None


def _default_of(state: Any, seat: int) -> Any:
    return next(decision.default for decision in state.pending() if decision.seat == seat)
