"""What the end of a tournament decided, as it is kept in the store and held against a recomputation."""

from typing import Any

import msgspec

from tournaments.summary import Summary


def final_parts(summary: Summary) -> dict[str, Any]:
    """Plain data by part: who went on from each table and by what ruling, the places, the ratings."""
    return {
        "stages": msgspec.to_builtins(summary.plan.stages),
        "standings": msgspec.to_builtins(summary.plan.standings),
        "ratings": msgspec.to_builtins(summary.ratings),
    }
