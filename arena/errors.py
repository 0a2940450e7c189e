"""The errors a person is shown: one line that names the file, key or bot and the way out."""

from protocol.text import SaidError


class ArenaError(SaidError):
    """Something given to the arena is at fault. The command prints the message and ends with `exit_status`."""

    exit_status = 1


class MachineFault(ArenaError):
    """Something on this machine, not a bot, is in the way: the match stops, and can be played once that is mended."""


class UsageError(ArenaError):
    """The command was called wrongly."""

    exit_status = 2
