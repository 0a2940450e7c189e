"""`events.jsonl` against the store: what was told while the cup ran is what is recorded now."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from protocol.text import Said
from tournaments.layout import EVENTS
from tournaments.results.summary import summarize
from tournaments.run.events import Happening, Narrator
from tournaments.store.match_ids import table_of
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

_ABOUT_MATCHES: Final = ("match", "seats", "water", "strikes", "reason", "states", "block")


def event_differences(store: Store) -> Iterator[Said]:
    """Yield each event that the record contradicts; the file may be missing, or end in half a line.

    A match is stored before it is told, so one that was told and is not there has been taken out since, or the store
    was put back to an earlier state.
    """
    file = store.place.with_name(EVENTS)
    if not file.exists():
        return
    known = _Known(store)
    lines = file.read_bytes().split(b"\n")
    ended: tuple[int, Any] | None = None
    for number, line in enumerate(lines, start=1):
        try:
            event = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError):
            if number < len(lines):
                yield Said("{file}: line {line}: cannot be read", file=EVENTS, line=number)
            continue
        if event.get("type") == "ended":
            ended = number, event.get("standings")
        fault = known.fault_of(event)
        if fault is not None:
            yield Said("{file}: line {line}: {difference}", file=EVENTS, line=number, difference=fault)
    if ended is not None and known.standings is not None and ended[1] != known.standings:
        yield Said("{file}: line {line}: other standings than in the record", file=EVENTS, line=ended[0])


class _Known:
    """What the record has of everything that is told."""

    def __init__(self, store: Store) -> None:
        header, cup = store.header(), store.cup()
        matches = [match for name in store.match_ids() if (match := store.match(name)) is not None]
        self._began: dict[str, tuple[Any, Said]] = {
            "name": (cup.name, Said("name")),
            "bots": (cup.names(), Said("bots")),
            "commitment": (header.commitment, Said("commitment")),
        }
        self._matches = [_told_of(match) for match in matches]
        self._heads = [[leg.head for leg in match.result.legs] for match in matches]
        self._losses = [(table_of(loss.match), loss.attempt, loss.words) for loss in store.all_losses()]
        self._decided: list[Any] | None = None
        self.standings: list[list[Any]] | None = None
        """Of a finished tournament."""
        if header.finished is not None:
            plan = summarize(store).plan
            told: list[Happening] = []
            Narrator(told.append).tell(plan)
            if not store.interventions():  # after one, what was decided before may have been decided again
                self._decided = [_plain(event) for event in told]
            self.standings = [[standing.place, standing.name] for standing in plan.standings]

    def fault_of(self, event: dict[str, Any]) -> Said | None:
        """Say what of the event is not so in the record, or return None."""
        kind, table = event.get("type"), event.get("match")
        if kind == "began":
            for key, (value, what) in self._began.items():
                if event.get(key) != value:
                    return Said("began with another {what} than the record's", what=what)
        if kind == "finished":
            return self._fault_of_match(event)
        if kind == "lost" and (table, event.get("attempt"), event.get("words")) not in self._losses:
            return Said("tells of a lost attempt at {table} that is not in the record", table=table)
        if kind == "decided" and self._decided is not None:
            plain = {key: value for key, value in event.items() if key != "time"}
            if plain not in self._decided:
                return Said("decides {table} otherwise than the record", table=table)
        return None

    def _fault_of_match(self, event: dict[str, Any]) -> Said | None:
        """Say what is wrong with the event of a finished match, or return None."""
        table, told = event.get("match"), {key: event.get(key, 1) for key in _ABOUT_MATCHES}
        heads = [heads for match, heads in zip(self._matches, self._heads, strict=True) if match == told]
        if not heads:
            return Said("tells of a match at {table} that is not in the record", table=table)
        if event.get("heads") and event["heads"] not in heads:
            return Said("tells of another play of {table}: its chain of rounds ends otherwise", table=table)
        return None


def _told_of(match: StoredMatch) -> Any:
    """Return what the event of a finished match says of it."""
    result = match.result
    values = (
        match.table,
        match.seats,
        result.water(),
        result.strike_counts(),
        result.reason,
        result.states,
        match.block,
    )
    return _plain(dict(zip(_ABOUT_MATCHES, values, strict=True)))


def _plain(value: Any) -> Any:
    """Return the value as a line of the file gives it back."""
    return msgspec.json.decode(msgspec.json.encode(value))
