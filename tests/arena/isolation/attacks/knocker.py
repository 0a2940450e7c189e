"""Is first at each rival's socket, whenever one is made, for as long as it lives: `python -I -S knocker.py`.

It needs no right to list a folder: the kernel tells whoever watches one what is made in it. It imports little, to be
there before the rivals, and becomes the ordinary attacker.
"""

import ctypes
import os
import socket
import sys
import time

LIBC = ctypes.CDLL(None, use_errno=True)
CREATED = 0x100
GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(16) + b"\x00" + bytes(31)
READY = b"\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER\x08Identity" + bytes(4)
HELLO = b"\x81\xa4type\xa5hello"


def knock(path: str) -> socket.socket:
    """Join as a ZeroMQ peer and say a hello that is none."""
    peer = socket.socket(socket.AF_UNIX)
    peer.connect(path)
    peer.settimeout(1)
    peer.sendall(GREETING + bytes([4, len(READY)]) + READY)
    heard = b""
    while b"READY" not in heard and (more := peer.recv(4096)):
        heard += more
    peer.sendall(bytes([0, len(HELLO)]) + HELLO)
    return peer


class Watches:
    """Folders in which rivals' sockets may appear."""

    def __init__(self, own: str) -> None:
        self._queue = LIBC.inotify_init1(os.O_NONBLOCK)
        self._folders: dict[int, str] = {}
        match = os.path.dirname(own)  # noqa: PTH120
        beside = {f"{match}/seat-{seat}" for seat in range(4)} - {own}
        self._wanted = {os.path.dirname(match), *beside}  # noqa: PTH120

    def seen(self) -> set[str]:
        """Paths that have appeared where a socket may be."""
        for folder in tuple(self._wanted):
            number = LIBC.inotify_add_watch(self._queue, os.fsencode(folder), CREATED)
            if number >= 0:
                self._folders[number] = folder
                self._wanted.discard(folder)
        found: set[str] = set()
        try:
            data = os.read(self._queue, 1 << 16)
        except OSError:
            return found
        while data:
            folder = self._folders[int.from_bytes(data[:4], sys.byteorder)]
            end = 16 + int.from_bytes(data[12:16], sys.byteorder)
            name = data[16:end].rstrip(b"\0").decode()
            data = data[end:]
            if name.startswith("arena-"):
                self._wanted.add(f"{folder}/{name}/seat")
            elif os.path.basename(folder).startswith("seat"):  # noqa: PTH119
                found.add(f"{folder}/{name}")
        return found


def hunt(own: str) -> None:
    watches = Watches(own)
    peers = []
    while os.getppid() != 1:
        for path in watches.seen():
            try:
                peers.append(knock(path))
            except OSError:
                continue
        time.sleep(0.0005)


if __name__ == "__main__":
    endpoint = os.environ["ARENA_ENDPOINT"].removeprefix("ipc://")
    if os.fork() == 0:
        hunt(os.path.dirname(endpoint))  # noqa: PTH120
        os._exit(0)
    os.execv(sys.executable, [sys.executable, "-m", "tests.arena.isolation.attacks", *sys.argv[1:]])
