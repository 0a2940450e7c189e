"""Steps with unusual but legal messages: unknown fields, strikes, no events, and the longest ones."""

from collections.abc import Iterator
from typing import Any, Final

from arena.check.report import Message
from arena.check.scripted_table import NAMES, ScriptedTable
from arena.check.subject import Subject
from protocol.codec import encode
from protocol.text import Said

LONGEST: Final = 1_000_000
"""Bytes; the protocol allows 1,048,576."""
_UNKNOWN: Final[Message] = {"novelty": {"of": ["a", 1, None, True, 0.5]}, "x": "y"}


def hears_of_strikes(subject: Subject) -> Said:
    """Report strikes of its own, and what happened to other seats."""
    table = ScriptedTable(subject, subject.rules.first, 4)
    table.play(1)
    late: dict[str, Any] = {"type": "strike", "request": 1, "code": "late"}
    table.events += [
        late | {"message": "no answer within 1100 ms", "late_ms": None},
        late | {"message": "no answer within 1100 ms; it came 5 ms after that", "late_ms": 5},
        {"type": "strike", "request": None, "code": "malformed", "message": "not msgpack", "late_ms": None},
    ]
    table.play(1)
    states = ("restarted", "stand-in", "escaped")
    table.events += [{"type": "seat", "seat": seat, "state": state} for seat, state in enumerate(states, 1)]
    table.play(2)
    table.finish()
    return Said("three strikes, a restart, a stand-in and an escape")


def ignores_the_unknown(subject: Subject) -> Said:
    """Send unknown keys everywhere, unknown events, unknown messages."""
    conversation = subject.join()
    table = ScriptedTable(subject, subject.rules.first, 4, more=_UNKNOWN)
    table.ask(table.deal(), more=_UNKNOWN)
    for event in table.events:
        event.update(_UNKNOWN)
    table.events.append({"type": "novelty", "round": 1, **_UNKNOWN})
    table.ask(table.deal(), more=_UNKNOWN)
    conversation.send({"type": "novelty", **_UNKNOWN})
    table.play(2)
    table.finish(_UNKNOWN)
    return Said("unknown keys, an unknown event, an unknown message")


def needs_no_events(subject: Subject) -> Said:
    """Play rounds without any event."""
    table = ScriptedTable(subject, subject.rules.first, 3)
    for _ in range(3):
        table.events = []
        table.play(1)
    table.events = []
    table.finish()
    return Said("three rounds without an event")


def takes_the_longest(subject: Subject) -> Said:
    """Send the longest names, and a message of about a megabyte."""
    names = [f"{name} {'十三水' * 20}"[:40] for name in NAMES]
    table = ScriptedTable(subject, subject.rules.widest(), 3, seats=8, names=names)
    table.play(1)
    size = 0
    for event in _happenings(table.events):
        size += len(encode(event))
        if size > LONGEST:
            break
        table.events.append(event)
    table.ask(table.deal(), timed=False)
    table.play(1)
    table.finish()
    return Said("names of 40 characters, a message of {size:,} bytes", size=LONGEST)


def _happenings(told: list[Message]) -> Iterator[Message]:
    """Yield endless events of a kind that the bot asked for: those it was told, over and over."""
    told = list(told) or [{"type": "seat", "seat": 1, "state": "restarted"}]
    while True:
        yield from told
