"""The JSON documents that other tools build on: `arena tournament export` and `arena tournament status --json`."""

from typing import Any

from tournaments.cup.cup import moving_on
from tournaments.reports import leagues
from tournaments.reports.labels import out_code
from tournaments.reports.numbers import winnings
from tournaments.results.status import Now
from tournaments.results.summary import Summary
from tournaments.store.in_play import TableInPlay
from tournaments.store.match_ids import block_of


def export(summary: Summary) -> dict[str, Any]:
    """Return the document. `standings` hold all bots once finished, before that the bots that are out.

    The secret is in it only when the tournament is finished.
    """
    won = winnings(summary)
    programs = {bot.name: bot for bot in summary.cup.bots}
    document: dict[str, Any] = {
        "name": summary.cup.name,
        "finished": summary.finished is not None,
        "standings": [
            {
                "place": standing.place,
                "name": standing.name,
                "version": programs[standing.name].version,
                "author": programs[standing.name].author,
                "stage": standing.stage,
                "out": out_code(summary, standing.name),
                "water": round(float(won[standing.name].water), 4),
                "chips": round(float(won[standing.name].chips), 4),
            }
            for standing in summary.plan.standings
        ],
        "elo": players(summary),
        "pools": [list(pool) for pool in summary.ratings.pools],
        "differences": [
            {
                "bots": list(it.bots),
                "water100": it.water100,
                "water95": it.water95,
                "deals": it.deals,
                "chance": it.chance,
            }
            for it in summary.ratings.differences
        ],
        "disagree": [list(pair) for pair in summary.ratings.disagree],
        "bots": [{"name": bot.name, "digest": bot.digest} for bot in summary.cup.bots],
        "matches": _matches(summary),
        "rulings": [
            {"match": ruling.where, "bots": list(ruling.bots), "decided_by": ruling.decided_by, "words": ruling.words}
            for ruling in summary.rulings
        ],
        "leagues": leagues.document(summary),
        "decisions": [
            {"at": it.at, "kind": it.kind, "subject": it.subject, "reason": it.reason, "voided": list(it.voided)}
            for it in summary.interventions
        ],
        "deals": summary.deals,
        "salt": summary.cup.tournament.salt,
        "beacon": summary.cup.tournament.beacon,
        "commitment": summary.commitment,
        "committed": summary.committed,
        "proven_fair": summary.cup.provably_fair,
    }
    if summary.secret is not None:
        document["secret"] = summary.secret.hex()
    return document


def _decided(summary: Summary, table: str) -> bool | None:
    """Return whether it was clear who advances when the table ended; None if its length was fixed."""
    certainty = summary.certainties.get(table)
    return None if certainty is None else certainty.decided


def players(summary: Summary) -> list[dict[str, Any]]:
    return [
        {
            "name": player.name,
            "rank": player.rank,
            "elo": player.elo,
            "error95": player.error95,
            "results": player.results,
            "better_than_next": player.better_than_next,
            "lead": player.lead,
            "lead95": player.lead95,
            "water100": player.water100,
            "water95": player.water95,
        }
        for player in summary.ratings.players
    ]


def _matches(summary: Summary) -> list[dict[str, Any]]:
    """Return the matches in the order of the bracket. An extra table advances nobody itself; its table does."""
    found = []
    for stage in summary.plan.stages:
        for planned in stage.tables:
            for table in (planned.table, *planned.extra):
                stored = summary.matches.get(table.id)
                if stored is None:
                    continue
                advanced = moving_on(summary.plan, stage, planned) if table is planned.table else ()
                found.append(
                    {
                        "match": table.id,
                        "stage": stage.number,
                        "seats": stored.seats,
                        "absent": stored.absent,
                        "water": stored.result.water(),
                        "advanced": list(advanced),
                        "reason": stored.result.reason,
                        "duplicate": stored.settings.duplicate,
                        "deals": len(stored.result.deals),
                        "plays": [
                            {"match": block.match, "deal_seed": block.deal_seed.hex(), "rounds": block.settings.rounds}
                            for block in summary.blocks[table.id]
                        ],
                        "decided": _decided(summary, table.id),
                        "strikes": stored.result.strike_counts(),
                    }
                )
    return found


def status(summary: Summary, now: Now) -> dict[str, Any]:
    """Return the state of a run; `export` has the results."""
    stage = summary.plan.present
    return {
        "name": summary.cup.name,
        "finished": summary.finished is not None,
        "running": now.process is not None,
        "process": now.process,
        "halted": now.halted,
        "started": summary.started,
        "stage": {
            "stage": stage.number,
            "title": stage.title,
            "tables": len(stage.tables),
            "decided": sum(planned.advanced is not None for planned in stage.tables),
        },
        "in_play": [_in_play(table) for table in now.in_play],
        "waiting": [{"match": table.id, "seats": list(table.seats)} for table in now.waiting],
        "standings": [
            {"place": standing.place, "name": standing.name, "out": out_code(summary, standing.name)}
            for standing in summary.plan.standings
        ],
        "leagues": leagues.document(summary),
    }


def _in_play(table: TableInPlay) -> dict[str, Any]:
    """Return a table in play; rounds and water are null before the first report."""
    told = table.progress
    water = None if told is None else told.water_a_leg()
    return {
        "match": table.id,
        "block": None if told is None else block_of(told.match),
        "attempt": table.attempt,
        "since": table.since,
        "played": None if told is None else told.played,
        "rounds": None if told is None else told.total,
        "seats": [
            {
                "name": name,
                "water": None if water is None else water[seat],
                "strikes": None if told is None else told.strikes[seat],
            }
            for seat, name in enumerate(table.seats)
        ],
    }
