"""A signal that comes while the command `arena` is still being started ends it without a traceback.

Once it has begun its work, an empty line comes first: after what a terminal shows of Ctrl-C.
"""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.places import ARENA, ROOT
from tests.tournaments.running import arena, prepare, wait_until_gone

MOMENTS_MS = (0, 30, 100, 400)
"""After the first line of ours has run: our own modules are loaded, then the first bots are started."""
SIGNALS = [*((signal.SIGINT, moment) for moment in MOMENTS_MS), (signal.SIGTERM, 0)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return prepare(tmp_path)


def wait_until_answered(pid: int) -> None:
    """Until the process has an answer of its own to SIGTERM, which Python by itself has not."""
    while not caught(pid) >> signal.SIGTERM - 1 & 1:
        time.sleep(0.0005)


def caught(pid: int) -> int:
    """The signals that a process handles, as a mask."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1], 16) for line in lines if line.startswith("SigCgt:"))


def signalled(folder: Path, number: signal.Signals, moment_ms: int, *words: str) -> str:
    """What the command says on standard error when it gets the signal at that moment; it has to end with it."""
    with subprocess.Popen(
        [ARENA, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        wait_until_answered(process.pid)
        time.sleep(moment_ms / 1000)
        process.send_signal(number)
        _, errors = process.communicate()
    assert process.returncode in {1, -number}
    assert wait_until_gone(folder, 10) == set()
    return errors


def test_a_run_that_is_signalled_early_says_one_line_and_goes_on_later(folder: Path) -> None:
    stopped = r"\n?arena: stopped\n|Stopped\. Resume with: arena tournament run cup\.toml\n"
    for number, moment in SIGNALS:
        said = signalled(folder, number, moment, "tournament", "run", "cup.toml")
        assert re.fullmatch(f"({stopped})?", said), (number, moment)
    done = arena(folder, "tournament", "run", "cup.toml")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_match_that_is_signalled_early_says_one_line(folder: Path) -> None:
    for number, moment in SIGNALS:
        said = signalled(folder, number, moment, "play", "greedy", "random", "--rounds", "100000")
        assert re.fullmatch(r"(\n?arena: stopped\n)?", said), (number, moment)


def test_a_signal_that_was_ignored_from_the_start_stays_ignored(folder: Path) -> None:
    program = "import signal; from arena.system.interrupts import interruptible; interruptible()"
    program += "; print(signal.getsignal(signal.SIGINT))"
    asked = subprocess.run(
        ["/bin/sh", "-c", f"trap '' INT; exec {sys.executable} -c '{program}'"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert asked.stdout == f"{signal.SIG_IGN!s}\n"
