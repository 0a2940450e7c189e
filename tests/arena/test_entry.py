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

from tests.tournaments.running import ARENA, arena, prepare, wait_until_gone

MOMENTS_MS = (0, 5, 10, 20, 35, 50, 75, 100, 200, 400)
"""After the start of the process: the shell, Python, our own modules, the first bots."""
SIGNALS = [(signal.SIGINT, moment) for moment in MOMENTS_MS] + [(signal.SIGTERM, moment) for moment in (10, 50, 200)]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return prepare(tmp_path)


def signalled(folder: Path, number: signal.Signals, moment_ms: int, *words: str) -> str:
    """What the command says on standard error when it gets the signal at that moment; it has to end with it."""
    with subprocess.Popen(
        [ARENA, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        time.sleep(moment_ms / 1000)
        process.send_signal(number)
        _, errors = process.communicate()
    assert process.returncode in {1, -number}
    assert wait_until_gone(folder, 10) == set()
    return errors


def test_a_run_that_is_signalled_early_says_one_line_and_goes_on_later(folder: Path) -> None:
    stopped = r"\n?arena: stopped\n|Stopped\. Go on with: arena tournament run cup\.toml\n"
    for number, moment in SIGNALS:
        said = signalled(folder, number, moment, "tournament", "run", "cup.toml")
        assert re.fullmatch(f"({stopped})?", said), (number, moment)
    done = arena(folder, "tournament", "run", "cup.toml")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_match_that_is_signalled_early_says_one_line(folder: Path) -> None:
    for number, moment in SIGNALS:
        said = signalled(folder, number, moment, "play", "greedy", "random", "--rounds", "100000")
        assert re.fullmatch(r"(\n?arena: stopped\n)?", said), (number, moment)


def test_the_command_is_found_through_a_link_and_where_env_cannot_block(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "arena").symlink_to(ARENA)
    (elsewhere / "env").write_text("#!/bin/sh\nexit 125\n")
    (elsewhere / "env").chmod(0o755)
    done = subprocess.run(
        [elsewhere / "arena", "play", "greedy", "random", "--rounds", "1"],
        cwd=folder,
        env={"PATH": f"{elsewhere}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_installed_command_is_the_one_of_the_tree() -> None:
    assert Path(ARENA).read_text() == (ROOT / "bin" / "arena").read_text()


def test_a_signal_that_was_ignored_from_the_start_stays_ignored(folder: Path) -> None:
    program = "import signal; from arena import entry; entry.interruptible(); print(signal.getsignal(signal.SIGINT))"
    asked = subprocess.run(
        ["/bin/sh", "-c", f"trap '' INT; exec {sys.executable} -c '{program}'"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert asked.stdout == f"{signal.SIG_IGN!s}\n"
