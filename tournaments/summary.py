"""What is known of a tournament, derived from its store alone: what every report shows and every export holds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tournaments.cup import Cup
from tournaments.damage import reading
from tournaments.decisions import Decision
from tournaments.formats.plan import Plan
from tournaments.ledger import Ledger
from tournaments.rows import StoredMatch
from tournaments.sequential import Verdict
from tournaments.store import Run, Store

if TYPE_CHECKING:
    from tournaments.ratings.table import RatingTable


class Summary(NamedTuple):
    """`matches` are by table; `secret` is None until the tournament is finished. Times are ISO 8601 in UTC."""

    cup: Cup
    plan: Plan
    matches: dict[str, StoredMatch]
    blocks: dict[str, list[StoredMatch]]
    """Where a table was played in several, they are one in `matches`."""
    verdicts: dict[str, Verdict]
    """By table that lasted as long as it took: how clear it is who goes on."""
    ratings: RatingTable
    runs: list[Run]
    decisions: list[Decision]
    started: str
    finished: str | None
    commitment: str
    secret: bytes | None
    arena: str
    seal: str | None

    @property
    def deals(self) -> int:
        """Deals played in all matches that count."""
        return sum(len(match.result.deals) for match in self.matches.values())

    @property
    def strikes(self) -> dict[str, Counter[str]]:
        """By bot, how often each reason code was charged to it; bots without a strike are left out."""
        found: dict[str, Counter[str]] = {}
        for match in self.matches.values():
            for strike in match.result.strikes:
                found.setdefault(match.seats[strike.bot], Counter())[strike.code] += 1
        return found

    def water_of(self, match: str) -> dict[str, float]:
        """Each bot's water at a finished match, to four decimals; nothing for a void one."""
        stored = self.matches[match]
        return {} if stored.void else dict(zip(stored.seats, stored.result.water(), strict=True))


def summarize(store: Store, finished: str | None = None) -> Summary:
    """The summary of what the store holds by now.

    `finished` is given while the end is being written: the time that the final marker will carry. Raises
    DamagedStore.
    """
    # numpy and scipy take a third of a second to load: only for a rating, not for the help of a command.
    from tournaments.ratings.table import rate  # noqa: PLC0415

    with reading(store.place):
        cup, header = store.cup(), store.header()
        ledger = Ledger.of(store)
        matches, plan = ledger.whole(), ledger.plan()
    ended = header.finished or finished
    return Summary(
        cup=cup,
        plan=plan,
        matches=matches,
        blocks=ledger.blocks,
        verdicts=ledger.verdicts,
        ratings=rate(deal for match in matches.values() for deal in match.deals()),
        runs=store.runs(),
        decisions=store.decisions(),
        started=header.started,
        finished=ended,
        commitment=header.commitment,
        secret=header.secret if ended else None,
        arena=header.arena,
        seal=header.seal,
    )
