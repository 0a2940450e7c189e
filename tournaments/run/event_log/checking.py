"""`events.jsonl` against the store: what was told while the cup ran is what is recorded now."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from arena.records.chain import heads_of
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
        for line_of_fault, fault in known.faults_of(number, event):
            yield Said("{file}: line {line}: {difference}", file=EVENTS, line=line_of_fault, difference=fault)
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
        self._chained = cup.chained
        self._matches = [(_told_of(match), match) for match in matches]
        self._told: dict[str, list[tuple[int, str]]] = {}
        """Of each table in play: the heads told as it went, each with its line."""
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

    def faults_of(self, line: int, event: dict[str, Any]) -> Iterator[tuple[int, Said]]:
        """Yield what of the event on that line is not so in the record, each with the line where it stands."""
        kind, table = event.get("type"), event.get("match")
        if kind == "began":
            self._told.clear()
            for key, (value, what) in self._began.items():
                if event.get(key) != value:
                    yield line, Said("began with another {what} than the record's", what=what)
                    return
        elif kind in {"table", "lost"}:
            self._told.pop(str(table), None)
        elif kind == "progress":
            progress = event.get("progress")
            head = progress.get("head") if isinstance(progress, dict) else None
            if head:
                self._told.setdefault(str(table), []).append((line, str(head)))
        elif kind == "finished":
            yield from self._faults_of_match(line, event)
        if kind == "lost" and (table, event.get("attempt"), event.get("words")) not in self._losses:
            yield line, Said("tells of a lost attempt at {table} that is not in the record", table=table)
        if kind == "decided" and self._decided is not None:
            plain = {key: value for key, value in event.items() if key != "time"}
            if plain not in self._decided:
                yield line, Said("decides {table} otherwise than the record", table=table)

    def _faults_of_match(self, line: int, event: dict[str, Any]) -> Iterator[tuple[int, Said]]:
        """Yield what is wrong with the event of a finished match, and with what was told of it as it went."""
        table, told = event.get("match"), {key: event.get(key, 1) for key in _ABOUT_MATCHES}
        as_it_went = self._told.pop(str(table), [])
        matches = [match for known, match in self._matches if known == told]
        if not matches:
            yield line, Said("tells of a match at {table} that is not in the record", table=table)
            return
        heads = event.get("heads")
        if not heads and self._chained and all(match.result.legs for match in matches):
            yield line, Said("tells no heads of the match at {table}", table=table)
        same = [match for match in matches if not heads or [leg.head for leg in match.result.legs] == heads]
        if not same:
            yield line, Said("tells of another play of {table}: its chain of rounds ends otherwise", table=table)
            return
        known = {
            head
            for match in same
            for leg in match.result.legs
            for head in heads_of(match.deal_seed, leg.number, leg.rounds)
        }
        for place, head in as_it_went:
            if head not in known:
                yield place, Said("tells of another play of {table}: its chain of rounds has no such head", table=table)
                return


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
