"""Connections to others. Each returns what it reached, or nothing, or raises OSError."""

import os
import socket
import time
from pathlib import Path

ENDPOINT = Path(os.environ.get("ARENA_ENDPOINT", "").removeprefix("ipc://"))
HUNT_S = 0.1


def connects_to_loopback(port: str) -> str:
    with socket.create_connection(("127.0.0.1", int(port)), timeout=1):
        return f"127.0.0.1:{port}"


def connects_to_an_abstract_socket(name: str) -> str:
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(1)
        peer.connect(f"\0{name}")
        return name


def connects_to_a_named_socket(path: str) -> str:
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(1)
        peer.connect(path)
        return path


def opens_a_rivals_socket() -> str:
    """The path is open until the rival has said hello, and has a name that nobody guesses: but the system lists it."""
    until = time.monotonic() + HUNT_S
    last: OSError | None = None
    while time.monotonic() < until:
        for path in _listed():
            try:
                with socket.socket(socket.AF_UNIX) as peer:
                    peer.connect(path)
                    return path
            except OSError as error:
                last = error
        time.sleep(0.01)
    if last is not None:
        raise last
    return ""


def _listed() -> set[str]:
    """Sockets of rivals, from the kernel's list and from the folders beside its own."""
    folder = ENDPOINT.parents[2]
    found: set[str] = set()
    try:
        lines = Path("/proc/net/unix").read_text().splitlines()
        found |= {line.split()[-1] for line in lines if str(folder) in line}
        found |= {str(path) for path in folder.glob("arena-*/seat/*")}
    except OSError:
        pass
    return {path for path in found if Path(path).parent != ENDPOINT.parent and "/seat/" in path}
