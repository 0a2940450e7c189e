"""The conditions of play of a cup, and how long its tables in play may still take."""

from datetime import UTC, datetime

from protocol.text import Said
from tournaments.reports.numbers import duration
from tournaments.results.summary import Summary
from tournaments.store.in_play import TableInPlay


def conditions(summary: Summary) -> list[tuple[Said, str]]:
    """Return what the cup file says of time and limits, by name."""
    settings = summary.cup.settings()
    limits = settings.limits
    return [
        (Said("Rounds a leg"), f"{settings.rounds:,}"),
        (Said("Time for a decision"), f"{settings.decision_ms:,} ms + {settings.grace_ms:,} ms"),
        (Said("Time bank a leg"), f"{settings.bank_ms:,} ms"),
        (Said("Strikes before a bot is out"), str(settings.strikes)),
        (Said("Restarts a leg"), str(settings.restarts)),
        (Said("Memory of a bot"), f"{limits.memory_mib:,} MiB"),
        (Said("Processor time of a bot"), f"{limits.processor_s:,} s"),
        (Said("Processes of a bot"), str(limits.processes)),
    ]


def time_left(table: TableInPlay, now: datetime | None = None) -> Said | None:
    """Return how long the table may still take at its pace so far; None before anything is played."""
    told = table.progress
    if told is None or not told.played:
        return None
    taken = ((now or datetime.now(UTC)) - datetime.fromisoformat(table.since)).total_seconds()
    return Said("about {time} left", time=duration(max(0.0, taken) * (told.total - told.played) / told.played))
