"""A table whose bots are a script: the match machine driven by hand, with no socket, clock or sleep."""

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from arena.match.commands import Command, Expel, Finish, Launch, Send
from arena.match.events import Event, Joined, Replied, Tick, Vacant
from arena.match.game import Game
from arena.match.match import Match
from arena.records.job import BotProgram, Listening, MatchJob, MatchSettings
from arena.records.result import MatchResult
from protocol.codec import encode
from protocol.messages import Answer, Bye, Decide, FromReferee, Hello, MatchStart
from tests.arena.match.toy_game import ToyGame


class Table:
    """Feeds events to a match and files its commands by seat. Expelled bots are gone at once unless `lingering`.

    The bots of `remote` seats are known by their keys; if they `stay`, they may be wanted for another match.
    """

    def __init__(
        self,
        seats: int = 3,
        game: Game[Any] | None = None,
        remote: Collection[int] = (),
        stay: bool = False,
        **settings: Any,
    ) -> None:
        names = [f"bot{index}" for index in range(seats)]
        job = MatchJob(
            match="m",
            game="toy",
            rules={},
            settings=MatchSettings(**{"rounds": 3, "duplicate": False, "grace_ms": 50} | settings),
            bots=[
                BotProgram(name, ["true"], ".", remote="key" if seat in remote else "")
                for seat, name in enumerate(names)
            ],
            deal_seed=b"seed",
            log_folder="",
            listening=Listening("127.0.0.1", {}, "", patience_ms=1000, stays=stay),
        )
        self.drawn = 0
        self.now = 100.0
        self.match = Match(job, game or ToyGame(), self._draw, "test")
        self.tokens: dict[int, str] = {}
        self.launches: list[Launch] = []
        self.sent: dict[int, list[FromReferee]] = {seat: [] for seat in range(seats)}
        self.expelled: list[Expel] = []
        self.answered: set[int] = set()
        """Requests, for those who answer each once."""
        self.result: MatchResult | None = None
        self._run(self.match.begin(self.now))

    def _draw(self) -> str:
        self.drawn += 1
        return f"drawn-{self.drawn}"

    def tell(self, event: Event, after: float = 0.0) -> None:
        """One event, `after` seconds from the last."""
        self.now += after
        self._run(self.match.handle(event, self.now))

    def _run(self, commands: Iterable[Command]) -> None:
        gone = []
        for command in commands:
            if isinstance(command, Launch):
                self.launches.append(command)
                self.tokens[command.seat] = command.token
            elif isinstance(command, Send):
                self.sent[command.seat].append(command.message)
                if isinstance(command.message, Decide):
                    self.match.handed(command.seat, self.now)
            elif isinstance(command, Expel):
                self.expelled.append(command)
                gone.append(command.seat)
            elif isinstance(command, Finish):
                self.result = command.result
        for seat in gone:
            self.tell(Vacant(seat))

    def hello(self, seat: int, **fields: Any) -> None:
        given = {"protocol": [1], "token": self.tokens[seat], "name": "x", "games": ["toy"]} | fields
        self.tell(Joined(seat, Hello(**given)))

    def hello_all(self, **fields: Any) -> None:
        for seat in self.sent:
            self.hello(seat, **fields)

    def asked(self, seat: int) -> Decide:
        """The last `decide` the seat was sent."""
        return [message for message in self.sent[seat] if isinstance(message, Decide)][-1]

    def decides(self, seat: int) -> list[Decide]:
        return [message for message in self.sent[seat] if isinstance(message, Decide)]

    def events(self, seat: int) -> list[dict[str, Any]]:
        """Every event the seat was told, in order, as plain data."""
        plain: list[dict[str, Any]] = []
        for message in self.sent[seat]:
            if not isinstance(message, Bye | MatchStart):
                plain += msgspec.msgpack.decode(encode(message)).get("events", [])
        return plain

    def answer(self, seat: int, *bids: int | None, after: float = 0.0, **fields: Any) -> None:
        """Answer the seat's last `decide`."""
        asked = self.asked(seat)
        given: dict[str, Any] = {"match": asked.match, "request": asked.request, "actions": list(bids)} | fields
        self.tell(Replied(seat, Answer(**given)), after)

    def round(self, *bids: int) -> None:
        """Every seat answers once, in order."""
        for seat, bid in enumerate(bids):
            self.answer(seat, bid)

    def expire(self) -> None:
        """Let the next deadline pass."""
        self.now = self.match.due + 0.001
        self.tell(Tick())

    def finish(self) -> MatchResult:
        assert self.result is not None, "the match is not over"
        return self.result

    def codes(self, bot: int) -> list[str]:
        """The codes of the bot's strikes in the finished match."""
        return [strike.code for strike in self.finish().strikes if strike.bot == bot]
