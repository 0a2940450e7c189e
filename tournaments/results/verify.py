"""Recompute a tournament from its store alone, and say what differs."""

from collections import Counter
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from arena.errors import ArenaError
from arena.match.seeds import commitment
from arena.records.manifest import digest_of
from tournaments.cup.cup import Cup, tables_of
from tournaments.cup.file import sections_of
from tournaments.formats.plan import Table
from tournaments.results.final import KEPT_SINCE, final_parts, part_from
from tournaments.results.ledger import Ledger
from tournaments.results.summary import recompute
from tournaments.results.verify_match import MatchVerifier
from tournaments.store.damage import ANY_DAMAGE, DamagedStore
from tournaments.store.encoding import DamagedRecord
from tournaments.store.matches import StoredMatch
from tournaments.store.store import Header, Store

_ANYTHING: Final = (*ANY_DAMAGE, ArenaError)


class Verdict(NamedTuple):
    """How many of each thing were recomputed, and each difference that was found, in a line."""

    name: str
    finished: bool
    checked: Counter[str]
    differences: list[str]


def verify(folder: Path) -> Verdict:
    """Recompute everything in the folder's store. Raises ArenaError when there is no store."""
    with Store.read(folder) as store:
        checked: Counter[str] = Counter()
        broken = list(_as_far_as_it_can_be_read(_file(store)))
        try:
            header, cup = store.header(), store.cup()
        except _ANYTHING as error:
            return Verdict(str(folder), False, checked, [*broken, f"tournament: cannot be read: {_words(error)}"])
        parts = (
            _opening(header, cup, checked),
            _matches(store, header, cup, checked),
            _bracket(store, header, cup, checked),
            _end(store, header, checked),
        )
        differences = broken + [difference for part in parts for difference in _as_far_as_it_can_be_read(part)]
        return Verdict(cup.name, header.finished is not None, checked, differences)


def _words(error: Exception) -> str:
    return error.words if isinstance(error, DamagedStore) else str(error)


def _as_far_as_it_can_be_read(part: Iterator[str]) -> Iterator[str]:
    """The differences of a part of the record, the last one being that it cannot be read any further."""
    try:
        yield from part
    except _ANYTHING as error:
        yield f"record: cannot be read: {_words(error)}"


def _file(store: Store) -> Iterator[str]:
    """What SQLite's own check of the file finds, and tables that are laid out otherwise."""
    yield from (f"file: {fault}" for fault in store.faults())


def _opening(header: Header, cup: Cup, checked: Counter[str]) -> Iterator[str]:
    """What was fixed before the first deal."""
    checked["commitment"] += 1
    if commitment(header.secret) != header.commitment:
        yield f"commitment: the secret hashes to {commitment(header.secret)}, published was {header.commitment}"
    if cup.tournament.seed is not None and cup.tournament.seed.encode() != header.secret:
        yield "secret: is not the seed that the tournament file gives"
    for bot in cup.bots:
        if bot.manifest:
            checked["manifests of bots"] += 1
            if digest_of(bot.manifest) != bot.digest:
                yield f"bot {bot.name}: its digest is not that of its files"
    try:
        written = sections_of(header.file)
    except _ANYTHING as error:
        yield f"tournament file: {error}"
        return
    checked["sections of the tournament file"] += len(written)
    for section, value in written.items():
        if getattr(cup, section) != value:
            yield f"{section}: differs from the tournament file"


def _matches(store: Store, header: Header, cup: Cup, checked: Counter[str]) -> Iterator[str]:
    """Every match by itself: deal seed, deals, actions, water, sums."""
    for name in store.plays():
        try:
            stored = store.match(name)
            assert stored is not None
            verifier = MatchVerifier(cup, header.secret, stored)
            found = list(verifier.differences())
        except _ANYTHING as error:
            found = [f"cannot be recomputed: {_words(error)}"]
        else:
            checked.update(verifier.checked)
        checked["matches"] += 1
        yield from (f"match {name}: {difference}" for difference in found)


