"""The input of a match: programs, settings and the job."""

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

import msgspec

from arena.records.limits import Limits, Wanted
from protocol.messages import MOST_BATCH

Count = Annotated[int, msgspec.Meta(ge=0)]
Draws = Literal[1, 2]
"""How seatings are drawn: 1 by Python's generator, 2 by SHAKE-256, see `arena.match.seeds`."""
NEWEST_DRAWS: Final[Draws] = 2
OnLate = Literal["foul", "stand-in"]
"""What a seat gets that does not answer in time."""


class BotProgram(msgspec.Struct, frozen=True):
    """A program to start: `command` is run in `folder`."""

    name: str
    command: list[str]
    folder: str
    version: str = ""
    author: str = ""
    digest: str = ""
    """SHA-256 (hex) over the bot's files as submitted, or over its command for a bare command."""
    manifest: bytes = b""
    """The text whose SHA-256 is the digest, see `arena.records.manifest`; empty when unknown."""
    built: list[str] | None = None
    """The output of its own build, for a folder with `bot.toml`; None for a bare command, which is trusted unless
    isolation is demanded."""
    remote: str = ""
    """The CURVE public key (Z85) of a bot that its author starts on another machine; command and folder are empty then,
    and the digest is the key in hex."""
    person: bool = False
    """Whether it passes on to a person, whose matches are recorded and not rated."""


class MatchKeys(msgspec.Struct, frozen=True):
    """The settings of a match that a tournament file gives as they are stored; `rounds` are those of a leg."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 100
    duplicate: bool = True
    on_late: OnLate = "foul"
    strikes: Count = 10
    restarts: Count = 1
    thinking: Literal["parallel", "serial"] = "parallel"
    batch: Annotated[int, msgspec.Meta(ge=1, le=MOST_BATCH)] = 1
    isolation: Wanted = "auto"
    window_floor_ms: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 0
    """How long a position lasts at least whose length could tell who has a choice in it."""


class MatchSettings(MatchKeys, frozen=True):
    """How a match is played. Times are in milliseconds."""

    decision_ms: int = 1000
    grace_ms: int = 100
    bank_ms: int = 0
    startup_ms: int = 10_000
    limits: Limits = Limits()
    draws: Draws = 1
    """1 is what a record means that says nothing."""

    def at(self, bots: Iterable[BotProgram]) -> "MatchSettings":
        """Return the settings at a table of these bots.

        With a remote bot, whose process is never fresh, they are not duplicate.
        """
        if not self.duplicate or not any(bot.remote for bot in bots):
            return self
        return msgspec.structs.replace(self, duplicate=False)


class Listening(msgspec.Struct, frozen=True):
    """Where remote bots connect. It holds a secret and is never stored."""

    host: str
    """An address of this machine."""
    ports: dict[str, int]
    """By public key; 0 stands for any free port."""
    secret_key: str
    """The arena's own, in Z85."""
    patience_ms: int
    """How long a connection may be lost before the bot counts as lost."""
    stays: bool = False
    """Whether the bots may be needed for another match, and so are not told goodbye."""
    names: dict[str, str] = {}
    """By public key, of all remote bots, those in other matches too."""


class MatchJob(msgspec.Struct, frozen=True):
    """Everything the process of a match needs. It goes over a pipe, never by argument or environment."""

    match: str
    """The match's id. A table that is played again is another match, with an id of its own."""
    game: str
    rules: dict[str, Any]
    """The rule set in full, as `Game.rules()` gives it."""
    settings: MatchSettings
    bots: list[BotProgram]
    deal_seed: bytes
    log_folder: str
    """The folder for each bot's standard output and error, capped."""
    trace: str = ""
    """The file for every message, both ways, if any."""
    by_hand: list[int] = []
    """The bots that are started by hand; they have no time limit."""
    listening: Listening | None = None
    """Set when a bot is remote."""
    escaped: list[int] = []
    """The bots over which the match's process has died: they are not started again, and escape every round."""
