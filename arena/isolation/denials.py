"""What a sandbox refused, in words: a program that is refused something says no more than the number of an error."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from protocol.text import Said


class _Closed(NamedTuple):
    least: int
    """The first level at which it is closed."""
    phrases: Sequence[str]
    """What runtimes say when they meet it."""
    words: Said


_CLOSED: Final = (
    _Closed(
        2,
        (
            *("Address family not supported", "EAFNOSUPPORT", "Network is unreachable", "ENETUNREACH"),
            *("name resolution", "getaddrinfo", "UnknownHostException", "Name or service not known"),
            *("Protocol not supported", "EPROTONOSUPPORT"),
        ),
        Said("in the sandbox there is no network"),
    ),
    _Closed(2, ("No locks available", "ENOLCK"), Said("in the sandbox no file can be locked")),
    _Closed(
        2,
        ("SemLock", "sem_open", "shm_open"),
        Said("in this sandbox there is no shared memory; pipes and files in ARENA_SCRATCH do instead"),
    ),
    _Closed(
        1,
        ("Read-only file system", "EROFS", "Permission denied", "EACCES", "AccessDenied", "PermissionDenied"),
        Said("in the sandbox a bot writes to the folder ARENA_SCRATCH alone, and opens its own files and the system's"),
    ),
    _Closed(
        2,
        ("Function not implemented", "ENOSYS", "Operation not permitted", "EPERM"),
        Said("the sandbox closes this to bots; docs/security.md says what is open"),
    ),
)


def denied(level: int, last_words: str) -> Said | None:
    """Return what is closed at the level that explains the last words of a bot, or None.

    >>> str(denied(4, "OSError: [Errno 97] Address family not supported by protocol"))
    'in the sandbox there is no network'
    >>> denied(0, "OSError: [Errno 13] Permission denied: 'x'")
    """
    matching = (each for each in _CLOSED if level >= each.least and any(said in last_words for said in each.phrases))
    return next((each.words for each in matching), None)
