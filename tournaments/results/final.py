"""What the end of a tournament decided, as the store keeps it and verification recomputes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from protocol.text import Listed
from tournaments.formats.plan import LeagueTable, Plan, Stage, Standing
from tournaments.store.encoding import DamagedRecord, from_json

if TYPE_CHECKING:
    from tournaments.ratings.table import RatingTable


KEPT_SINCE = frozenset({"leagues"})
"""Parts that a store of an older arena may lack."""


class Final(NamedTuple):
    """The bracket that was played to its end, the ratings, and the standings of leagues."""

    plan: Plan
    ratings: RatingTable
    leagues: tuple[LeagueTable, ...]


def final_parts(final: Final) -> dict[str, Any]:
    """Return plain data by part: tables with who went on and by what ruling, places, ratings, leagues."""
    return {
        "stages": msgspec.to_builtins(final.plan.stages),
        "standings": msgspec.to_builtins(final.plan.standings),
        "ratings": msgspec.to_builtins(final.ratings),
        "leagues": msgspec.to_builtins(final.leagues),
    }


def final_of(parts: Mapping[str, str]) -> Final:
    """Return what the parts, each as JSON, say. Raises DamagedRecord."""
    missing = {"stages", "standings", "ratings"} - parts.keys()
    if missing:
        raise DamagedRecord("final: {parts}: missing", parts=Listed(sorted(missing)))
    stages, standings = part_from("stages", parts["stages"]), part_from("standings", parts["standings"])
    plan = Plan(stages, to_play=(), standings=standings, finished=True)
    leagues = part_from("leagues", parts.get("leagues", "[]"))
    return Final(plan, part_from("ratings", parts["ratings"]), leagues)


def part_from(part: str, content: str) -> Any:
    """Return a part from its JSON; fields that it lacks have their defaults. Raises DamagedRecord."""
    # numpy and scipy take a third of a second to load: only for a rating, not for the help of a command.
    from tournaments.ratings.table import RatingTable  # noqa: PLC0415

    kinds = {
        "stages": tuple[Stage, ...],
        "standings": tuple[Standing, ...],
        "ratings": RatingTable,
        "leagues": tuple[LeagueTable, ...],
    }
    return from_json(content, kinds[part])
