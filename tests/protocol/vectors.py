"""The vectors as the project publishes them, and the match in which they are played."""

import json
from typing import Any, Final

import msgspec

from arena.match.commands import Send
from arena.match.events import Faulted, Joined, Replied
from arena.match.match import Match
from arena.records.job import BotProgram, MatchJob, MatchSettings
from arena.records.result import Strike
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import load_rules
from protocol.codec import BotDecoder, WireError, encode
from protocol.messages import Decide, Hello
from tests.places import ROOT

PROTOCOL: Final = ROOT / "protocol"


def read(file: str) -> dict[str, dict[str, Any]]:
    lines = (PROTOCOL / "vectors" / file).read_text().splitlines()
    return {vector["name"]: vector for vector in map(json.loads, lines)}


GOOD: Final = read("good.jsonl")
BAD: Final = read("bad.jsonl")


def data_of(vector: dict[str, Any]) -> bytes:
    byte, times = vector.get("repeat", ("", 0))
    return bytes.fromhex(vector["hex"]) + bytes.fromhex(byte) * int(times)


class ExampleMatch:
    """The match that the examples are taken from: two rounds between `ada`, seat 0, and `greedy`, seat 1."""

    def __init__(self) -> None:
        game = Shisanshui(load_rules("standard"))
        self.hidden = iter(["m7", "sesame", "sesame-2", "s1", "s2"])
        job = MatchJob(
            match="example",
            game=game.name,
            rules=game.rules(),
            settings=MatchSettings(rounds=2, duplicate=False, decision_ms=1000, grace_ms=100, bank_ms=5000),
            bots=[BotProgram("ada", ["ada"], "."), BotProgram("greedy", ["greedy"], ".")],
            deal_seed=b"vectors",
            log_folder=".",
        )
        self._match = Match(job, game, lambda: next(self.hidden), "0.1.0")
        self._decoder: BotDecoder[Any] = BotDecoder(game.action_type)
        self._now = 0.0
        self._match.begin(self._now)

    def feed(self, data: bytes, seat: int = 0) -> list[Any]:
        """A bot's message comes in; gives what is sent to seat 0 as plain data."""
        self._now += 0.1
        event: Faulted | Joined | Replied
        try:
            message = self._decoder.decode(data)
        except WireError as error:
            event = Faulted(seat, error.code, error.message)
        else:
            event = Joined(seat, message) if isinstance(message, Hello) else Replied(seat, message)
        sent = [command for command in self._match.handle(event, self._now) if isinstance(command, Send)]
        for command in sent:
            if isinstance(command.message, Decide):
                self._match.handed(command.seat, self._now)
        return [msgspec.msgpack.decode(encode(command.message)) for command in sent if command.seat == 0]

    def join(self) -> list[Any]:
        """Both bots say hello; the first round is open."""
        hello = GOOD["hello"]["message"]
        admitted = self.feed(data_of(GOOD["hello"]))
        return admitted + self.feed(encode({**hello, "token": "sesame-2"}), seat=1)

    def strikes(self) -> list[Strike]:
        """Those of seat 0."""
        return [strike for strike in self._match.abandon("interrupted").strikes if strike.bot == 0]
