"""What goes into a match and what comes out: the values between referee, director and store."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from arena.isolation.level import Wanted
from arena.isolation.limits import Limits
from arena.roundlog import RoundLog


class BotProgram(msgspec.Struct, frozen=True):
    """A program that can be started: `command` is run in `folder`."""

    name: str
    command: list[str]
    folder: str
    version: str = ""
    author: str = ""
    digest: str = ""
    """SHA-256 (hex) over the bot's files as submitted, or over its command when it is a bare command."""
    manifest: bytes = b""
    """What the digest is the SHA-256 of, see `arena.digest`; empty where nobody knows."""
    built: list[str] | None = None
    """What its own build makes, for a bot that is a folder with `bot.toml`; None for a bare command, which is trusted
    unless isolation is demanded."""
    remote: str = ""
    """The CURVE public key (Z85) of a bot that runs on another machine, where its author starts it: command and folder
    are empty then, and the digest is the key in hex."""


class MatchSettings(msgspec.Struct, frozen=True):
    """How a match is played. Times are milliseconds; `rounds` are a leg's."""

    rounds: int = 100
    duplicate: bool = True
    decision_ms: int = 1000
    grace_ms: int = 100
    bank_ms: int = 0
    startup_ms: int = 10_000
    on_late: Literal["foul", "stand-in"] = "foul"
    strikes: int = 10
    restarts: int = 1
    thinking: Literal["parallel", "serial"] = "parallel"
    batch: int = 1
    isolation: Wanted = "auto"
    limits: Limits = Limits()

    def at(self, bots: Iterable[BotProgram]) -> "MatchSettings":
        """As they are at a table of these bots: not duplicate where one is remote, since its process is never fresh."""
        if not self.duplicate or not any(bot.remote for bot in bots):
            return self
        return msgspec.structs.replace(self, duplicate=False)


class Listening(msgspec.Struct, frozen=True):
    """Where the bots of other machines connect. It holds a secret: it is never stored."""

    host: str
    """An address of this machine."""
    ports: dict[str, int]
    """By public key; 0 is any that is free."""
    secret_key: str
    """The arena's own, in Z85."""
    patience_ms: int
    """How long a bot's connection may be lost before the bot is."""
    stays: bool = False
    """Whether the bots may be wanted for another match, and so are not told goodbye."""
    names: dict[str, str] = {}
    """By public key; those of the bots that play other matches too."""


class MatchJob(msgspec.Struct, frozen=True):
    """Everything a match's process needs. It travels over a pipe, never by argument or environment."""

    match: str
    game: str
    rules: dict[str, Any]
    """The rule set in full, as `Game.rules()` gives it."""
    settings: MatchSettings
    bots: list[BotProgram]
    deal_seed: bytes
    log_folder: str
    """Where each bot's standard output and error are kept, capped."""
    trace: str = ""
    """The file that every message goes to, both ways, if any."""
    by_hand: list[int] = []
    """The bots that their authors start by hand; they have no time limit."""
    listening: Listening | None = None
    """There where a bot is remote."""


class Strike(msgspec.Struct):
    """A fault charged to a bot."""

    bot: int
    leg: int
    round: int
    code: str
    message: str
    request: int | None = None
    late_ms: int | None = None


class Leg(msgspec.Struct):
    """One leg: `seating[seat]` is the index of the bot that sat there."""

    number: int
    seating: list[int]
    rounds: RoundLog
    processor_ms: list[int]
    """By bot; 0 where it could not be read."""
    worst_lag_us: int = 0
    voided: int = 0


class MatchResult(msgspec.Struct, tag="result"):
    """A finished match. Lists without another word are by bot, in the order of `MatchJob.bots`."""

    match: str
    reason: str
    """"completed", or the reason code of what ended it."""
    legs: list[Leg]
    strikes: list[Strike]
    stale: list[int]
    states: list[str]
    """"playing", or the reason code for which the bot's last leg ended early."""
    deals: list[list[int]]
    """By deal, then by bot: the water summed over the deal's seatings, exact."""
    seatings: int
    """How many seatings each deal was settled in; a deal's water is its sum over this."""
    sampled: list[list[int]] | None = None
    """The seatings settled (bot by seat) where not all were: beyond five seats, or when not duplicate."""
    referee_peak_kib: int = 0
    """The most memory the match's process took."""
    isolation: list[str] = []
    """The level that each bot was held at, in words that begin with its number."""

    def water(self) -> list[float]:
        """Water by bot over the match: the mean over the seatings of a deal, added over the deals, four decimals."""
        return [round(total / self.seatings, 4) for total in self.totals()]

    def places(self) -> list[int]:
        """Place by bot, 1 best; equal water shares a place."""
        totals = self.totals()
        return [1 + sum(other > mine for other in totals) for mine in totals]

    def totals(self) -> list[int]:
        """The exact sums by bot that decide the match."""
        return [sum(column) for column in zip(*self.deals, strict=True)] if self.deals else [0] * len(self.states)


class ByHand(msgspec.Struct):
    """A bot that waits to be started by its author, and what it is to find in its environment."""

    bot: int
    environment: dict[str, str]


class Progress(msgspec.Struct, tag="progress"):
    """How far a match is: rounds over all legs, and water by bot as played so far (not over all seatings)."""

    match: str
    played: int
    total: int
    water: list[int]
    strikes: list[int]
    by_hand: ByHand | None = None
    legs: int = 1
    """Of the whole match."""

    def water_a_leg(self) -> list[float]:
        """Water by bot on the scale of the result, four decimals: the mean over the legs, the one in play counted as
        far as it is; before the first is over, what it has brought so far.
        """
        begun = max(1.0, self.played * self.legs / self.total) if self.total else 1.0
        return [round(water / begun, 4) for water in self.water]


class Failure(msgspec.Struct, tag="failure"):
    """A match that could not be begun, and why."""

    match: str
    message: str