def _bracket(store: Store, header: Header, cup: Cup, checked: Counter[str]) -> Iterator[str]:
    """That the bracket called for exactly these matches between these bots."""
    try:
        ledger = Ledger.of(store)
        plan = ledger.plan()
        decisions = store.decisions()
    except _ANYTHING as error:
        yield f"bracket: cannot be drawn again: {_words(error)}"
        return
    checked["decisions of the organizer"] += len(decisions)
    withdrawn = {decision.withdrawn for decision in decisions}
    called_for = {table.id: (stage, table) for stage, table in tables_of(plan)}
    for name, blocks in ledger.blocks.items():
        if name not in called_for:
            yield f"match {name}: the bracket has no such table"
            continue
        checked["tables of the bracket"] += 1
        yield from _table(cup, *called_for[name], blocks, withdrawn)
    yield from (f"match {match.play}: was played though its table was over" for match in ledger.surplus)
    if header.finished is not None and not plan.finished:
        yield "bracket: marked as finished, but not decided"


def _table(cup: Cup, stage: int, table: Table, blocks: list[StoredMatch], withdrawn: Set[str | None]) -> Iterator[str]:
    """That the blocks are those the table calls for, between those whom it seats."""
    deals = 0
    for number, stored in enumerate(blocks, start=1):
        if stored.block != number:
            yield f"match {stored.play}: block {number} of {table.id} is missing"
        if [bot for bot in table.seats if bot not in stored.absent] != stored.seats:
            yield f"match {stored.play}: seats {stored.seats}, the bracket seats {list(table.seats)}"
        if [bot for bot in table.seats if bot not in stored.seats] != stored.absent:
            yield f"match {stored.play}: {stored.absent} are said to be absent, the bracket seats {list(table.seats)}"
        if not withdrawn >= set(stored.absent):
            yield f"match {stored.play}: a bot is absent that had not withdrawn"
        if stored.stage != stage:
            yield f"match {stored.play}: stage {stored.stage}, in the bracket {stage}"
        if stored.settings != cup.settings_for(table, deals):
            yield f"match {stored.play}: was played with other settings than the tournament's"
        deals += len(stored.result.deals)


def _end(store: Store, header: Header, checked: Counter[str]) -> Iterator[str]:
    """What the end decided, and the seal over everything."""
    stored = store.final()
    if header.seal is None:
        if header.finished is not None or stored:
            yield "seal: missing"
        return
    if header.finished is None:
        yield "end: sealed and not marked as finished: broken off, and one more run writes it, or the mark was taken"
    try:
        recomputed = final_parts(recompute(store).final)
    except _ANYTHING as error:
        yield f"end: cannot be recomputed: {_words(error)}"
        return
    for part in sorted(stored.keys() | recomputed.keys() - KEPT_SINCE):
        checked[f"final {part}"] += 1
        yield from _final_part(part, stored.get(part), recomputed.get(part))
    if header.finished is None:
        return  # it is over the time that the mark would say
    checked["seal"] += 1
    if store.recomputed_seal(header.finished) != header.seal:
        yield "seal: a stored value has been changed since the end"


def _final_part(part: str, stored: str | None, recomputed: Any) -> Iterator[str]:
    if stored is None or recomputed is None:
        yield f"{part}: {'missing' if stored is None else 'nobody knows what this is'}"
        return
    try:
        kept = _plain(part_from(part, stored))
    except DamagedRecord as error:
        yield f"{part}: {error}"
        return
    plain = _plain(recomputed)
    if part == "ratings":
        # in words what is in the figures; the seal holds them as they were said
        kept.pop("warnings", None)
        plain.pop("warnings", None)
    if kept != plain:
        yield f"{part}: stored {_first_difference(kept, plain)}"


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _first_difference(stored: Any, recomputed: Any, place: str = "") -> str:
    """Where two plain values first differ, in words."""
    if isinstance(stored, dict) and isinstance(recomputed, dict) and stored.keys() == recomputed.keys():
        key = next(key for key in stored if stored[key] != recomputed[key])
        return _first_difference(stored[key], recomputed[key], f"{place}.{key}")
    if isinstance(stored, list) and isinstance(recomputed, list) and len(stored) == len(recomputed):
        index = next(index for index, value in enumerate(stored) if value != recomputed[index])
        return _first_difference(stored[index], recomputed[index], f"{place}[{index}]")
    return f"{place.lstrip('.') or 'value'} {_short(stored)}, recomputed {_short(recomputed)}"


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return f"with {', '.join(value)}"
    return repr(value) if not isinstance(value, list) else f"a list of {len(value)}"
