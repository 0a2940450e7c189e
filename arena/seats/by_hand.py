"""A bot that its author starts by hand, in a debugger for example. The arena does not see its process."""

from typing import Final

from protocol.text import Said


class ProcessByHand:
    """Has the interface of `arena.seats.process.BotProcess`, but leaves the process to its owner."""

    status: Final = 0
    processor_ms: Final = 0

    def __init__(self) -> None:
        self.exited = False
        """Whether it is no longer waited for. Whether it has really ended is not known."""

    @property
    def watched(self) -> set[int]:
        return set()

    def attend(self, descriptor: int) -> bool:
        return False

    def guard(self, now: float) -> None:
        """Do nothing: no limits apply."""

    def measure(self) -> None:
        """Do nothing: its processor time is not measured."""

    def terminate(self) -> None:
        self.exited = True

    def kill(self) -> None:
        self.exited = True

    def close(self) -> None:
        self.exited = True

    def describe_limit(self) -> str:
        return ""

    def describe_exit(self) -> str:
        return str(Said("the bot started by hand did not end by itself"))
