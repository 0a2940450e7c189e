"""The results of a bot that left a league before its end: whether they still count, for it and for those it met."""

from collections.abc import Sequence

from tournaments.formats.entrants import Annul
from tournaments.formats.played import Played


def annulled(rule: Annul, bot: str, tables: int, played: Sequence[Played]) -> bool:
    """Return whether the results of a bot that left do not count; it has so many tables in the league.

    At a table that could not be played it was not there.
    """
    if rule == "half":
        return 2 * sum(_was_there(bot, table) for table in played) < tables
    return rule == "always"


def _was_there(bot: str, table: Played) -> bool:
    return bot in table.seats and bot not in table.absent and table.totals is not None
