"""What a step of the check can come to, and where the specification speaks of it."""

from typing import Any, Final, Literal

import msgspec

MOST_SHOWN: Final = 600
"""Characters of a message or of words about it."""

Outcome = Literal["pass", "fail", "warn", "skip"]

PROGRAM: Final = "1 A bot is a program"
TRANSPORT: Final = "2 Transport"
CARDS: Final = "3 Cards, hands and rows"
CONVERSATION: Final = "4 A conversation"
FROM_BOT: Final = "5 Messages from the bot"
FROM_ARENA: Final = "6 Messages from the arena"
EVENTS: Final = "7 Events"
TIME: Final = "8 Time"
FAULTS: Final = "9 What can go wrong: the reason codes"
"""Headings of SPEC.md."""

CLAUSES: Final = {
    "no-hello": FROM_BOT,
    "bad-protocol": FROM_BOT,
    "bad-token": FROM_BOT,
    "bad-hello": FROM_BOT,
    "illegal": CARDS,
    "late": TIME,
    "stale": FROM_BOT,
    "malformed": FROM_BOT,
    "too-large": TRANSPORT,
    "flooding": FAULTS,
    "over-limit": FAULTS,
}
"""Where a fault is explained whatever the step was; the others belong to the step in which they happen."""


class StepReport(msgspec.Struct, omit_defaults=True):
    """One step as it came out; the fields after `message` are there for a failure."""

    name: str
    outcome: Outcome
    message: str
    code: str = ""
    sent: str = ""
    got: str = ""
    expected: str = ""
    clause: str = ""
    """The section of SPEC.md."""


class Fault(Exception):
    """The bot got something wrong. `code` is a reason code of the protocol, or empty where a match would go on."""

    def __init__(
        self, code: str, message: str, *, expected: str, sent: str = "", got: str = "", clause: str = ""
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.expected = expected
        self.sent = sent
        self.got = got
        self.clause = clause

    def report(self, name: str, clause: str) -> StepReport:
        """The step's report; `clause` is where SPEC.md speaks of the step."""
        return StepReport(
            name=name,
            outcome="fail",
            message=shortened(f"{self.code}: {self.message}" if self.code else self.message),
            code=self.code,
            sent=self.sent,
            got=self.got,
            expected=self.expected,
            clause=self.clause or CLAUSES.get(self.code, clause),
        )


def shortened(text: str) -> str:
    """Text that a bot may have made as long as it likes, as long as a person reads."""
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + " …"


class Warned(Exception):
    """Nothing that the protocol forbids, but what the author will want to know."""


class Skipped(Exception):
    """The step does not apply to this bot, and why."""


Message = dict[str, Any]
"""A message of the arena as plain data, so that steps can add to it what the protocol lets be added."""
