"""A tournament before it is played: its stages, tables, legs and rounds, and how long they take."""

from math import ceil
from typing import Final, NamedTuple

from arena.records.job import MatchSettings
from tournaments.cup.cup import Cup
from tournaments.formats.plan import Plan, Stage, Table, TableResult

LEG_START_S: Final = 0.5
"""Expected for starting the bots of a leg: about what an interpreter needs."""
LEG_END_S: Final = 3.0
"""The longest a bot can take to leave: 2 s to end by itself, 1 s more when it is terminated."""
ROUND_S: Final = 0.001
"""What the referee needs for a round."""


class StageForecast(NamedTuple):
    """One stage. Times are in seconds, with as many tables at once as asked for."""

    title: str
    tables: int
    bots: int
    legs: int
    rounds: int
    """Over all legs of all tables, one block each, without extra rounds."""
    expected: float
    worst: float
    """If every bot uses all its time and restarts, every tie its extra rounds, every table all its blocks."""


def forecast(cup: Cup, slots: int, think: float) -> list[StageForecast]:
    """Return the stages if no table is tied. `think` is how many seconds a bot is expected to take for a decision."""
    plan = _played_out(cup)
    return [_stage(cup, stage, slots, think) for stage in plan.stages]


def _played_out(cup: Cup) -> Plan:
    """Return the bracket if the better seeding always wins: its shape does not depend on who does."""
    results: dict[str, TableResult] = {}
    draw = cup.draw("")
    seed = {bot: place for place, bot in enumerate(draw.entrants.bots)}
    plan = draw.plan(results)
    while not plan.finished:
        for table in plan.to_play:
            # By seeding, so that nobody is level in a league and no play-off adds a stage.
            results[table.id] = TableResult({bot: -seed[bot] for bot in table.seats})
        plan = draw.plan(results)
    return plan


def _stage(cup: Cup, stage: Stage, slots: int, think: float) -> StageForecast:
    tables = [planned.table for planned in stage.tables]
    legs = [_legs(cup, table) for table in tables]
    longest = max(tables, key=lambda table: (_legs(cup, table), len(table.seats)))
    # a remote bot plays one match at a time
    afar = [sum(bot.name in table.seats for table in tables) for bot in cup.bots if bot.remote]
    waves = max([ceil(len(tables) / slots), *afar])
    most_extra = max(([it.extra_rounds] * it.extra_limit for it in cup.stages), key=sum)
    ties = sum(_worst(cup, longest, rounds) for rounds in most_extra)
    return StageForecast(
        title=stage.title,
        tables=len(tables),
        bots=len({bot for table in tables for bot in table.seats} | {*stage.byes}),
        legs=sum(legs),
        rounds=sum(_legs(cup, table) * cup.settings_for(table).rounds for table in tables),
        expected=waves * _expected(cup, longest, think),
        worst=waves * (_blocks(cup) * _worst(cup, longest, cup.settings_for(longest).rounds) + ties),
    )


def _blocks(cup: Cup) -> int:
    """Return how many matches a table takes at most."""
    until = cup.match.until
    return 1 if until is None else ceil(until.max_rounds / cup.match.rounds)


def _legs(cup: Cup, table: Table) -> int:
    return len(table.seats) if cup.settings_for(table).duplicate else 1


def _in_turn(table: Table, settings: MatchSettings) -> int:
    """Return how many decisions of a round come one after the other."""
    return len(table.seats) if settings.thinking == "serial" else 1


def _expected(cup: Cup, table: Table, think: float) -> float:
    settings = cup.settings_for(table)
    round_s = think * _in_turn(table, settings) + ROUND_S
    return _legs(cup, table) * (LEG_START_S + settings.rounds * round_s)


def _worst(cup: Cup, table: Table, rounds: int) -> float:
    settings = cup.settings()
    starts = settings.startup_ms * (1 + settings.restarts * len(table.seats))
    round_ms = (settings.decision_ms + settings.grace_ms) * _in_turn(table, settings)
    leg = (starts + settings.bank_ms + rounds * round_ms) / 1000 + LEG_END_S
    return _legs(cup, table) * leg
