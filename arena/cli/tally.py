"""The rounds that a stand-in (接管) played, shown with a match's result."""

from arena.records.result import MatchResult
from arena.shisanshui.arrangement import is_stand_in


def stand_ins(result: MatchResult) -> list[int]:
    """Return, by bot, the rounds of all legs in which the arena laid its rows because it did not answer."""
    counts = [0] * len(result.states)
    for leg in result.legs:
        for played in leg.rounds:
            for seat, bot in enumerate(leg.seating):
                counts[bot] += is_stand_in(played.seats[seat].action)
    return counts
