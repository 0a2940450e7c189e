"""Plays a format to its end with results that a test makes up."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from tournaments.formats.entrants import Entrants
from tournaments.formats.plan import Format, Plan, Table, TableResult

Totals = Callable[[Table], dict[str, int]]


def bots(count: int) -> list[str]:
    """Entrants whose names tell their seeding: b001 is the best."""
    return [f"b{seed:03d}" for seed in range(1, count + 1)]


def chalk(table: Table) -> dict[str, int]:
    """The better seeding always wins."""
    return {bot: -int(bot[1:]) for bot in table.seats}


def at_random(seed: int, spread: int) -> Totals:
    """Water drawn from `spread` values, so that ties are as frequent as a test wants; the same for the same table."""

    def totals(table: Table) -> dict[str, int]:
        drawn = random.Random(f"{seed} {table.id} {table.seats}")
        return {bot: drawn.randrange(spread) for bot in table.seats}

    return totals


def play(form: Format, bots: Sequence[str], totals: Totals, **told: Any) -> tuple[Plan, dict[str, TableResult]]:
    """The finished plan and every result that led to it; `told` is what else the format knows of its entrants."""
    entrants = Entrants(bots, **told)
    results: dict[str, TableResult] = {}
    while (plan := form.plan(entrants, results)).to_play:
        for table in plan.to_play:
            results[table.id] = TableResult(totals(table))
    assert plan.finished
    return plan, results


def ranks_all(plan: Plan, entrants: list[str]) -> bool:
    """A competition ranking: each place is one more than the number of those before it, and nobody is left out."""
    places = [standing.place for standing in plan.standings]
    names = sorted(standing.name for standing in plan.standings)
    return names == sorted(entrants) and all(place == 1 + sum(it < place for it in places) for place in places)
