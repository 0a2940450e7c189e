"""Who enters a format, and what the format is told about them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from protocol.text import Listed, Said, did_you_mean
from tournaments.formats.shape import MOST_SEATS

Left = Mapping[str, int]
"""Bots that have left the tournament, each with the last stage that was drawn before it left."""

Annul = Literal["half", "always", "never"]
"""half: its results do not count if it was there at fewer than half of its tables, as leagues and chess federations do.
always: they never count. never: they stand. Where they stand, the tables from which it is absent are walkovers."""


class Entrants(msgspec.Struct, frozen=True):
    """The bots that enter a format, and everything it needs to know that its `[[stages]]` table does not say."""

    bots: Sequence[str]
    """Best seeding first."""
    authors: Mapping[str, str] = {}
    """Bot to author, for bots that have one. The draw keeps bots of one author apart."""
    left: Left = {}
    met: Mapping[str, str] = {}
    """Bot to the group or table of the format before, where it met the others of that group."""
    first_stage: int = 1
    """The number of the format's first stage."""
    most_seats: int = MOST_SEATS
    """The most seats at any table: what the deck serves."""
    public: bytes | None = None
    """What the search for tables draws its lots from; None for tournaments begun before it was so."""
    annul: Annul = "half"
    """For leagues whose `[[stages]]` table does not say it."""

    @property
    def apart(self) -> Mapping[str, str]:
        """Bot to the group whose members the draw keeps apart: those who have met, else bots of one author."""
        return self.met or self.authors


def no_bot_called(name: str, known: Iterable[str]) -> Said:
    """Say that no bot has that name, and which one may have been meant.

    >>> str(no_bot_called("adda", ["ada", "bea"])), str(no_bot_called("zoe", ["ada", "bea"]))
    ('no bot is called "adda"; did you mean "ada"?', 'no bot is called "zoe"; there are ada, bea')
    """
    names = list(known)
    advice = did_you_mean(name, names) or Said("there are {names}", names=Listed(names))
    return Said('no bot is called "{name}"; {advice}', name=name, advice=advice)
