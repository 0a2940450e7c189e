"""Rulings in the language of the report: what decided where water did not."""

from typing import Final

from protocol.text import Counted, Said
from tournaments.formats.plan import Ruling
from tournaments.reports.recognised import recognised

_DECIDED_BY: Final = {
    "extra-rounds": Said("extra rounds"),
    "seeding": Said("seeding"),
    "head-to-head": Said("head to head"),
    "buchholz": Said("Buchholz"),
    "sonneborn-berger": Said("Sonneborn–Berger"),
    "water": Said("water in all"),
    "wins": Said("tables won"),
    "left": Said("having left"),
    "void": Said("no result"),
}
_WORDS: Final = (
    Said("{table} could not be played: the better seeding goes on"),
    Said("{table} could not be played: all at it count as level"),
    Said("level at the cut; {measure}: {figures}; {bots} still level"),
    Said("level at the cut; {measure}: {figures}"),
    Said("level at the cut{after}: in order of seeding, {bots}"),
    Said("level at the cut: in order of seeding, {bots}"),
    Said("level, but not across the cut: placed in order of seeding, {bots}"),
    Said("level in everything: in order of seeding, {bots}"),
    Said("level on points: {measure}: {figures}"),
    Said("left before the end, so behind all others: {bots}"),
)
"""Everything that formats say."""
_INSIDE: Final = {
    "measure": (
        Said("extra rounds {table}"),
        Said("head-to-head"),
        Said("buchholz"),
        Said("sonneborn-berger"),
        Said("water"),
        Said("wins"),
    ),
    "after": (Counted(1, " after {number} extra table", " after {number} extra tables"),),
}


def decided_by(ruling: Ruling) -> Said | str:
    """What decided, in a word or two."""
    return _DECIDED_BY.get(ruling.decided_by, ruling.decided_by)


def ruling_said(ruling: Ruling) -> Said | str:
    """The sentence."""
    return recognised(ruling.words, _WORDS, _INSIDE)
