"""A trace as a dialogue: each line with its time, seat and message in few words, late answers marked.

What is said here is for people; the trace itself has every field.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

from arena.referee.trace import TraceLine
from protocol.reasons import MEANING

Side = Literal["to bot", "from bot", "arena"]

_ROWS: Final = ("front", "middle", "back")
_COMINGS: Final = {"started": "is started", "returned": "its connection was lost and is there again"}


class Spoken(NamedTuple):
    """One line of the dialogue. `details` go below it; `alarm` says that something went wrong."""

    at_us: int
    leg: int
    seat: int
    bot: str
    side: Side
    words: str
    details: list[str]
    alarm: bool


class _Clock:
    """What is open at a seat, to tell how long an answer took."""

    def __init__(self) -> None:
        self.grace_ms = 0
        self.asked: dict[int, tuple[int, int]] = {}
        """By request: when it was sent and how long it may take, both in microseconds."""

    def ask(self, at_us: int, message: dict[str, Any]) -> None:
        allowed_ms = message["decision_ms"] * len(message["items"]) + message["bank_ms"] + self.grace_ms
        self.asked[message["request"]] = (at_us, allowed_ms * 1000)

    def answered(self, at_us: int, request: Any) -> tuple[str, bool]:
        """How long the answer took, and whether that was too long or nobody had asked."""
        known = self.asked.pop(request, None) if isinstance(request, int) else None
        if known is None:
            return "answers nothing open", True
        sent_us, allowed_us = known
        took = f"after {(at_us - sent_us) / 1000:,.1f} ms"
        over_us = at_us - sent_us - allowed_us
        return (f"{took}, LATE by {over_us / 1000:,.1f} ms", True) if over_us > 0 else (took, False)


def dialogue(lines: Iterable[TraceLine]) -> Iterator[Spoken]:
    """The lines of a trace, in order, as they are to be read."""
    clocks: dict[tuple[int, int], _Clock] = {}
    for line in lines:
        clock = clocks.setdefault((line.leg, line.seat), _Clock())
        side, words, details, alarm = _told(line, clock)
        yield Spoken(line.at_us, line.leg, line.seat, line.bot, side, words, details, alarm)


def _told(line: TraceLine, clock: _Clock) -> tuple[Side, str, list[str], bool]:
    if line.what in _COMINGS:
        return "arena", _COMINGS[line.what], [], line.what == "returned"
    if line.what == "ended":
        words = ": ".join(part for part in ("has ended", line.code, line.words) if part)
        return "arena", words, [], bool(line.code or line.words)
    if line.what == "fault":
        return "arena", f"{line.code}: {line.words}", [], True
    side: Side = "to bot" if line.what == "sent" else "from bot"
    if not isinstance(line.message, dict):
        shown = line.words or f"{line.bytes:,} bytes that are no message: {line.raw or line.message}"
        return side, shown, [], True
    read = _from_arena if line.what == "sent" else _from_bot
    try:
        words, details, alarm = read(line, line.message, clock)
    except (KeyError, TypeError, AttributeError):
        # a bot may send anything; what does not have a message's shape is shown as it came
        return side, f"{line.message}", [], True
    return side, words, details, alarm


def _from_arena(line: TraceLine, message: dict[str, Any], clock: _Clock) -> tuple[str, list[str], bool]:
    kind = message["type"]
    if kind == "match":
        clock.grace_ms = message["time"]["grace_ms"]
        seats = ", ".join(message["seats"])
        return f"match: seat {message['seat']} of {seats}; {message['rounds']} rounds", [], False
    if kind == "decide":
        clock.ask(line.at_us, message)
        hands = [f"round {item['round']}: {' '.join(item['hand'])}" for item in message["items"]]
        return f"decide {message['request']}", [*_events(message), *hands], _holds_strike(message)
    if kind == "end":
        words = f"end: water {' '.join(f'{water:+}' for water in message['water'])}, {message['reason']}"
        return words, _events(message), _holds_strike(message)
    return _any(message), [], kind == "refused"


def _from_bot(line: TraceLine, message: dict[str, Any], clock: _Clock) -> tuple[str, list[str], bool]:
    if message["type"] != "answer":
        return _any(message), [], message["type"] != "hello"
    took, alarm = clock.answered(line.at_us, message["request"])
    note = [f"note: {message['note']}"] if message.get("note") else []
    laid = [_laid(action) for action in message["actions"]]
    return f"answer {message['request']} {took}", [*laid, *note], alarm


def _any(message: dict[str, Any]) -> str:
    told = ", ".join(f"{key} {value}" for key, value in message.items() if key != "type" and value not in ("", None))
    return f"{message['type']}: {told}" if told else f"{message['type']}"


def _events(message: dict[str, Any]) -> list[str]:
    return [_event(event) for event in message["events"]]


def _event(event: dict[str, Any]) -> str:
    if event["type"] == "settled":
        seats = ", ".join(_settled_seat(seat) for seat in event["seats"])
        return f"round {event['round']} settled: water {' '.join(f'{water:+}' for water in event['water'])} ({seats})"
    if event["type"] == "strike":
        chinese = MEANING[event["code"]][1] if event["code"] in MEANING else ""
        about = f" for {event['request']}" if event["request"] is not None else ""
        return f"STRIKE{about}: {event['code']} {chinese}: {event['message']}"
    return f"seat {event['seat']}: {event['state']}" if event["type"] == "seat" else f"{event}"


def _settled_seat(seat: dict[str, Any]) -> str:
    return f"{seat['outcome']} {seat['special']}" if seat["special"] else str(seat["outcome"])


def _holds_strike(message: dict[str, Any]) -> bool:
    return any(event["type"] == "strike" for event in message["events"])


def _laid(action: dict[str, Any] | None) -> str:
    if action is None:
        return "nil: takes the default"
    rows = " | ".join(" ".join(action[row]) for row in _ROWS)
    return f"{rows} declined" if action.get("decline") else rows
