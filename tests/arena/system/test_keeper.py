"""What is done for a process that was killed, and not for one that goes on."""

import os
import signal
import subprocess
import sys

import pytest

from arena.system.keeper import kept

HAS_ONE = """
import os, signal, sys
from arena.system.keeper import kept
with kept(lambda: os.write(1, b"ended")):
    if sys.argv[1] == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if sys.argv[1] == "fails":
        raise SystemExit(3)
"""


@pytest.mark.parametrize(
    ("how", "status", "said"), [("killed", -signal.SIGKILL, b"ended"), ("fails", 3, b""), ("goes on", 0, b"")]
)
def test_the_end_is_called_when_the_process_dies(how: str, status: int, said: bytes) -> None:
    # its output is at its end once the keeper has ended too
    done = subprocess.run([sys.executable, "-c", HAS_ONE, how], check=False, stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (status, said)


def test_nobody_is_left_of_it() -> None:
    with kept(lambda: None) as keeper:
        os.kill(keeper, signal.SIGKILL)
    with pytest.raises(ChildProcessError):
        os.waitpid(keeper, os.WNOHANG)
