"""A bot that says what it finds around itself at each start, and ends when it is asked for the first time:
`python -m tests.arena.isolation.attacks.witness DEAL_SEED_BACKWARDS`.
"""

import json
import os
import socket
import sys
from pathlib import Path

from tests.arena.referee.badbots.wire import Wire

NOTE = "note"
TEMPORARY = (Path("/tmp"), Path("/dev/shm"))


def can_write(folder: Path) -> bool:
    try:
        (folder / "written").write_text("")
    except OSError:
        return False
    (folder / "written").unlink()
    return True


def has_network() -> bool:
    try:
        socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()
    except OSError:
        return False
    return True


def shows_scratch(folder: Path) -> bool:
    """Whether the folder is the bot's scratch folder, whatever it is called."""
    return (folder / NOTE).exists() and (folder / NOTE).read_text() == os.environ["ARENA_TOKEN"]


def sees_others() -> bool:
    """Whether the kernel lists processes that are not the bot's own."""
    own = {"1", str(os.getpid()), str(os.getppid())}
    try:
        return any(entry.name.isdigit() and entry.name not in own for entry in Path("/proc").iterdir())
    except OSError:
        return False


def is_told(backwards: str) -> bool:
    """Whether a process that the bot may look at has these words in its arguments or its environment."""
    words = backwards[::-1].encode()
    for file in [*Path("/proc").glob("[0-9]*/cmdline"), *Path("/proc").glob("[0-9]*/environ")]:
        try:
            if words in file.read_bytes():
                return True
        except OSError:
            continue
    return False


def main(seed: str) -> None:
    """`seed` is written backwards."""
    scratch = Path(os.environ["ARENA_SCRATCH"])
    kept = (scratch / NOTE).exists()
    (scratch / NOTE).write_text(os.environ["ARENA_TOKEN"])
    found = {
        "environment": sorted(os.environ),
        "homes": sorted({os.environ[name] for name in ("HOME", "TMPDIR", "ARENA_SCRATCH")}),
        "user": os.getuid(),
        "strangers": sees_others(),
        "seed": is_told(seed),
        "network": has_network(),
        "own folder": can_write(Path.cwd()),
        "temporary": [str(place) for place in TEMPORARY if shows_scratch(place)],
        "kept": kept,
    }
    print(json.dumps(found), flush=True)
    wire = Wire()
    wire.join()
    wire.asked()
    os._exit(3)


if __name__ == "__main__":
    main(*sys.argv[1:])
