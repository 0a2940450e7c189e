"""What goes into a match: programs, settings and the job."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from arena.records.limits import Limits, Wanted

OnLate = Literal["foul", "stand-in"]
"""What a seat gets that does not answer in time."""


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
    """What the digest is the SHA-256 of, see `arena.records.manifest`; empty where nobody knows."""
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
    on_late: OnLate = "foul"
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
    """The match's id. A table that is played again is another match, with an id of its own."""
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
