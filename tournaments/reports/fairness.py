"""What a report says of whether anybody could have chosen the deals."""

from protocol.text import Said
from tournaments.results.summary import Summary


def doubt_said(summary: Summary) -> Said | None:
    """Return why it is not proven that nobody chose the deals, or None."""
    if not summary.cup.provably_fair:
        return Said("The seed was given in the tournament file: whoever wrote it could have known the deals.")
    if summary.committed is None:
        return Said(
            "The secret was drawn when the run began, with bots and salt known: the organizer could have drawn again."
        )
    return None


def committed_said(summary: Summary) -> Said:
    """Return when the commitment was made."""
    if summary.committed is None:
        return Said("Commitment, published before the first deal")
    return Said("Commitment of {time}, before the tournament began", time=summary.committed)
