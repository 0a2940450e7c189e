"""What each bot was charged with: how often, and where and why the first time."""

from collections.abc import Iterable
from typing import NamedTuple

from arena.records.result import Strike
from tournaments.store.stored_match import StoredMatch


class Charge(NamedTuple):
    """The strikes of one bot with one reason code."""

    bot: str
    code: str
    times: int
    table: str
    """Where the first of them was."""
    first: Strike


def charges_of(matches: Iterable[StoredMatch]) -> list[Charge]:
    """Return the charges by bot, the most frequent first; matches come in the order in which they were planned."""
    found: dict[tuple[str, str], Charge] = {}
    for match in matches:
        for strike in match.result.strikes:
            key = match.seats[strike.bot], strike.code
            known = found.get(key, Charge(*key, 0, match.table, strike))
            found[key] = known._replace(times=known.times + 1)
    return sorted(found.values(), key=lambda charge: (charge.bot, -charge.times, charge.code))
