"""Removing and walking folders that were filled to stop whoever removes or walks them."""

import ctypes
import fcntl
import os
import socket
import stat
import subprocess
import sys
from array import array
from pathlib import Path
from uuid import uuid4

import pytest

from arena.errors import ArenaError
from arena.system.folder_removal import remove
from arena.system.folder_walk import DEEPEST, walk

DEEP = 3000
"""Folders within each other: more than Python calls itself, and a path that is longer than the system takes."""


def nest(folder: Path, depth: int, name: str = "d" * 40) -> None:
    """Nest folders as a bot does, from within each."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=here)
        below = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "hostile"
    place.mkdir()
    return place


def test_nested_folders_are_removed_to_any_depth(folder: Path) -> None:
    nest(folder, DEEP)
    assert remove(folder)
    assert not folder.exists()


def test_it_needs_no_more_descriptors_than_a_few(folder: Path) -> None:
    nest(folder, 200)
    program = (
        "import resource, sys; from pathlib import Path; from arena.system.folder_removal import remove; "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (10, 10)); print(remove(Path(sys.argv[1])))"
    )
    run = subprocess.run([sys.executable, "-c", program, folder], check=True, capture_output=True, text=True)
    assert run.stdout == "True\n"
    assert not folder.exists()


def test_closed_folders_and_special_files_are_removed(folder: Path) -> None:
    (folder / "closed" / "below").mkdir(parents=True)
    (folder / "closed" / "below" / "file").write_text("")
    (folder / "closed" / "below").chmod(0)
    (folder / "closed").chmod(0)
    os.mkfifo(folder / "pipe")
    (folder / "loop").symlink_to(".")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "socket"))
    for name in (b"\xff\xfe", b"\n", "ㅤ".encode(), b"x" * 255, b"-rf"):
        os.close(os.open(os.fsencode(folder) + b"/" + name, os.O_CREAT))
    folder.chmod(0)
    assert remove(folder)
    assert not folder.exists()


def test_what_a_link_leads_to_stays(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("kept")
    (folder / "folder").symlink_to(outside)
    (folder / "file").symlink_to(outside / "kept")
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert remove(link)
    assert folder.exists(), "a link that is removed is not followed either"
    assert remove(folder)
    assert (outside / "kept").read_text() == "kept"


def test_what_is_not_there_is_gone(folder: Path) -> None:
    assert remove(folder / "absent")
    assert remove(folder / "absent" / "too")


def test_the_folder_above_keeps_its_rights_when_nothing_can_be_removed(folder: Path) -> None:
    inner = folder / "inner"
    (inner / "below").mkdir(parents=True)
    set_flags(folder, IMMUTABLE)
    try:
        mode = folder.stat().st_mode
        assert not remove(inner)
        assert folder.stat().st_mode == mode
    finally:
        set_flags(folder, 0)


IMMUTABLE, APPEND_ONLY = 0x10, 0x20
GET_FLAGS, SET_FLAGS = 0x80086601, 0x40086602


def set_flags(path: Path, marks: int) -> None:
    """As chattr(1) does; the test is skipped where that is not possible."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        flags = array("l", [0])
        fcntl.ioctl(descriptor, GET_FLAGS, flags)
        flags[0] = flags[0] & ~(IMMUTABLE | APPEND_ONLY) | marks
        fcntl.ioctl(descriptor, SET_FLAGS, flags)
    except OSError as error:
        pytest.skip(f"no such marks here: {error}")
    finally:
        os.close(descriptor)


def test_immutable_files_and_folders_are_removed(folder: Path) -> None:
    below = folder / "below"
    below.mkdir()
    (below / "file").write_text("")
    (below / "log").write_text("")
    set_flags(below / "file", IMMUTABLE)
    set_flags(below / "log", APPEND_ONLY)
    set_flags(below, IMMUTABLE)
    assert remove(folder)
    assert not folder.exists()


def test_a_mount_is_taken_off_and_not_emptied(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("kept")
    (folder / "deep" / "mount").mkdir(parents=True)
    libc = ctypes.CDLL(None, use_errno=True)
    source, target = os.fsencode(outside), os.fsencode(folder / "deep" / "mount")
    if libc.mount(source, target, None, ctypes.c_ulong(4096), None) != 0:
        pytest.skip(f"nothing can be mounted here: {os.strerror(ctypes.get_errno())}")
    try:
        assert remove(folder)
    finally:
        libc.umount2(target, 2)
    assert not folder.exists()
    assert (outside / "kept").read_text() == "kept"


def test_what_it_has_no_time_for_is_left_and_told(folder: Path) -> None:
    nest(folder, 50)
    assert not remove(folder, seconds=-1)
    assert folder.exists()
    assert remove(folder, seconds=60)


# -- the walk ------------------------------------------------------------------------------------------------------


def test_a_walk_sees_everything_once_and_follows_nothing(folder: Path) -> None:
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "a" / "b" / "file").write_text("x")
    (folder / "a" / "loop").symlink_to("..")
    os.mkfifo(folder / "pipe")
    seen = {found.path: stat.S_IFMT(found.stat.st_mode) for found in walk(folder)}
    expected = {"a": stat.S_IFDIR, "a/b": stat.S_IFDIR, "a/b/file": stat.S_IFREG}
    assert seen == expected | {"a/loop": stat.S_IFLNK, "pipe": stat.S_IFIFO}
    assert {found.path for found in walk(folder, enter=lambda found: found.name != "b")} == set(seen) - {"a/b/file"}


def test_a_walk_refuses_what_is_too_deep(folder: Path) -> None:
    nest(folder, DEEPEST - 1)
    assert sum(1 for _ in walk(folder)) == DEEPEST
    name = uuid4().hex
    nest(folder, DEEP, name)
    with pytest.raises(ArenaError, match=f"nests folders more than {DEEPEST} deep$"):
        list(walk(folder))
    remove(folder)


def test_a_walk_refuses_what_is_too_much_and_holds_no_descriptor(folder: Path) -> None:
    for number in range(5):
        (folder / str(number)).write_text("")
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert sum(1 for _ in walk(folder, most=5)) == 5
    with pytest.raises(ArenaError, match=r"holds more than 4 files and folders$"):
        list(walk(folder, most=4))
    next(walk(folder))
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_closed_folder_is_refused_not_skipped(folder: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root looks into every folder")
    (folder / "closed").mkdir(mode=0)
    with pytest.raises(ArenaError, match=r"'closed' cannot be read: Permission denied$"):
        list(walk(folder))
