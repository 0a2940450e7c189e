"""What the pages are served with."""

from pathlib import Path

import msgspec


class Settings(msgspec.Struct, frozen=True):
    """Where the cups are and what visitors may do."""

    root: Path
    """The folder that holds a folder for each cup."""
    folders: tuple[Path, ...] = ()
    """Cups elsewhere."""
    host: str = "127.0.0.1"
    port: int = 8000
    allow_play: bool = True
    """Whether visitors may play against bots."""
    play_bots: tuple[Path, ...] = ()
    """Bots that they may play against besides the samples and the library's: folders with `bot.toml`, or of such."""

    @property
    def origin(self) -> str:
        """The address of the first page, to print."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches an address.

    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, False)
    """
    return host in {"localhost", "::1"} or host.startswith("127.")
