"""The JSON document of `arena play`."""

from collections.abc import Sequence

from arena.records.job import BotProgram, MatchSettings
from arena.records.result import MatchResult
from arena.tally import Tally


def document_of(
    result: MatchResult,
    counts: Sequence[Tally],
    programs: list[BotProgram],
    rules: str,
    settings: MatchSettings,
    seed: str,
) -> dict[str, object]:
    """Return the document but for where the record is. Tools build on its shape: only ever add to it."""
    water, places = result.water(), result.places()
    seats = [
        {
            "name": program.name,
            "water": water[bot],
            "place": places[bot],
            "state": result.states[bot],
            "stale": result.stale[bot],
            "isolation": result.isolation[bot],
            "remote": bool(program.remote),
            "hands": {
                "played": counts[bot].rounds,
                "fouls": counts[bot].fouls,
                "out_of_order": counts[bot].out_of_order,
                "nil": counts[bot].nil,
                "invalid": counts[bot].invalid,
                "escapes": counts[bot].escapes,
            },
            "stand_ins": counts[bot].stand_ins,
            "strikes": [
                {"code": strike.code, "round": strike.round, "message": strike.message, "late_ms": strike.late_ms}
                for strike in result.strikes
                if strike.bot == bot
            ],
        }
        for bot, program in enumerate(programs)
    ]
    return {
        "match": result.match,
        "rules": rules,
        "rounds": settings.rounds,
        "legs": len(result.legs),
        "duplicate": settings.duplicate,
        "seed": seed,
        "reason": result.reason,
        "seats": seats,
    }
