"""The strikes of a leg, in the order in which they were charged. Each is written once, when its facts are known."""

from typing import NamedTuple

from arena.records.result import Strike


class _Late(NamedTuple):
    """An answer that was not there in time, charged already: it may still come, and then the strike says how late."""

    bot: int
    round: int
    message: str
    request: int


class StrikeSheet:
    """A late answer takes its place on the sheet at once; its strike is written when it comes, or never will."""

    def __init__(self, leg: int) -> None:
        self._leg = leg
        self._lines: list[Strike | _Late] = []
        self._awaited: dict[int, int] = {}
        """The lines of late answers that may still come, by request."""

    def charge(self, bot: int, round_: int, code: str, message: str, request: int | None = None) -> None:
        """Charge a fault whose facts are all known."""
        self._lines.append(Strike(bot, self._leg, round_, code, message, request))

    def charge_late(self, bot: int, round_: int, message: str, request: int) -> None:
        """Charge a request that was not answered in time."""
        self._awaited[request] = len(self._lines)
        self._lines.append(_Late(bot, round_, message, request))

    def came(self, request: int, late_ms: int) -> None:
        """The late answer is there. Nothing was charged for a request that was void."""
        self._write(request, "late", late_ms)

    def never_came(self, request: int) -> bool:
        """The late answer will not come any more. False when nothing was charged for it."""
        return self._write(request, "no-answer", None)

    def strikes(self) -> list[Strike]:
        """Every strike so far; "late" without a time is an answer that may still come."""
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
        message = late.message if late_ms is None else f"{late.message}; it came {late_ms} ms after that"
        return Strike(late.bot, self._leg, late.round, code, message, late.request, late_ms)
