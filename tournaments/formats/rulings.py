"""What a ruling says: sentences with holes, and which of them a stored sentence was.

A store keeps the English of a ruling. Whoever shows it in another language needs the sentence and what fills its
holes: `said` gives them back.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from protocol.text import Counted, Listed, Said

DECIDED_BY: Final[Mapping[str, Said]] = {
    "head-to-head": Said("head-to-head"),
    "buchholz": Said("buchholz"),
    "sonneborn-berger": Said("sonneborn-berger"),
    "water": Said("water"),
    "wins": Said("wins"),
    "extra-rounds": Said("extra-rounds"),
    "seeding": Said("seeding"),
    "void": Said("void"),
    "left": Said("left"),
}
"""By its word in the store, what can decide where water alone does not."""

_VOID_CUT: Final = Said("{table} could not be played: the better seeding goes on")
_VOID_LEVEL: Final = Said("{table} could not be played: all at it count as level")
_EXTRA: Final = Said("extra rounds {table}")
_CUT: Final = Said("level at the cut; {step}: {figures}")
_CUT_STILL: Final = Said("level at the cut; {step}: {figures}; {bots} still level")
_CUT_SEEDED: Final = Said("level at the cut: in order of seeding, {bots}")
_CUT_SEEDED_AFTER: Final = Said("level at the cut after {tables}: in order of seeding, {bots}")
_AWAY_FROM_CUT: Final = Said("level, but not across the cut: placed in order of seeding, {bots}")
_POINTS: Final = Said("level on points: {step}: {figures}")
_EVERYTHING: Final = Said("level in everything: in order of seeding, {bots}")
_LEFT: Final = Said("left before the end, so behind all others: {bots}")
_ANNULLED: Final = Said("left before the end, and the results do not count: {bots}")
_SENTENCES: Final = (
    *(_VOID_CUT, _VOID_LEVEL, _CUT_SEEDED_AFTER, _CUT_SEEDED, _CUT_STILL, _CUT),
    *(_AWAY_FROM_CUT, _POINTS, _EVERYTHING, _LEFT, _ANNULLED),
)
"""Each before those that would fit its words too."""


def void_at_the_cut(table: str) -> Said:
    """Of a match that could not be played at a table that sends some bots home."""
    return _filled(_VOID_CUT, table=table)


def void_in_a_league(table: str) -> Said:
    """Of a match that could not be played at a table that sends nobody home."""
    return _filled(_VOID_LEVEL, table=table)


def extra_rounds(table: str) -> Said:
    """The extra table as a step of a tie-break."""
    return _filled(_EXTRA, table=table)


def parted_at_the_cut(step: Said, figures: str, still: Sequence[str]) -> Said:
    """Of bots level across the cut that `step` told apart, all but those `still` level.

    >>> str(parted_at_the_cut(extra_rounds("s1t1x1"), "ann +1, bob +1, cat -2", ["ann", "bob"]))
    'level at the cut; extra rounds s1t1x1: ann +1, bob +1, cat -2; ann, bob still level'
    """
    if still:
        return _filled(_CUT_STILL, step=step, figures=figures, bots=", ".join(still))
    return _filled(_CUT, step=step, figures=figures)


def seeded_at_the_cut(bots: Sequence[str], extra: int) -> Said:
    """Of bots level across the cut that seeding told apart, after so many extra tables."""
    if not extra:
        return _filled(_CUT_SEEDED, bots=", ".join(bots))
    return _filled(_CUT_SEEDED_AFTER, tables=_extra_tables(extra), bots=", ".join(bots))


def seeded_away_from_the_cut(bots: Sequence[str]) -> Said:
    """Of level bots that all go on or all leave."""
    return _filled(_AWAY_FROM_CUT, bots=", ".join(bots))


def parted_on_points(step: Said, figures: str) -> Said:
    """Of bots level on points in a league that `step` told apart."""
    return _filled(_POINTS, step=step, figures=figures)


def seeded_in_a_league(bots: Sequence[str]) -> Said:
    """Of bots in a league that nothing but seeding tells apart."""
    return _filled(_EVERYTHING, bots=", ".join(bots))


def left_a_league(bots: Sequence[str]) -> Said:
    """Of bots that left before their league was over."""
    return _filled(_LEFT, bots=", ".join(bots))


def annulled_in_a_league(bots: Sequence[str]) -> Said:
    """Of bots that left their league so that their results count for nobody."""
    return _filled(_ANNULLED, bots=", ".join(bots))


def said(words: str) -> Said:
    """Return the sentence that `words` fill, or `words` as they stand if none fits; in English it is `words` again.

    >>> sentence = said("level on points: water: ann 1.5, bob 2")
    >>> sentence.template, str(sentence.values["step"]), str(sentence.values["figures"])
    ('level on points: {step}: {figures}', 'water', 'ann 1.5, bob 2')
    """
    for sentence in _SENTENCES:
        found = _holes(sentence, words)
        if found is not None:
            return _filled(sentence, **{hole: _read(hole, text) for hole, text in found.items()})
    return Said(words)


def _filled(sentence: Said, **values: object) -> Said:
    return Said(sentence.template, **values)


def _extra_tables(number: int) -> Said:
    return Counted(number, "{number} extra table", "{number} extra tables")


def _holes(sentence: Said, words: str) -> dict[str, str] | None:
    """Return what fills the holes of `sentence` in `words`, or None if these are not its words."""
    pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(sentence.template))
    found = re.fullmatch(pattern, words)
    return None if found is None else found.groupdict()


def _read(hole: str, text: str) -> object:
    """Return what stood in a hole before it was written in English."""
    if hole == "step":
        table = _holes(_EXTRA, text)
        return extra_rounds(**table) if table else DECIDED_BY.get(text, text)
    if hole in {"bots", "figures"}:
        return Listed(text.split(", "))
    if hole == "tables" and (number := re.match(r"[\d,]+(?= extra tables?$)", text)):
        return _extra_tables(int(number[0].replace(",", "")))
    return text
