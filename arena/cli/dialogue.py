"""A trace as a dialogue: each line with its time, seat and message in few words, late answers marked.

The dialogue is for people; the trace itself has every field.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

from arena.cli.terminal.terms import code_term
from arena.language import Paired, Stored
from arena.referee.trace import TraceLine
from arena.shisanshui.evaluation import OUTCOMES
from arena.shisanshui.settlement import ROWS
from arena.shisanshui.specials import BY_ID
from protocol.reasons import MEANING
from protocol.text import Listed, Said

Side = Literal["to bot", "from bot", "arena"]
Words = Said | str

_COMINGS: Final = {
    "started": Said("is started"),
    "returned": Said("its connection was lost and is there again"),
}
_SEAT_STATES: Final = {
    "restarted": Said("restarted"),
    "stand-in": Said("stand-in"),
    "escaped": Said("escaped"),
}


class Spoken(NamedTuple):
    """One line of the dialogue. `details` go below it; `alarm` marks something that went wrong."""

    at_us: int
    leg: int
    seat: int
    bot: str
    side: Side
    words: Words
    details: list[Words]
    alarm: bool


class _Read(NamedTuple):
    """A message in words."""

    words: Words
    details: list[Words]
    alarm: bool


class _Clock:
    """The open requests of a seat, to tell how long an answer took."""

    def __init__(self) -> None:
        self.grace_ms = 0
        self.asked: dict[int, tuple[int, int]] = {}
        """By request: when it was sent and how long it may take, both in microseconds."""

    def ask(self, at_us: int, message: dict[str, Any]) -> None:
        allowed_ms = message["decision_ms"] * len(message["items"]) + message["bank_ms"] + self.grace_ms
        self.asked[message["request"]] = (at_us, allowed_ms * 1000)

    def answered(self, at_us: int, request: Any) -> tuple[Said, bool]:
        """Say how long the answer took, and whether that was too long or nobody had asked."""
        known = self.asked.pop(request, None) if isinstance(request, int) else None
        if known is None:
            return Said("answer {request} answers nothing open", request=request), True
        sent_us, allowed_us = known
        took = f"{(at_us - sent_us) / 1000:,.1f}"
        over_us = at_us - sent_us - allowed_us
        if over_us <= 0:
            return Said("answer {request} after {took} ms", request=request, took=took), False
        over = f"{over_us / 1000:,.1f}"
        return Said("answer {request} after {took} ms, LATE by {over} ms", request=request, took=took, over=over), True


def dialogue(lines: Iterable[TraceLine]) -> Iterator[Spoken]:
    """Yield the lines of a trace, in order, in words."""
    clocks: dict[tuple[int, int], _Clock] = {}
    for line in lines:
        clock = clocks.setdefault((line.leg, line.seat), _Clock())
        side, (words, details, alarm) = _read(line, clock)
        yield Spoken(line.at_us, line.leg, line.seat, line.bot, side, words, details, alarm)


def _read(line: TraceLine, clock: _Clock) -> tuple[Side, _Read]:
    if line.what in _COMINGS:
        return "arena", _Read(_COMINGS[line.what], [], line.what == "returned")
    if line.what == "ended":
        return "arena", _Read(_ended(line), [], bool(line.code or line.words))
    if line.what == "fault":
        words = Said("{code}: {fault}", code=_code(line.code), fault=Stored(line.words)) if line.code else line.words
        return "arena", _Read(words, [], True)
    side: Side = "to bot" if line.what == "sent" else "from bot"
    if not isinstance(line.message, dict):
        return side, _Read(_unreadable(line), [], True)
    read = _from_arena if line.what == "sent" else _from_bot
    try:
        return side, read(line, line.message, clock)
    except (KeyError, TypeError, AttributeError):
        # a bot may send anything; what does not have a message's shape is shown as it came
        return side, _Read(f"{line.message}", [], True)


def _ended(line: TraceLine) -> Said:
    if line.code and line.words:
        return Said("has ended: {code}: {fault}", code=_code(line.code), fault=Stored(line.words))
    if line.code or line.words:
        return Said("has ended: {fault}", fault=_code(line.code) if line.code else Stored(line.words))
    return Said("has ended")


def _unreadable(line: TraceLine) -> Words:
    if line.words:
        return Stored(line.words)
    return Said("{size:,} bytes that are no message: {bytes}", size=line.bytes, bytes=line.raw or line.message)


def _from_arena(line: TraceLine, message: dict[str, Any], clock: _Clock) -> _Read:
    kind = message["type"]
    if kind == "match":
        clock.grace_ms = message["time"]["grace_ms"]
        words = Said(
            "match: seat {seat} of {seats}; {rounds} rounds",
            seat=message["seat"],
            seats=Listed(message["seats"]),
            rounds=message["rounds"],
        )
        return _Read(words, [], False)
    if kind == "decide":
        clock.ask(line.at_us, message)
        hands = [
            Said("round {round}: {cards}", round=item["round"], cards=" ".join(item["hand"]))
            for item in message["items"]
        ]
        words = Said("decide {request}", request=message["request"])
        return _Read(words, [*_events(message), *hands], _holds_strike(message))
    if kind == "end":
        words = Said("end: water {water}, {reason}", water=_water(message), reason=_code(message["reason"]))
        return _Read(words, _events(message), _holds_strike(message))
    return _greeting(message)


def _from_bot(line: TraceLine, message: dict[str, Any], clock: _Clock) -> _Read:
    if message["type"] == "hello":
        return _Read(_hello(message), [], False)
    if message["type"] != "answer":
        return _Read(_any(message), [], True)
    words, alarm = clock.answered(line.at_us, message["request"])
    note = [Said("note: {note}", note=message["note"])] if message.get("note") else []
    return _Read(words, [*(_laid(action) for action in message["actions"]), *note], alarm)


def _greeting(message: dict[str, Any]) -> _Read:
    """What is said before the first and after the last leg."""
    kind = message["type"]
    if kind == "welcome":
        words = Said("welcome: {arena}, protocol {protocol}", arena=message["arena"], protocol=message["protocol"])
        return _Read(words, [], False)
    if kind == "refused":
        fault = Stored(message["message"])
        return _Read(Said("refused: {code}: {fault}", code=_code(message["code"]), fault=fault), [], True)
    if kind == "bye":
        return _Read(Said("bye: {reason}", reason=_code(message["reason"])), [], False)
    return _Read(_any(message), [], False)


def _hello(message: dict[str, Any]) -> Said:
    """What a bot says of itself; what it leaves out has the default of the wire."""
    return Said(
        "hello: {name}; protocols {protocols}, games {games}, decisions a message {batch}, events {events}",
        name=Listed(message[key] for key in ("name", "version", "author") if message.get(key)),
        protocols=Listed(message["protocol"]),
        games=Listed(message["games"]),
        batch=message.get("batch", 1),
        events=message.get("events", "full"),
    )


def _any(message: dict[str, Any]) -> str:
    """The message with its own keys and values."""
    fields = ", ".join(f"{key} {value}" for key, value in message.items() if key != "type" and value not in ("", None))
    return f"{message['type']}: {fields}" if fields else f"{message['type']}"


def _events(message: dict[str, Any]) -> list[Words]:
    return [_event(event) for event in message["events"]]


def _event(event: dict[str, Any]) -> Words:
    if event["type"] == "settled":
        return Said(
            "round {round} settled: water {water} ({outcomes})",
            round=event["round"],
            water=_water(event),
            outcomes=Listed(_outcome(seat) for seat in event["seats"]),
        )
    if event["type"] == "strike":
        chinese = MEANING[event["code"]][1] if event["code"] in MEANING else ""
        code, fault = f"{event['code']} {chinese}", Stored(event["message"])
        if event["request"] is None:
            return Said("STRIKE: {code}: {fault}", code=code, fault=fault)
        return Said("STRIKE for {request}: {code}: {fault}", request=event["request"], code=code, fault=fault)
    if event["type"] == "seat":
        state = _SEAT_STATES.get(event["state"], event["state"])
        return Said("seat {seat}: {state}", seat=event["seat"], state=state)
    return f"{event}"


def _water(message: dict[str, Any]) -> str:
    return " ".join(f"{water:+}" for water in message["water"])


def _outcome(seat: dict[str, Any]) -> Said:
    outcome, special = seat["outcome"], seat["special"]
    name = Paired(outcome, OUTCOMES[outcome][1]) if outcome in OUTCOMES else Said(str(outcome))
    if not special:
        return name
    kind = Paired(special, BY_ID[special].chinese) if special in BY_ID else special
    return Said("{outcome} {special}", outcome=name, special=kind)


def _code(code: str) -> Said:
    return Paired(code, code_term(code))


def _holds_strike(message: dict[str, Any]) -> bool:
    return any(event["type"] == "strike" for event in message["events"])


def _laid(action: dict[str, Any] | None) -> Words:
    if action is None:
        return Said("nil: takes the default")
    rows = " | ".join(" ".join(action[row]) for row in ROWS)
    return Said("{rows} declined", rows=rows) if action.get("decline") else rows
