"""Control groups, on the real thing where the machine lets one be made."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.isolation import choice, hierarchies
from arena.isolation.cgroup import Group, Groups, Refused
from arena.isolation.choice import attempt
from arena.isolation.ending import limit_reached
from arena.isolation.hierarchies import own_folders, places
from arena.isolation.levels.landlock import LEAST_ABI, Landlocked
from arena.isolation.rlimits import WRAPPERS
from arena.isolation.watch import Watch
from arena.records.limits import Limits

SMALL = Limits(memory_mib=64, processes=8)
HYBRID = "3:pids:/\n2:memory:/user/one\n1:name=systemd:/user/one\n0::/user/one\n"
HYBRID_MOUNTS = """\
23 1 254:0 / / rw,relatime - ext4 /dev/root rw
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
39 31 0:36 / /sys/fs/cgroup/pids rw,relatime shared:9 - cgroup cgroup rw,pids
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
"""
CONTAINER_MOUNTS = "600 599 0:32 /docker/abc /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw,nsdelegate\n"


@pytest.fixture
def groups() -> Groups:
    try:
        found = Groups()
        found.make(SMALL).remove()
    except OSError as error:
        pytest.skip(f"no control group can be made on this machine: {error}")
    return found


@pytest.fixture
def group(groups: Groups) -> Iterator[Group]:
    made = groups.make(SMALL)
    yield made
    made.kill()
    made.remove()
    assert made.members() == []


def started(group: Group, program: str, *words: str) -> "subprocess.Popen[str]":
    with group.entrance() as enter:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", program, *words],
            preexec_fn=enter,  # noqa: PLW1509
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            text=True,
        )


def folders_of(mark: str) -> list[Path]:
    return [Path(place, name) for place, names, _ in os.walk("/sys/fs/cgroup") for name in names if mark in name]


def test_children_that_are_small_apart_and_large_together_are_ended(group: Group) -> None:
    program = (
        "import os, signal\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0:\n"
        "        taken = bytearray(b'x' * (30 << 20))\n"
        "        signal.pause()\n"
        "signal.pause()\n"
    )
    with started(group, program) as process:
        watch = Watch(process.pid, SMALL, None, group)
        now = 0.0
        while not (exceeded := watch.exceeded(now)):
            now += 1
        assert exceeded == "memory 64 MiB"
        group.kill()
        assert process.wait() == -signal.SIGKILL
    assert limit_reached(process.returncode, "", SMALL, group) == "memory 64 MiB"


def test_it_is_the_groups_own_limit_that_counts(group: Group) -> None:
    with started(group, "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)") as process:
        pass
    assert process.returncode == -signal.SIGKILL
    assert group.refused() == Refused()
    assert limit_reached(process.returncode, "", SMALL, group) == ""


def test_more_processes_are_refused_and_counted(group: Group) -> None:
    program = (
        "import os, signal\n"
        "try:\n"
        "    for count in range(100):\n"
        "        if os.fork() == 0: signal.pause()\n"
        "except OSError:\n"
        "    print(count, flush=True)\n"
        "    raise SystemExit(3) from None\n"
    )
    with started(group, program) as process:
        assert process.stdout is not None
        assert int(process.stdout.readline()) == SMALL.processes + WRAPPERS - 1
        process.wait()
        assert group.refused() == Refused(processes=True)
        assert limit_reached(3, "some words", SMALL, group) == "processes 8"
        assert limit_reached(0, "some words", SMALL, group) == ""
        group.kill()


def test_the_processors_are_shared_out_by_group_too(group: Group) -> None:
    with started(group, "print(open('/proc/self/cgroup').read(), end='')") as process:
        assert process.stdout is not None
        mine = own_folders(process.stdout.read(), Path("/proc/self/mountinfo").read_text())
    others = own_folders(Path("/proc/self/cgroup").read_text(), Path("/proc/self/mountinfo").read_text())
    if "cpu" not in others:
        pytest.skip("there is no such controller of version 1 on this machine")
    assert mine["cpu"].name == mine["memory"].name == mine["pids"].name != others["cpu"].name


def test_it_ends_those_who_have_left_their_session_and_their_parent(group: Group) -> None:
    program = (
        "import os, signal\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        print(os.getpid(), flush=True)\n"
        "        signal.pause()\n"
        "else:\n"
        "    os.wait()\n"
    )
    with started(group, program) as process:
        assert process.stdout is not None
        stray = int(process.stdout.readline())
        process.wait()
        assert group.members() == [stray]
        group.kill()
        # the end of the output is that of the last who held it
        assert process.stdout.read() == ""


def test_groups_of_an_arena_that_was_killed_are_ended_and_removed_and_no_others(groups: Groups, group: Group) -> None:
    program = (
        "import os, signal, subprocess, sys\n"
        "from arena.isolation.cgroup import Groups\n"
        "from arena.records.limits import Limits\n"
        "with Groups().make(Limits()).entrance() as enter:\n"
        "    subprocess.Popen(['sleep', '60'], preexec_fn=enter, stdout=subprocess.DEVNULL)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    with (
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as killed,
        started(group, "import signal\nsignal.pause()") as process,
    ):
        # it has ended, and is not waited for
        os.waitid(os.P_PID, killed.pid, os.WEXITED | os.WNOWAIT)
        mark = f"-{killed.pid}-"
        left = folders_of(mark)
        assert left
        another = left[0].with_name("arena-of-another-kind")
        another.mkdir()
        Groups()
        assert folders_of(mark) == []
        another.rmdir()
        assert process.poll() is None
        process.kill()


def test_a_level_does_without_where_none_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Landlocked(drops_user=os.geteuid() == 0).words

    def refuse() -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(choice, "Groups", refuse)
    monkeypatch.setattr(choice, "_start_under", lambda level: None)
    monkeypatch.setattr(choice, "abi", lambda: LEAST_ABI)
    assert attempt(2).words == plain


def test_a_level_says_that_it_has_one(groups: Groups) -> None:
    assert groups
    assert not attempt(0).words.endswith("+ cgroup")
    assert attempt(choice.choose("auto").number).words.endswith("+ cgroup")


# -- where -----------------------------------------------------------------------------------------------------------


def test_own_folders_are_found_in_every_hierarchy() -> None:
    assert own_folders(HYBRID, HYBRID_MOUNTS) == {
        "memory": Path("/sys/fs/cgroup/memory/user/one"),
        "pids": Path("/sys/fs/cgroup/pids"),
        "": Path("/sys/fs/cgroup/unified/user/one"),
    }


@pytest.mark.parametrize(
    ("membership", "folder"),
    [("0::/docker/abc/run\n", "/sys/fs/cgroup/run"), ("0::/docker/abc\n", "/sys/fs/cgroup"), ("0::/user\n", None)],
)
def test_what_is_not_below_the_mount_cannot_be_reached(membership: str, folder: str | None) -> None:
    assert own_folders(membership, CONTAINER_MOUNTS) == ({} if folder is None else {"": Path(folder)})


@pytest.mark.parametrize("delegated", [False, True])
def test_groups_are_made_in_the_folder_that_was_left_to_the_arena(
    delegated: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "run"
    own.mkdir()
    for folder, controllers in ((tmp_path, "cpu memory pids\n"), (own, "")):
        (folder / "cgroup.controllers").write_text(controllers)
        (folder / "cgroup.subtree_control").write_text("")
    monkeypatch.setattr(hierarchies, "own_folders", lambda *_: {"": own})
    handed: list[str] = []
    monkeypatch.setattr(Path, "write_text", lambda _, text: handed.append(text))
    if delegated:
        try:
            os.setxattr(tmp_path, "user.delegate", b"1")
        except OSError as error:
            pytest.skip(f"the folder of the tests takes no attribute: {error}")
        assert places() == (tmp_path, tmp_path)
        assert handed == ["+memory +pids", "+cpu"]
    else:
        with pytest.raises(FileNotFoundError, match="no control groups"):
            places()
