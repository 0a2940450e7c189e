"""The outcome of a step, and the section of the specification that it is about."""

from typing import Any, Final, Literal

import msgspec

from protocol.text import Said, SaidError

MOST_SHOWN: Final = 600
"""Characters of a message, or of words about it, that are shown."""

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
"""The section that explains a fault, whatever the step; other faults belong to the step in which they happen."""


class StepReport(msgspec.Struct, omit_defaults=True):
    """The result of one step, in English; the fields after `message` are there for a failure."""

    name: str
    outcome: Outcome
    message: str
    code: str = ""
    sent: str = ""
    got: str = ""
    expected: str = ""
    clause: str = ""
    """The section of SPEC.md."""


class Fault(SaidError):
    """A mistake of the bot. `code` is a reason code of the protocol, or empty where a match would go on."""

    def __init__(
        self, code: str, words: Said | str, *, expected: Said, sent: str = "", got: str = "", clause: str = ""
    ) -> None:
        super().__init__(Said("{code}: {fault}", code=code, fault=words) if code else words)
        self.code = code
        self.expected = expected
        self.sent = sent
        self.got = got
        self.clause = clause

    def report(self, name: str, clause: str) -> StepReport:
        """Return the report of the step; `clause` is the section of SPEC.md about it."""
        return StepReport(
            name=name,
            outcome="fail",
            message=shortened(str(self)),
            code=self.code,
            sent=self.sent,
            got=self.got,
            expected=str(self.expected),
            clause=self.clause or CLAUSES.get(self.code, clause),
        )


def shortened(text: str) -> str:
    """Cut text that a bot may have made as long as it likes."""
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + " …"


class Warned(SaidError):
    """Something that the protocol allows and the author will want to know."""


class Skipped(SaidError):
    """Why a step does not apply to this bot."""


Message = dict[str, Any]
"""A message of the arena as plain data, so that steps can add what the protocol allows."""
