"""A build whose arena is killed."""

import os
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from arena.isolation.choice import Unavailable, attempt
from arena.system.private_folder import own_folder

ARENA = """
import sys
from pathlib import Path
from arena.bots.resolve import BotFile, Build
from arena.isolation.choice import attempt
from arena.isolation.levels.grouped import Grouped
from arena.system.processes import become_subreaper
from arena.bots.build import build
become_subreaper()
level = attempt(2)
if sys.argv[1] == "alone" and isinstance(level, Grouped):
    level = level._level
file = BotFile(name="x", command=["x"], build=Build(command=["python", "build.py"]))
build(file, Path("bot").absolute(), level)
"""
BUILD = """
import subprocess, sys
from pathlib import Path
child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
Path("told").write_text(str(child.pid))
child.wait()
"""


@pytest.mark.parametrize("how", ["in a group", "alone"])
def test_a_build_ends_with_the_arena_that_is_killed(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        attempt(2)
    except Unavailable as reason:
        pytest.skip(str(reason))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "build.py").write_text(BUILD)
    os.mkfifo(folder / "told")
    arena = subprocess.Popen([sys.executable, "-c", ARENA, how], cwd=tmp_path, stdout=subprocess.PIPE)
    grandchild = os.pidfd_open(int((folder / "told").read_text()))
    try:
        arena.kill()
        # its end is that of whoever ends the build, too
        assert arena.communicate()[0] == b""
        assert arena.returncode == -signal.SIGKILL
        assert select.select([grandchild], [], [], 20)[0]
    finally:
        os.close(grandchild)
    assert list(tmp_path.glob("arena-*/scratch"))
    with own_folder() as own:
        assert list(tmp_path.glob("arena-*")) == [own]
