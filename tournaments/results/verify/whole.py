"""Recompute a tournament from its store alone, and say what differs."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from arena.games import game_of
from arena.match.game import Game
from arena.match.seeds import commitment
from arena.records.job import OnLate
from arena.records.manifest import digest_of
from protocol.text import Said
from tournaments.cup.cup import Cup
from tournaments.cup.entries import entry_differences
from tournaments.cup.file import sections_of
from tournaments.results.unreadable import ANY_FAULT, as_far_as_readable, words_of
from tournaments.results.verify.bracket import bracket_differences
from tournaments.results.verify.conditions import condition_differences
from tournaments.results.verify.end import end_differences
from tournaments.results.verify.faults import fault_differences
from tournaments.results.verify.history import history_differences
from tournaments.results.verify.recomputed import MatchVerifier
from tournaments.store.cups import Header
from tournaments.store.store import Store


class Verification(NamedTuple):
    """How many of each thing were recomputed, and every difference that was found."""

    name: str
    finished: bool
    checked: Counter[Said]
    differences: list[Said]


def verify(folder: Path) -> Verification:
    """Recompute everything in the folder's store. Raises ArenaError when there is no store."""
    with Store.read(folder) as store:
        checked: Counter[Said] = Counter()
        broken = list(as_far_as_readable(_file(store)))
        try:
            header, cup = store.header(), store.cup()
        except ANY_FAULT as error:
            unreadable = Said("tournament: cannot be read: {fault}", fault=words_of(error))
            return Verification(str(folder), False, checked, [*broken, unreadable])
        parts: Iterable[Iterator[Said]] = (
            _opening(header, cup, checked),
            _matches(store, header, cup, checked),
            history_differences(store, checked),
            bracket_differences(store, cup, checked),
            end_differences(store, checked),
        )
        differences = broken + [difference for part in parts for difference in as_far_as_readable(part)]
        return Verification(cup.name, header.finished is not None, checked, differences)


def _file(store: Store) -> Iterator[Said]:
    """The faults that SQLite's own check finds, and tables that are laid out differently."""
    yield from (Said("file: {fault}", fault=fault) for fault in store.faults())


def _opening(header: Header, cup: Cup, checked: Counter[Said]) -> Iterator[Said]:
    """What was fixed before the first deal."""
    checked[Said("commitment")] += 1
    if commitment(header.secret) != header.commitment:
        yield Said(
            "commitment: the secret hashes to {found}, published was {published}",
            found=commitment(header.secret),
            published=header.commitment,
        )
    if cup.tournament.seed is not None and cup.tournament.seed.encode() != header.secret:
        yield Said("secret: differs from the seed in the tournament file")
    for bot in cup.bots:
        if bot.manifest:
            checked[Said("manifests of bots")] += 1
            if digest_of(bot.manifest) != bot.digest:
                yield Said("bot {bot}: its digest is not that of its files", bot=bot.name)
    try:
        written = sections_of(header.file, cup.methods)
    except ANY_FAULT as error:
        yield Said("tournament file: {fault}", fault=words_of(error))
        return
    checked[Said("sections of the tournament file")] += len(written)
    for section, value in written.items():
        if getattr(cup, section) != value:
            yield Said("{section}: differs from the tournament file", section=section)
    checked[Said("bots of the tournament file")] += len(cup.bots)
    yield from entry_differences(header.file, cup)


def _matches(store: Store, header: Header, cup: Cup, checked: Counter[Said]) -> Iterator[Said]:
    """Every match by itself: deal seed, deals, actions, water, sums."""

    @cache
    def game(on_late: OnLate) -> Game[Any]:
        """The cup's game, made once for all its matches: to read a rule set takes longer than to settle some rounds."""
        return game_of(cup.game, cup.rules, on_late)

    for match in store.match_ids():
        try:
            stored = store.match(match)
            assert stored is not None
            verifier = MatchVerifier(cup, game(stored.settings.on_late), header.secret, stored)
            found = [
                *verifier.differences(),
                *condition_differences(cup, stored),
                *fault_differences(stored),
            ]
        except ANY_FAULT as error:
            found = [Said("cannot be recomputed: {fault}", fault=words_of(error))]
        else:
            checked.update(verifier.checked)
        checked[Said("matches")] += 1
        yield from (Said("match {match}: {difference}", match=match, difference=difference) for difference in found)
