"""A bot behaves alike at every level of the sandbox, and what it is refused is told in words."""

import errno
from pathlib import Path

import pytest

from arena.bots.resolve import load_folder
from arena.isolation.choice import Unavailable, attempt, shares_memory
from arena.isolation.denials import denied
from arena.isolation.levels import landlock
from arena.records.job import BotProgram
from tests.arena.referee.real_match import play

BODIES = {
    "pooled": "assert multiprocessing.Pool(1).map(abs, [-1, 2]) == [1, 2]",
    "writing": "open('state.json', 'w')",
    "calling": "socket.create_connection(('192.0.2.1', 80))",
    "locking": "fcntl.flock(open(os.environ['ARENA_SCRATCH'] + '/lock', 'w'), fcntl.LOCK_EX)",
}
TOLD = {
    "writing": "a bot writes to the folder ARENA_SCRATCH alone",
    "calling": "in the sandbox there is no network",
    "locking": "in the sandbox no file can be locked",
}


PROGRAM = """
import fcntl, multiprocessing, os, socket
from protocol.sdk import Bot
class Mine(Bot):
    def arrange(self, hand, table):
        {body}
        return sorted(hand)[:3], sorted(hand)[3:8], sorted(hand)[8:]
if __name__ == "__main__":
    Mine().run()
"""


def written(folder: Path, name: str) -> BotProgram:
    """A bot that does what its name says before each answer."""
    (folder / name).mkdir()
    (folder / name / "bot.toml").write_text(f'name = "{name}"\ncommand = ["python", "bot.py"]\n')
    (folder / name / "bot.py").write_text(PROGRAM.format(body=BODIES[name]))
    return load_folder(folder / name)


@pytest.mark.parametrize("level", [2, 3, 4])
def test_a_pool_works_and_what_is_closed_is_told_alike_at_each_level(tmp_path: Path, level: int) -> None:
    try:
        held = attempt(level)
    except Unavailable as missing:
        pytest.skip(f"level {level} does not work on this machine: {missing}")
    bots = [written(tmp_path, name) for name in BODIES if name != "pooled" or shares_memory(held)]
    result = play(bots, tmp_path, rounds=2, restarts=0, isolation=level, startup_ms=8000, decision_ms=8000)
    messages = {bots[strike.bot].name: strike.message for strike in result.strikes}
    assert messages.keys() == TOLD.keys()
    assert all(words in messages[name] for name, words in TOLD.items())
    logs = {name: next(tmp_path.glob(f"*-{name}.log")).read_text(encoding="utf-8") for name in TOLD}
    assert all(words in logs[name].splitlines()[-1] for name, words in TOLD.items())


def test_a_level_without_shared_memory_of_a_bots_own_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(landlock, "own_shared_memory", refused)
    try:
        held = attempt(2)
    except Unavailable as missing:
        pytest.skip(f"level 2 does not work on this machine: {missing}")
    assert not shares_memory(held)
    assert shares_memory(attempt(0))


@pytest.mark.parametrize(
    ("level", "last", "words"),
    [
        (4, "OSError: [Errno 30] Read-only file system: 'x'", "ARENA_SCRATCH"),
        (2, "Error: EACCES: permission denied, open 'x'", "ARENA_SCRATCH"),
        (1, "PermissionError: [Errno 13] Permission denied: 'x'", "ARENA_SCRATCH"),
        (3, "Error: getaddrinfo ENOTFOUND example.org", "no network"),
        (1, "Error: getaddrinfo ENOTFOUND example.org", ""),
        (2, "    SemLock.__init__(self)\nPermissionError: [Errno 13] Permission denied", "no shared memory"),
        (4, "fcntl.flock: OSError: [Errno 37] No locks available", "no file can be locked"),
        (4, "OSError: [Errno 38] Function not implemented", "closes this to bots"),
        (0, "PermissionError: [Errno 13] Permission denied: 'x'", ""),
        (4, "ValueError: nothing of the kind", ""),
    ],
)
def test_what_a_runtime_says_of_a_refusal_is_told_in_words(level: int, last: str, words: str) -> None:
    found = denied(level, last)
    assert words in str(found) if words else found is None
