"""Caveats beside ratings; stored and exported in English."""

from typing import Final

from protocol.text import Said

POOLS: Final = Said("{count} pools of bots that never met ({sizes} bots): ratings of different pools do not compare")
ALIKE: Final = Said("redrawn results are all alike: by a bootstrap it cannot be told how sure the ratings marked ? are")
NEVER_BEATEN: Final = Said("never beaten, so the prior alone bounds the rating: {bots}")
NEVER_BEAT: Final = Said("never beat anyone, so the prior alone bounds the rating: {bots}")
MORE: Final = Said("{bots} and {count} more")
ONE_WAY: Final = Said(
    "{ahead} never came behind {behind}: the two groups are linked in one direction only, and the prior alone says how"
    " far apart they are"
)
ALONE: Final = Said('{count} of {all} matches have one bot only and do not count ("{match}")')
NOTHING_YET: Final = Said("no match is finished yet")


def filled(caveat: Said, **values: object) -> str:
    """Return the caveat in English."""
    return str(Said(caveat.template, **values))
