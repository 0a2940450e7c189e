"""The bot under check: starts it when a step needs it, takes its answers, and records what it did."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import zmq

from arena import __version__
from arena.check.conversation import Conversation, Heard
from arena.check.report import Fault
from arena.check.rule_sets import RuleSets
from arena.errors import ArenaError
from arena.isolation.cell import Cell
from arena.match.faults import MOST_UNDUE_MESSAGES
from arena.records.job import BotProgram, MatchSettings
from arena.seats.player import PATIENCE_S
from arena.seats.process import BotLog
from arena.shisanshui.arrangement import Arrangement
from arena.system.interrupts import held
from protocol.codec import BotDecoder, WireError
from protocol.hello import fault_of_hello
from protocol.messages import Answer, Hello
from protocol.text import Said

MOST_LATE: Final = 10
"""As many strikes as a leg allows; with more the check ends, so that it takes bounded time."""
MOST_BROKEN: Final = 6
"""Conversations that may break before the check ends."""
_ANSWER: Final = Said(
    'one frame: a msgpack map with "type": "answer", "match", "request" and "actions", one for each item'
)
_HELLO: Final = Said('a hello with "protocol": [1], the token, "games": ["shisanshui"]')


class Asked(NamedTuple):
    """An open `decide`; `sent_at` is in seconds."""

    match: str
    request: int
    items: int
    sent_at: float


class Subject:
    """One bot and what it has done so far; it runs in `cell`, and its output goes to `log`."""

    def __init__(self, program: BotProgram, settings: MatchSettings, rules: RuleSets, cell: Cell, log: BotLog) -> None:
        self.program = program
        self.settings = settings
        self.rules = rules
        """What it is checked under."""
        self.hello: Hello | None = None
        self.first: Heard | None = None
        """The first message of its first start."""
        self.decisions: list[float] = []
        """Seconds of thinking, by decision."""
        self.overruns: list[float] = []
        """Seconds over the limit, by late answer."""
        self.unasked: list[str] = []
        """Messages that answered nothing open, as text."""
        self.outcomes: Counter[str] = Counter()
        """Its hands by outcome: plain, foul, special, or default where it laid none."""
        self.last_answer = b""
        self.first_match: list[Arrangement | None] = []
        """Its arrangements in the first match."""
        self.left_behind: list[str] | None = None
        """The processes it left running when it ended by itself; None before that."""
        self.gave_up: Said | None = None
        """Why the check goes no further, once it stops."""
        self.conversation: Conversation | None = None
        self._cell = cell
        self._log = log
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._decoder: BotDecoder[Any] = BotDecoder(Arrangement)
        self._requests = 0
        self._broken = 0

    # -- starting and ending -----------------------------------------------------------------------------------

    def start(self, again: bool = False) -> Conversation:
        """Start the bot; `again` after a crash, when its scratch folder keeps what it wrote."""
        self.close_conversation()
        if not again:
            self._cell.clear()
        try:
            with held():
                self.conversation = Conversation(self._context, self._cell, self.program, self._log)
        except ArenaError as error:
            raise Fault("exited", error.said, expected=Said("a command that can be run")) from None
        return self.conversation

    def hear_first(self, conversation: Conversation) -> Heard:
        """Return the first message. Raises Fault when none comes in time."""
        seconds = self.settings.startup_ms / 1000
        heard = conversation.hear(conversation.began + seconds)
        if heard is None:
            words = Said(
                "nothing came within {seconds:g} s: {approach}", seconds=seconds, approach=conversation.approach
            )
            expected = Said("a hello within the start-up limit of {seconds:g} s", seconds=seconds)
            raise conversation.fault("no-hello", words, expected=expected)
        return heard

    def take_hello(self, conversation: Conversation, heard: Heard) -> Hello:
        """Return the hello that the first message must be. Raises Fault when it is not."""
        message = self._decoded(conversation, heard, "bad-hello", _HELLO)
        if not isinstance(message, Hello):
            words = Said("the first message is not a hello")
            raise conversation.fault("bad-hello", words, expected=_HELLO, got=heard.data)
        fault = fault_of_hello(message, conversation.token, "shisanshui")
        if fault is not None:
            raise conversation.fault(*fault, expected=_HELLO, got=heard.data)
        self.hello = message
        return message

    @property
    def detail(self) -> str:
        """The events the bot asked for: none, water or full."""
        return self.hello.events if self.hello is not None else "full"

    def talk(self) -> Conversation:
        """Return the current conversation, or a new one up to the welcome. Raises Fault when the bot does not join."""
        return self.conversation if self.conversation is not None else self.join()

    def join(self, again: bool = False) -> Conversation:
        """Return a new conversation up to the welcome. Raises Fault when the bot does not join."""
        conversation = self.start(again)
        self.take_hello(conversation, self.hear_first(conversation))
        self.welcome(conversation)
        return conversation

    def welcome(self, conversation: Conversation, **more: Any) -> None:
        greeting = {"type": "welcome", "session": "check", "arena": __version__, "protocol": 1}
        conversation.send(greeting | more)

    def break_off(self) -> None:
        """End the bot after a failed step, so that the next step starts it anew."""
        self.close_conversation()
        self._broken += 1
        if self._broken >= MOST_BROKEN:
            self.gave_up = Said("the bot failed {times} times", times=self._broken)

    def close_conversation(self) -> None:
        if self.conversation is not None:
            with held():
                self.conversation.close()
                self.conversation = None

    def close(self) -> None:
        """End the bot and remove what it wrote."""
        self.close_conversation()
        self._cell.clear()
        self._context.destroy(linger=0)

    def complaint(self, words: Said, expected: Said, clause: str, got: str = "") -> Fault:
        """Return a fault that no single message shows."""
        return Fault("", words, expected=expected, got=got, clause=clause)

    # -- asking ------------------------------------------------------------------------------------------------

    def next_request(self) -> int:
        self._requests += 1
        return self._requests

    def take_answer(self, asked: Asked, timed: bool = True) -> Sequence[Arrangement | None]:
        """Return the actions of the answer. A late one is waited for a little, and noted.

        Raises Fault when it does not come, cannot be read or does not have one action for each item.
        """
        conversation = self.talk()
        allowed = (self.settings.decision_ms * asked.items + self.settings.grace_ms) / 1000
        answer, heard = self._answer_to(asked, asked.sent_at + allowed + PATIENCE_S)
        elapsed = heard.at - asked.sent_at
        if timed:
            self.decisions += [elapsed / asked.items] * asked.items
        if elapsed > allowed:
            self.overruns.append(elapsed - allowed)
            if len(self.overruns) > MOST_LATE:
                self.gave_up = Said("more than {most} answers came late", most=MOST_LATE)
                expected = Said("an answer within {seconds:g} s", seconds=allowed)
                raise conversation.fault("late", self.gave_up, expected=expected)
        if len(answer.actions) != asked.items:
            words = Said(
                "actions: expected {items}, one for each item, got {given}",
                items=asked.items,
                given=len(answer.actions),
            )
            raise conversation.fault("malformed", words, expected=_ANSWER, got=heard.data)
        self.last_answer = heard.data or b""
        return answer.actions

    def _answer_to(self, asked: Asked, until: float) -> tuple[Answer[Any], Heard]:
        conversation = self.talk()
        while True:
            heard = conversation.hear(until)
            if heard is None:
                words = Said("no answer within {seconds:.1f} s", seconds=until - asked.sent_at)
                raise conversation.fault("no-answer", words, expected=_ANSWER)
            message = self._decoded(conversation, heard, "malformed", _ANSWER)
            if isinstance(message, Answer) and (message.match, message.request) == (asked.match, asked.request):
                return message, heard
            self._note_unasked(conversation, heard)

    def _note_unasked(self, conversation: Conversation, heard: Heard) -> None:
        self.unasked.append(conversation.shown(heard.data or b""))
        if len(self.unasked) > MOST_UNDUE_MESSAGES:
            words = Said("more than {most:,} messages that nobody asked for", most=MOST_UNDUE_MESSAGES)
            expected = Said("one answer for each decide")
            raise conversation.fault("flooding", words, expected=expected, got=heard.data)

    def _decoded(self, conversation: Conversation, heard: Heard, code: str, expected: Said) -> Hello | Answer[Any]:
        if heard.data is None:
            words = Said("a message is one frame; this one had several")
            raise conversation.fault(code, words, expected=expected)
        try:
            return self._decoder.decode(heard.data)
        except WireError as error:
            at_start = code == "bad-hello"
            given = code if at_start else error.code
            raise conversation.fault(given, error.said, expected=expected, got=heard.data) from None
