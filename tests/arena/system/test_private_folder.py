"""Folders of processes that live, that have ended and that were killed."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from arena.system.private_folder import own_folder

HAS_ONE = """
import os, signal, sys
from arena.system.private_folder import own_folder
with own_folder() as folder:
    (folder / "scratch").mkdir()
    (folder / "scratch" / "file").write_text("left")
    print(folder, flush=True)
    if sys.argv[1] == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def owner(end: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", HAS_ONE, end]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_it_is_private_and_gone_at_the_end(place: Path) -> None:
    with own_folder() as folder:
        assert folder.parent == place
        assert folder.stat().st_mode & 0o77 == 0
        with own_folder() as another:
            assert another != folder
        assert folder.exists()
    assert list(place.iterdir()) == []


def test_what_a_killed_process_left_is_removed_by_the_next_and_what_a_live_one_has_is_not(place: Path) -> None:
    with owner("dies") as killed, owner("lives") as alive:
        assert killed.stdout is not None
        assert alive.stdout is not None
        left, kept = Path(killed.stdout.readline().strip()), Path(alive.stdout.readline().strip())
        assert killed.wait() == -signal.SIGKILL
        with own_folder():
            assert not left.exists()
            assert (kept / "scratch" / "file").read_text() == "left"
        alive.communicate("")
    assert alive.returncode == 0
    assert list(place.iterdir()) == []


def test_what_is_not_this_users_own_or_no_folder_is_left_alone(place: Path) -> None:
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / ".owner").write_text("")
    (place / "arena-link").symlink_to(elsewhere)
    strangers = place / "arena-strangers"
    strangers.mkdir()
    (strangers / ".owner").write_text("")
    if os.geteuid() == 0:
        os.chown(strangers, 29_999, 29_999)
    with own_folder():
        assert (elsewhere / ".owner").exists()
        assert strangers.exists() == (os.geteuid() == 0)
