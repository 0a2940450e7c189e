"""Caveats beside ratings in the language of the report."""

from typing import Final

from protocol.text import Said
from tournaments.ratings.caveats import CAVEATS, MORE
from tournaments.reports.recognised import recognised

_INSIDE: Final = {"bots": (MORE,)}


def caveat_said(warning: str) -> Said | str:
    """The caveat as a sentence without its full stop."""
    return recognised(warning, CAVEATS, _INSIDE)
