"""A bot that somebody starts by hand, in a debugger say: to the arena it is a process that it does not see."""

from typing import Final

from protocol.text import Said


class ProcessByHand:
    """Looks as `arena.seats.process.BotProcess` does, and leaves the process to its owner."""

    status: Final = 0
    processor_ms: Final = 0

    def __init__(self) -> None:
        self.exited = False
        """Whether it is waited for no longer; whether it has really ended is not known."""

    @property
    def watched(self) -> set[int]:
        return set()

    def attend(self, descriptor: int) -> bool:
        return False

    def guard(self, now: float) -> None:
        """Its owner's limits are its owner's."""

    def measure(self) -> None:
        """Nobody asks for the time of a person."""

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
