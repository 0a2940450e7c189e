"""What bots did with their hands as cells, the same for every report."""

from collections.abc import Mapping
from typing import Final

from arena.tally import Tally
from protocol.text import Said
from tournaments.reports.words import beside

FOUL_HEADS: Final[tuple[Said, ...]] = (
    Said("Bot"),
    Said("Rounds"),
    beside("Fouls", "倒水"),
    Said("Rows out of order"),
    Said("Answered nil"),
    Said("No valid answer"),
    beside("Escapes", "逃跑"),
    beside("Stand-ins", "接管"),
)


def foul_lines(tallies: Mapping[str, Tally]) -> list[tuple[str, int, int, int, int, int, int, int]]:
    """Return a line for each bot that fouled, escaped or was stood in for, by name."""
    return [
        (bot, it.rounds, it.fouls, it.out_of_order, it.nil, it.invalid, it.escapes, it.stand_ins)
        for bot, it in sorted(tallies.items())
        if it.fouls or it.escapes or it.stand_ins
    ]
