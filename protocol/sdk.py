"""Write a bot as a class with one method.

    >>> from protocol.sdk import Bot
    >>> class MyBot(Bot):
    ...     def arrange(self, hand, table):
    ...         cards = sorted(hand, key=lambda card: "23456789TJQKA".index(card[0]))
    ...         return cards[:3], cards[3:8], cards[8:]
    >>> MyBot().arrange("As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c 2s".split(), table=None)
    (['2s', '3c', '4h'], ['5d', '6s', '7c', '8h', '9d'], ['Ts', 'Jc', 'Qh', 'Kd', 'As'])

End the program with `MyBot().run()`, which says hello, answers every decision and returns when the arena says goodbye.
The same program plays from another machine when `ARENA_ENDPOINT`, `ARENA_SERVER_KEY` and `ARENA_SECRET_KEY_FILE` say
so. Whatever an override raises ends the process with its traceback and exit status 1: the arena starts the bot again
and the log names the line. An SDK that played something in its place would let a broken bot lose quietly.

Only the standard library, pyzmq and msgpack are imported, because starting counts against the bot.
"""

import os
import sys
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, NoReturn

import zmq

from protocol.line import Line, RemoteLine, leave, line_to_arena
from protocol.transcript import VARIABLE, Transcript, answered, began, settled

VERSION: Final = 1
_MOST_BYTES_OF_NOTE: Final = 1024
_MOST_SHOWN: Final = 60
"""Characters of a wrong value in a message."""
_DETAILS: Final = ("full", "water", "none")
_MOST_BATCHED: Final = 64

Event = dict[str, Any]
"""A map with a "type": "settled", "strike" or "seat". SPEC.md gives their fields."""


class Rows(NamedTuple):
    """What `arrange` returns. A plain tuple works too: `return front, middle, back`."""

    front: Sequence[str]
    middle: Sequence[str]
    back: Sequence[str]
    decline: bool = False
    """True plays the rows instead of a special hand, if the rules allow declining one."""


class Table:
    """What a bot knows about the match it is playing."""

    __slots__ = (
        "bank_ms",
        "decision_ms",
        "events",
        "game",
        "grace_ms",
        "match",
        "round",
        "rounds",
        "rules",
        "seat",
        "seats",
        "settled",
        "water",
    )

    def __init__(self, start: dict[str, Any]) -> None:
        self.match: str = start["match"]
        self.game: str = start["game"]
        self.seat: int = start["seat"]
        """This bot's own seat, an index into `seats` and `water`."""
        self.seats: list[str] = start["seats"]
        """The name at each seat."""
        self.rounds: int = start["rounds"]
        """The number of rounds to be played."""
        self.rules: dict[str, Any] = start["rules"]
        """The whole rule set."""
        self.decision_ms: int = start["time"]["decision_ms"]
        """Free time for each decision, in milliseconds."""
        self.grace_ms: int = start["time"]["grace_ms"]
        self.bank_ms: int = start["time"]["bank_ms"]
        """Time left beyond that for the rest of the match, in milliseconds."""
        self.round: int = 0
        """The round of the current hand, from 1."""
        self.events: list[Event] = []
        """What happened since the previous decision, oldest first."""
        self.settled: int = 0
        """The last round with a `settled` event seen by this process."""
        self.water: list[int] = [0] * len(self.seats)
        """Water by seat, over the rounds with a `settled` event seen by this process."""


