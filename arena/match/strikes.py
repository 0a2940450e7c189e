"""The strikes of a leg, in the order charged. Each is written once, when its facts are known."""

from typing import NamedTuple

from arena.records.result import Strike
from protocol.text import Said


class _Late(NamedTuple):
    """A charge for an answer that is late and may still come: its strike will say how late."""

    bot: int
    round: int
    message: str
    request: int


class StrikeSheet:
    """A late answer is charged at once, but its strike is written only when the answer comes or can no longer come."""

    def __init__(self, leg: int) -> None:
        self._leg = leg
        self._lines: list[Strike | _Late] = []
        self._awaited: dict[int, int] = {}
        """The line of each late answer that may still come, by request."""

    def charge(self, bot: int, round_: int, code: str, message: str, request: int | None = None) -> None:
        """Charge a fault whose facts are known."""
        self._lines.append(Strike(bot, self._leg, round_, code, message, request))

    def charge_late(self, bot: int, round_: int, message: str, request: int) -> None:
        """Charge the bot for not answering a request in time."""
        self._awaited[request] = len(self._lines)
        self._lines.append(_Late(bot, round_, message, request))

    def came(self, request: int, late_ms: int) -> None:
        """Write the strike of a late answer that came. Does nothing if the request was void, and so not charged."""
        self._write(request, "late", late_ms)

    def never_came(self, request: int) -> bool:
        """Write the strike of a late answer that can no longer come. Return False if the request was not charged."""
        return self._write(request, "no-answer", None)

    def strikes(self) -> list[Strike]:
        """Return every strike so far; one that is "late" without a time is for an answer that may still come."""
        return [self._strike(line, "late") if isinstance(line, _Late) else line for line in self._lines]

    def _write(self, request: int, code: str, late_ms: int | None) -> bool:
        number = self._awaited.pop(request, None)
        if number is None:
            return False
        line = self._lines[number]
        assert isinstance(line, _Late)
        self._lines[number] = self._strike(line, code, late_ms)
        return True

    def _strike(self, late: _Late, code: str, late_ms: int | None = None) -> Strike:
        message = late.message
        if late_ms is not None:
            message = str(Said("{words}; it came {late} ms after that", words=message, late=late_ms))
        return Strike(late.bot, self._leg, late.round, code, message, late.request, late_ms)
