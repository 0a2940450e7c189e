"""What a verification does where altered bytes make no sense: it says so, and goes on with the next part."""

from collections.abc import Iterator
from typing import Final

from arena.errors import ArenaError
from protocol.text import Said, SaidError
from tournaments.store.damage import ANY_DAMAGE, DamagedStore

ANY_FAULT: Final = (*ANY_DAMAGE, ArenaError)
"""What recomputing a record may raise when bytes of it were altered."""


def words_of(error: Exception) -> Said | str:
    """Return what an error says, without the path of the store."""
    if isinstance(error, DamagedStore):
        return error.words
    return error.said if isinstance(error, SaidError) else str(error)


def as_far_as_readable(part: Iterator[Said]) -> Iterator[Said]:
    """Yield the differences of a part of the record; where it becomes unreadable, say that last."""
    try:
        yield from part
    except ANY_FAULT as error:
        yield Said("record: cannot be read: {fault}", fault=words_of(error))