class Bot:
    """A bot. Override `arrange`; the rest is optional."""

    name = ""
    """Shown where the bot has no other name; empty means the class's name."""
    version = ""
    author = ""
    batch = 1
    """The most decisions in one message, 1 to 64; `arrange` is called for each."""
    event_detail = "full"
    """"full", "water" (without transfers) or "none": a bot that ignores events plays faster without them."""
    transcript = ""
    """A file to which every answer and every settled round is added, see `protocol.transcript`; ARENA_TRANSCRIPT in the
    environment gives it too. `arena verify --transcript` holds it against the published record."""
    note: str | None = None
    """Set it in `arrange` to send a note with the answer. It is kept with the bot's output, for the author."""

    def arrange(self, hand: list[str], table: Table) -> Sequence[Any] | None:
        """Lay 13 cards, given as `["As", "Td", …]`, in three rows: `(front, middle, back)` of 3, 5 and 5.

        None takes the default of the rules, which is a foul.
        """
        raise NotImplementedError(f"{type(self).__name__} must define arrange(self, hand, table)")

    def match_started(self, table: Table) -> None:
        """Called when a match begins."""

    def settled(self, event: Event, table: Table) -> None:
        """Called when a round was settled; `table.water` includes it."""

    def struck(self, event: Event, table: Table) -> None:
        """Called when this bot was charged with a fault. Writes it to the bot's log unless overridden."""
        print(f"strike {event['code']}: {event['message']}", file=sys.stderr, flush=True)

    def seat_changed(self, event: Event, table: Table) -> None:
        """Called when a seat was restarted, was played by a stand-in, or has left."""

    def match_ended(self, end: dict[str, Any], table: Table) -> None:
        """Called when a match is over; `end` has `water` and `places`, by seat, and `reason`."""

    def run(self) -> None:
        """Play until the arena says goodbye. Exit with status 2 if there is no arena or it refuses the bot."""
        endpoint = os.environ.get("ARENA_ENDPOINT")
        if not endpoint:
            leave(
                2,
                "this is a bot, and a bot is started by the arena: try `arena play FOLDER FOLDER` with the folder of "
                "this bot and of another (ARENA_ENDPOINT is not set)",
            )
        context = zmq.Context()
        try:
            _Session(self, line_to_arena(context, endpoint)).run()
        except KeyboardInterrupt:
            sys.exit(130)
        finally:
            context.destroy(linger=0)


class _Session:
    """The conversation, from hello to goodbye."""

    def __init__(self, bot: Bot, line: Line | RemoteLine) -> None:
        self._bot = bot
        self._line = line
        self._playing = False
        file = bot.transcript or os.environ.get(VARIABLE, "")
        self._transcript = Transcript(file) if file else None
        self._answered: dict[str, Any] = {}
        """The last answer. It is sent again if its decision is asked again, since it may not have arrived."""

    def run(self) -> None:
        self._say_hello()
        table: Table | None = None
        while True:
            message = self._line.receive()
            if message is None:
                if not self._playing:
                    self._say_hello()
                continue
            kind = message["type"]
            if kind == "decide":
                if table is not None and table.match == message["match"]:
                    self._decide(message, table)
                # else this process was started in the middle of a match, and its `match` comes next
            elif kind == "match":
                self._playing = True
                if table is None or table.match != message["match"]:
                    table = Table(message)
                    if self._transcript is not None:
                        self._transcript.add(began(table.match, table.seat, table.seats))
                    self._bot.match_started(table)
            elif kind == "end":
                self._playing = False
                if table is not None and table.match == message["match"]:
                    self._tell(message["events"], table)
                    self._bot.match_ended(message, table)
            elif kind == "refused":
                leave(2, f"refused by the arena: {message['code']}: {message['message']}")
            elif kind == "bye":
                self._line.part()
                return

    def _say_hello(self) -> None:
        bot = self._bot
        _check_attributes(bot)
        self._line.send(
            {
                "type": "hello",
                "protocol": [VERSION],
                "token": os.environ.get("ARENA_TOKEN", ""),
                "name": bot.name or type(bot).__name__,
                "version": bot.version,
                "author": bot.author,
                "games": ["shisanshui"],
                "batch": bot.batch,
                "events": bot.event_detail,
            }
        )

    def _decide(self, message: dict[str, Any], table: Table) -> None:
        if message["request"] == self._answered.get("request") and message["match"] == self._answered["match"]:
            self._line.send(self._answered)
            return
        bot = self._bot
        table.decision_ms = message["decision_ms"]
        table.bank_ms = message["bank_ms"]
        table.events = message["events"]
        if table.events:
            self._tell(table.events, table)
        actions: list[dict[str, Any] | None] = []
        for item in message["items"]:
            if message["kind"] != "arrange":
                # a kind of decision that only a later arena asks: take the default
                actions.append(None)
                continue
            table.round = item["round"]
            rows = bot.arrange(item["hand"], table)
            actions.append(None if rows is None else _action(rows, bot))
            if self._transcript is not None:
                self._transcript.add(answered(table.match, table.round, actions[-1]))
        answer = {"type": "answer", "match": message["match"], "request": message["request"], "actions": actions}
        if bot.note is not None:
            answer["note"] = _shortened(bot.note, bot)
            bot.note = None
        self._answered = answer
        self._line.send(answer)

    def _tell(self, events: list[Event], table: Table) -> None:
        for event in events:
            kind = event["type"]
            if kind == "settled":
                if self._line.repeats and event["round"] <= table.settled:
                    continue
                table.settled = event["round"]
                table.water = [sum(pair) for pair in zip(table.water, event["water"], strict=True)]
                if self._transcript is not None:
                    self._transcript.add(settled(table.match, event["round"], event["water"], event.get("head")))
                self._bot.settled(event, table)
            elif kind == "strike":
                self._bot.struck(event, table)
            elif kind == "seat":
                self._bot.seat_changed(event, table)


