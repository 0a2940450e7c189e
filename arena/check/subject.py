"""The bot under check: starts it when a step wants it, takes its answers, and keeps what was seen of it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import zmq

from arena import __version__
from arena.check.conversation import Conversation, Heard
from arena.check.report import Fault
from arena.errors import ArenaError
from arena.isolation.cell import Cell
from arena.match.faults import MOST_UNDUE_MESSAGES
from arena.match.hello import fault_of_hello
from arena.records.job import BotProgram, MatchSettings
from arena.seats.player import PATIENCE_S
from arena.seats.process import BotLog
from arena.shisanshui.arrangement import Arrangement
from protocol.codec import BotDecoder, WireError
from protocol.messages import Answer, Hello

MOST_LATE: Final = 10
"""As many strikes as a leg forgives; with more the check is over, so that it ends in bounded time."""
MOST_BROKEN: Final = 6
"""As many conversations may break before the check is over."""
_ANSWER: Final = 'one frame: a msgpack map with "type": "answer", "match", "request" and "actions", one for each item'


class Asked(NamedTuple):
    """A `decide` that is open; `sent_at` is seconds."""

    match: str
    request: int
    items: int
    sent_at: float


class Subject:
    """One bot and what is known of it; it is held in `cell`, and its output goes to `log`."""

    def __init__(self, program: BotProgram, settings: MatchSettings, cell: Cell, log: BotLog) -> None:
        self.program = program
        self.settings = settings
        self.hello: Hello | None = None
        self.first: Heard | None = None
        """Its first message in its first start."""
        self.decisions: list[float] = []
        """Seconds of thinking by decision."""
        self.overruns: list[float] = []
        """Seconds over time by answer that was late."""
        self.unasked: list[str] = []
        """Messages that answered nothing open, as text."""
        self.outcomes: Counter[str] = Counter()
        """What became of its hands: plain, foul, special, or default where it laid none."""
        self.last_answer = b""
        self.first_match: list[Arrangement | None] = []
        """What it laid in the first match."""
        self.left_behind: list[str] | None = None
        """The processes that it left when it ended by itself; None before that."""
        self.gave_up = ""
        """Why the check goes no further, once it does not."""
        self.conversation: Conversation | None = None
        self._cell = cell
        self._log = log
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._decoder: BotDecoder[Any] = BotDecoder(Arrangement)
        self._requests = 0
        self._broken = 0

    # -- starting and ending -----------------------------------------------------------------------------------

    def start(self, again: bool = False) -> Conversation:
        """Start the bot; `again` after a crash, and then it finds what it has written to its scratch folder."""
        self.close_conversation()
        if not again:
            self._cell.clear()
        try:
            self.conversation = Conversation(self._context, self._cell, self.program, self._log)
        except ArenaError as error:
            raise Fault("exited", str(error), expected="a command that can be run") from None
        return self.conversation

    def hear_first(self, conversation: Conversation) -> Heard:
        """The first message. Raises Fault when none comes in time."""
        seconds = self.settings.startup_ms / 1000
        heard = conversation.hear(conversation.began + seconds)
        if heard is None:
            expected = f"a hello within the start-up limit of {seconds:g} s"
            raise conversation.fault("no-hello", f"nothing came within {seconds:g} s", expected=expected)
        return heard

    def take_hello(self, conversation: Conversation, heard: Heard) -> Hello:
        """The hello that the first message has to be. Raises Fault."""
        expected = 'a hello with "protocol": [1], the token, "games": ["shisanshui"]'
        message = self._decoded(conversation, heard, "bad-hello", expected)
        if not isinstance(message, Hello):
            words = "the first message is not a hello"
            raise conversation.fault("bad-hello", words, expected=expected, got=heard.data)
        fault = fault_of_hello(message, conversation.token, "shisanshui")
        if fault is not None:
            raise conversation.fault(*fault, expected=expected, got=heard.data)
        self.hello = message
        return message

    @property
    def detail(self) -> str:
        """The events that the bot wants: none, water or full."""
        return self.hello.events if self.hello is not None else "full"

    def talk(self) -> Conversation:
        """The conversation that goes on, or a new one up to the welcome. Raises Fault when the bot does not join."""
        return self.conversation if self.conversation is not None else self.join()

    def join(self, again: bool = False) -> Conversation:
        """A new conversation up to the welcome. Raises Fault when the bot does not join."""
        conversation = self.start(again)
        self.take_hello(conversation, self.hear_first(conversation))
        self.welcome(conversation)
        return conversation

    def welcome(self, conversation: Conversation, **more: Any) -> None:
        greeting = {"type": "welcome", "session": "check", "arena": __version__, "protocol": 1}
        conversation.send(greeting | more)

    def break_off(self) -> None:
        """A step failed: whatever the bot is doing, the next step starts it anew."""
        self.close_conversation()
        self._broken += 1
        if self._broken >= MOST_BROKEN:
            self.gave_up = f"the bot failed {self._broken} times"

    def close_conversation(self) -> None:
        if self.conversation is not None:
            self.conversation.close()
            self.conversation = None

    def close(self) -> None:
        """No process of the bot is left after this, nor what it wrote."""
        self.close_conversation()
        self._cell.clear()
        self._context.destroy(linger=0)

    def complaint(self, message: str, expected: str, clause: str, got: str = "") -> Fault:
        """A fault that no single message shows."""
        return Fault("", message, expected=expected, got=got, clause=clause)

    # -- asking ------------------------------------------------------------------------------------------------

    def next_request(self) -> int:
        self._requests += 1
        return self._requests

    def take_answer(self, asked: Asked, timed: bool = True) -> Sequence[Arrangement | None]:
        """The actions of the answer to what was asked. A late one is waited for a little, and noted.

        Raises Fault when it does not come, cannot be read or has not one action for each item.
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
                self.gave_up = f"more than {MOST_LATE} answers came late"
                raise conversation.fault("late", self.gave_up, expected=f"an answer within {allowed:g} s")
        if len(answer.actions) != asked.items:
            words = f"actions: expected {asked.items}, one for each item, got {len(answer.actions)}"
            raise conversation.fault("malformed", words, expected=_ANSWER, got=heard.data)
        self.last_answer = heard.data or b""
        return answer.actions

    def _answer_to(self, asked: Asked, until: float) -> tuple[Answer[Any], Heard]:
        conversation = self.talk()
        while True:
            heard = conversation.hear(until)
            if heard is None:
                words = f"no answer within {until - asked.sent_at:.1f} s"
                raise conversation.fault("no-answer", words, expected=_ANSWER)
            message = self._decoded(conversation, heard, "malformed", _ANSWER)
            if isinstance(message, Answer) and (message.match, message.request) == (asked.match, asked.request):
                return message, heard
            self._note_unasked(conversation, heard)

    def _note_unasked(self, conversation: Conversation, heard: Heard) -> None:
        self.unasked.append(conversation.shown(heard.data or b""))
        if len(self.unasked) > MOST_UNDUE_MESSAGES:
            words = f"more than {MOST_UNDUE_MESSAGES:,} messages that nobody asked for"
            raise conversation.fault("flooding", words, expected="one answer for each decide", got=heard.data)

    def _decoded(self, conversation: Conversation, heard: Heard, code: str, expected: str) -> Hello | Answer[Any]:
        if heard.data is None:
            raise conversation.fault(code, "a message is one frame; this one had several", expected=expected)
        try:
            return self._decoder.decode(heard.data)
        except WireError as error:
            at_start = code == "bad-hello"
            given = code if at_start else error.code
            raise conversation.fault(given, error.message, expected=expected, got=heard.data) from None
