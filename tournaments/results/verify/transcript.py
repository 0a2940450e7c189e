"""What a bot noted for itself, against the published record: round by round, answer by answer."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from arena.errors import ArenaError, UsageError
from arena.games import game_of
from arena.match.game import Game
from arena.match.replaying import ReplayedRound, replayed
from arena.records.chain import Chain
from arena.records.result import Leg
from protocol.text import Said
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

_KINDS: Final = ("match", "answer", "settled")


class Noted(msgspec.Struct):
    """A leg as the bot noted it: answers and settled rounds by round."""

    match: str
    seat: int
    seats: list[str]
    answers: dict[int, Any] = {}
    heads: dict[int, str] = {}
    water: dict[int, list[int]] = {}


class Compared(NamedTuple):
    """How many answers were found in the record, and what was not, or was otherwise."""

    answers: int
    differences: list[Said]


def read_transcript(file: Path) -> list[Noted]:
    """Return the legs of a transcript (`protocol.transcript`). Raises UsageError, which names the line that is none."""
    legs: dict[str, Noted] = {}
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise UsageError("{file}: {strerror}", file=file, strerror=error.strerror) from None
    for number, line in enumerate(lines, start=1):
        try:
            _take(legs, msgspec.json.decode(line, type=dict[str, Any]))
        except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError, ValueError, UnicodeDecodeError):
            raise UsageError("{file}: line {line}: no line of a transcript", file=file, line=number) from None
    if not legs:
        raise UsageError("{file}: holds no match", file=file)
    return list(legs.values())


def _take(legs: dict[str, Noted], line: dict[str, Any]) -> None:
    kind, match = line["type"], line["match"]
    if kind not in _KINDS:
        raise ValueError(kind)
    if kind == "match":
        legs.setdefault(match, msgspec.convert({key: line[key] for key in ("match", "seat", "seats")}, Noted))
    elif kind == "answer":
        legs[match].answers[int(line["round"])] = line["action"]
    elif line.get("head"):
        legs[match].heads[int(line["round"])] = str(line["head"])
        legs[match].water[int(line["round"])] = list(line["water"])


def compare_transcript(store: Store, legs: list[Noted]) -> Compared:
    """Hold a bot's transcript against the record. Raises ArenaError where the record has no chains."""
    cup = store.cup()
    found = _Record(store)
    if not found.has_chains:
        raise ArenaError("{folder}: its arena kept no chains of rounds", folder=store.place.parent)
    answers, differences = 0, []
    for noted in legs:
        place = found.leg_of(noted)
        if place is None:
            differences.append(
                Said("a leg of {bots} is not in the record: no leg has these heads", bots=", ".join(noted.seats))
            )
            continue
        stored, leg = place
        game = game_of(cup.game, cup.rules, stored.settings.on_late)
        rounds = list(replayed(game, stored.deal_seed, leg.rounds, len(leg.seating), stored.settings.duplicate))
        for words in _differences(game, stored, leg, rounds, noted):
            where = Said("{match} leg {leg}", match=stored.match, leg=leg.number + 1)
            differences.append(Said("{where}: {difference}", where=where, difference=words))
        answers += len(noted.answers)
    return Compared(answers, differences)


class _Record:
    """Every leg of the record by the head of its first round."""

    def __init__(self, store: Store) -> None:
        self.has_chains = False
        self._by_first: dict[str, tuple[StoredMatch, Leg]] = {}
        for name in store.match_ids():
            stored = store.match(name)
            for leg in stored.result.legs if stored is not None else ():
                self.has_chains |= bool(leg.head)
                first = next(iter(leg.rounds), None)
                if stored is not None and first is not None:
                    head = Chain(stored.deal_seed, leg.number).add(first).hex()
                    self._by_first[head] = (stored, leg)

    def leg_of(self, noted: Noted) -> tuple[StoredMatch, Leg] | None:
        """Return the leg that a bot noted; None where none begins so."""
        first = noted.heads.get(1)
        if first is not None:
            return self._by_first.get(first)
        return next((place for place in self._by_first.values() if _has_heads(*place, noted)), None)


def _has_heads(stored: StoredMatch, leg: Leg, noted: Noted) -> bool:
    """Return whether the leg has any of the heads that the bot noted; one started again has not heard the first."""
    wanted = set(noted.heads.values())
    made = Chain(stored.deal_seed, leg.number)
    return any(made.add(played).hex() in wanted for played in leg.rounds)


def _differences(
    game: Game[Any], stored: StoredMatch, leg: Leg, rounds: list[ReplayedRound], noted: Noted
) -> Iterator[Said]:
    names = [stored.seats[bot] for bot in leg.seating]
    if names != noted.seats:
        yield Said("seats {stored}, noted {noted}", stored=", ".join(names), noted=", ".join(noted.seats))
        return
    made = Chain(stored.deal_seed, leg.number)
    for again in rounds:
        number, head = again.played.number, made.add(again.played).hex()
        if noted.heads.get(number, head) != head:
            yield Said("round {round}: the chain is another from here on", round=number)
            return
        if noted.water.get(number, again.played.water) != again.played.water:
            yield Said(
                "round {round}: water {stored}, noted {noted}",
                round=number,
                stored=again.played.water,
                noted=noted.water[number],
            )
        if number in noted.answers and not _is_answer(game, again, noted):
            yield Said("round {round}: the bot noted another answer", round=number)
    beyond = [number for number in {*noted.heads, *noted.answers} if number > len(rounds)]
    if beyond:
        yield Said("round {round} is not in the record", round=min(beyond))


def _is_answer(game: Game[Any], again: ReplayedRound, noted: Noted) -> bool:
    """Return whether the record has the answer that the bot noted, or a fault for which it does not count."""
    done = again.played.seats[noted.seat]
    if done.code:
        return True
    action = noted.answers[again.played.number]
    if action is None:
        return True
    try:
        meant = msgspec.convert(action, game.action_type)
        return any(step.actions.get(noted.seat) == meant for step in again.steps)
    except (msgspec.ValidationError, ValueError):
        return False