def _check_attributes(bot: Bot) -> None:
    """Exit with status 2 and a message if a class attribute has a value that the arena would refuse."""
    for key in ("name", "version", "author"):
        if not isinstance(getattr(bot, key), str):
            leave(2, f"{type(bot).__name__}.{key} must be a text; got {_described(getattr(bot, key))}")
    if type(bot.batch) is not int or not 1 <= bot.batch <= _MOST_BATCHED:
        leave(2, f"{type(bot).__name__}.batch must be 1 to {_MOST_BATCHED}; got {_described(bot.batch)}")
    if bot.event_detail not in _DETAILS:
        known = '"full", "water" or "none"'
        leave(2, f"{type(bot).__name__}.event_detail must be {known}; got {_described(bot.event_detail)}")


def _action(rows: Sequence[Any], bot: Bot) -> dict[str, Any]:
    """Return what `arrange` returned as an action. Exit with status 1 if it is anything but rows of card texts."""
    if not isinstance(rows, tuple | list) or len(rows) not in {3, 4}:
        _leave_arrange(bot, f"must return front, middle, back; got {_described(rows)}")
    front, middle, back, *more = rows
    for name, row in (("front", front), ("middle", middle), ("back", back)):
        if not isinstance(row, tuple | list):
            _leave_arrange(bot, f"must return each row as a list of card texts; {name} is {_described(row)}")
        for card in row:
            if not isinstance(card, str):
                _leave_arrange(bot, f'must return cards as texts such as "As"; {name} has {_described(card)}')
    decline = more[0] if more else False
    if not isinstance(decline, bool):
        _leave_arrange(bot, f"must return decline, which comes after back, as True or False; got {_described(decline)}")
    return {"front": front, "middle": middle, "back": back, "decline": decline}


def _shortened(note: str, bot: Bot) -> str:
    """Return `note` cut to the bytes of UTF-8 that the arena accepts. Exit with status 1 if it is no text."""
    if not isinstance(note, str):
        _leave_arrange(bot, f"must set note to a text; got {_described(note)}")
    return note.encode()[:_MOST_BYTES_OF_NOTE].decode(errors="ignore")


def _leave_arrange(bot: Bot, words: str) -> NoReturn:
    """Exit with status 1 and a message that names the file and line where the bot's `arrange` begins."""
    code = getattr(type(bot).arrange, "__code__", None)
    place = f"{code.co_filename}:{code.co_firstlineno}: " if code is not None else ""
    leave(1, f"{place}{type(bot).__name__}.arrange {words}")


def _described(value: object) -> str:
    """Return the kind of a value and how it begins, on one line."""
    kind, shown = type(value), " ".join(repr(value).split())
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    size = f" of {len(value)}" if isinstance(value, list | tuple | dict) else ""
    return f"{module}{kind.__name__}{size}: {shown if len(shown) <= _MOST_SHOWN else shown[:_MOST_SHOWN] + '…'}"
