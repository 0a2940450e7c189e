"""The summary of a tournament, derived from its store alone: what every report shows and every export holds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tournaments.cup.cup import Cup, going_on, tables_of
from tournaments.cup.sequential import Certainty
from tournaments.formats.plan import LeagueTable, Plan, Ruling
from tournaments.formats.standings import league_table
from tournaments.results.charges import Charge, charges_of
from tournaments.results.final import Final, final_of, final_parts
from tournaments.results.ledger import Ledger, certainty_of
from tournaments.store.damage import reading
from tournaments.store.interventions import Intervention
from tournaments.store.runs import Run
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch, whole_of

if TYPE_CHECKING:
    from tournaments.ratings.table import RatingSettings, RatingTable


class Summary(NamedTuple):
    """`matches` is by table; `secret` is None until the tournament is finished. Times are ISO 8601 in UTC."""

    cup: Cup
    plan: Plan
    matches: dict[str, StoredMatch]
    blocks: dict[str, list[StoredMatch]]
    """By table, every match of it; `matches` has them as one."""
    certainties: dict[str, Certainty]
    """By table of open length: how certain it is who goes on."""
    ratings: RatingTable
    leagues: tuple[LeagueTable, ...]
    """The standings of each league and each of its groups; interim standings while it is played."""
    runs: list[Run]
    interventions: list[Intervention]
    started: str
    finished: str | None
    commitment: str
    committed: str | None
    """When the secret was committed to, if that was before the tournament began."""
    secret: bytes | None
    arena: str
    seal: str | None

    @property
    def final(self) -> Final:
        """What the end decides, for the store."""
        return Final(self.plan, self.ratings, self.leagues)

    @property
    def deals(self) -> int:
        """How many deals were played in all matches that count."""
        return sum(len(match.result.deals) for match in self.matches.values())

    @property
    def charges(self) -> list[Charge]:
        """What each bot was charged with; bots without a strike are left out."""
        return charges_of(self.matches.values())

    @property
    def strike_counts(self) -> Counter[str]:
        """How many strikes each bot got."""
        found: Counter[str] = Counter()
        for match in self.matches.values():
            found.update(dict(zip(match.seats, match.result.strike_counts(), strict=True)))
        return found

    @property
    def out(self) -> dict[str, Intervention]:
        """The intervention that took a bot out, by bot that was withdrawn or disqualified."""
        return {it.subject: it for it in self.interventions if it.withdrawn is not None}

    @property
    def champion(self) -> str | None:
        """The winner of a finished tournament; None where no bot that stayed to the end has won."""
        first = [it.name for it in self.plan.standings if it.place == 1 and it.name not in self.out]
        return first[0] if self.plan.finished and first else None

    @property
    def rulings(self) -> list[Ruling]:
        """Every ruling at tables and in the standings of leagues, by stage."""
        return [
            ruling
            for stage in self.plan.stages
            for rulings in (*(planned.rulings for planned in stage.tables), stage.rulings)
            for ruling in rulings
        ]

    def water_of(self, table: str) -> dict[str, float]:
        """Return each bot's water at a finished table, to four decimals; empty for one that could not be played."""
        stored = self.matches[table]
        return {} if stored.void else dict(zip(stored.seats, stored.result.water(), strict=True))


def summarize(store: Store, finished: str | None = None) -> Summary:
    """Return the summary of what the store holds so far, or for a finished tournament, of what its end decided.

    `finished` is given while the end is being written: the time that the final marker will have. Raises DamagedStore.
    """
    if store.header().finished is None:
        return recompute(store, finished)
    with reading(store.place):
        final = final_of(store.final())
        blocks = _by_table(final.plan, store.matches())
        certainties = _certainties(store.cup(), final.plan, blocks)
    return _summary(store, final, blocks, certainties, finished)


def settle(store: Store, finished: str) -> Summary:
    """Write into the store what its matches decided; return the summary that the store gives from then on.

    Ratings are fitted and the bracket is drawn here for the last time. `finished` is the time that the final marker
    will have.
    """
    decided = summarize(store, finished)
    seal = store.settle(final_parts(decided.final), finished)
    with reading(store.place):
        kept = final_of(store.final())
    return decided._replace(plan=kept.plan, ratings=kept.ratings, leagues=kept.leagues, seal=seal)


def recompute(store: Store, finished: str | None = None) -> Summary:
    """Return the summary that follows from the matches alone, finished or not. Raises DamagedStore."""
    # numpy and scipy take a third of a second to load: only for a rating, not for the help of a command.
    from tournaments.ratings.table import rate_tables  # noqa: PLC0415

    with reading(store.place):
        ledger = Ledger.of(store)
        plan, matches, cup = ledger.plan(), ledger.whole(), store.cup()
    rated = matches.values() if cup.rated else ()
    ratings = rate_tables((match.deals() for match in rated), _rated_as(cup))
    leagues = tuple(league_table(league, plan.stages, ledger.results) for league in plan.leagues)
    told = msgspec.structs.replace(plan, leagues=())  # whose standings are told beside it
    return _summary(store, Final(told, ratings, leagues), ledger.all_blocks, ledger.certainties, finished)


def _rated_as(cup: Cup) -> RatingSettings:
    from tournaments.ratings.table import NEWEST, OLDEST, SECOND  # noqa: PLC0415

    return OLDEST if cup.methods == 1 else SECOND if cup.methods < 6 else NEWEST


def _summary(
    store: Store,
    final: Final,
    blocks: dict[str, list[StoredMatch]],
    certainties: dict[str, Certainty],
    finished: str | None,
) -> Summary:
    header = store.header()
    ended = header.finished or finished
    blocks = _in_order(final.plan, blocks)
    return Summary(
        cup=store.cup(),
        plan=final.plan,
        matches={name: whole_of(played) for name, played in blocks.items()},
        blocks=blocks,
        certainties=certainties,
        ratings=final.ratings,
        leagues=final.leagues,
        runs=store.runs(),
        interventions=store.interventions(),
        started=header.started,
        finished=ended,
        commitment=header.commitment,
        committed=header.committed,
        secret=header.secret if ended else None,
        arena=header.arena,
        seal=header.seal,
    )


def _in_order(plan: Plan, blocks: dict[str, list[StoredMatch]]) -> dict[str, list[StoredMatch]]:
    """Return them in the order of the bracket, and after these what it does not ask for."""
    order = {table.id: number for number, (_, table) in enumerate(tables_of(plan))}
    return dict(sorted(blocks.items(), key=lambda item: (order.get(item[0], len(order)), item[0])))


def _by_table(plan: Plan, matches: list[StoredMatch]) -> dict[str, list[StoredMatch]]:
    """Return the blocks of each table, in the order of the bracket."""
    blocks: dict[str, list[StoredMatch]] = {}
    for match in sorted(matches, key=lambda match: match.block):
        blocks.setdefault(match.table, []).append(match)
    return {table.id: blocks[table.id] for _, table in tables_of(plan) if table.id in blocks}


def _certainties(cup: Cup, plan: Plan, blocks: dict[str, list[StoredMatch]]) -> dict[str, Certainty]:
    """Return the certainty with which each table of open length ended."""
    found = {}
    for stage in plan.stages:
        for planned in stage.tables:
            played = blocks.get(planned.table.id, [])
            certainty = certainty_of(cup, planned.table, played, len(going_on(planned))) if played else None
            if certainty is not None:
                found[planned.table.id] = certainty
    return found
