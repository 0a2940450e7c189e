"""Levels of isolation, limits and endings, apart from any match."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.resolve import load_folder
from arena.errors import ArenaError
from arena.isolation import choice
from arena.isolation.choice import LEAST_STRONG, Unavailable, attempt, choose
from arena.isolation.ending import limit_reached, own_status
from arena.isolation.levels.kernel import filter_system_calls, no_new_privileges
from arena.isolation.levels.seat_user import MOST_SEATS, seat_user
from arena.isolation.levels.seccomp import deny_list
from arena.isolation.watch import Watch
from arena.records.limits import Limits
from arena.records.manifest import SubmittedFiles, folder_manifest
from arena.records.settings import LimitsSection, MatchSection, kibibytes, milliseconds
from arena.system.processes import children_of
from tests.arena.referee.real_match import play
from tests.places import ROOT

LIMITS = Limits()


def unavailable(number: int) -> Any:
    raise Unavailable(f"no {number}")


# -- the choice ----------------------------------------------------------------------------------------------------


def test_the_strongest_level_that_works_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "attempt", lambda number: attempt(0) if number <= 2 else unavailable(number))
    assert choose("auto").number == 0
    monkeypatch.setattr(choice, "attempt", unavailable)
    with pytest.raises(ArenaError, match="level 4: no 4; level 3: no 3"):
        choose("strong")


def test_what_is_demanded_is_never_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "attempt", lambda number: attempt(0) if number < LEAST_STRONG else unavailable(number))
    with pytest.raises(ArenaError, match="was demanded and cannot be had here"):
        choose("strong")
    with pytest.raises(ArenaError, match="level 4: no 4"):
        choose(4)


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(Unavailable, match="bwrap is not installed"):
        attempt(3)


def test_a_sandbox_that_cannot_be_made_is_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(Unavailable, match="No permissions to create new namespace"):
        attempt(3)


def test_where_nothing_tells_of_memory_no_level_holds_a_stranger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_groups() -> Any:
        raise OSError("no place for groups")

    monkeypatch.setattr(choice, "Groups", no_groups)
    monkeypatch.setattr(choice, "NEEDED", (tmp_path / "smaps_rollup",))
    with pytest.raises(ArenaError, match=r"level 3: there are no control groups, and without .*smaps_rollup no limit"):
        choose("strong")
    assert choose("auto").number == 0


def test_seats_of_a_match_have_different_users() -> None:
    users = [seat_user(bot) for bot in range(MOST_SEATS)]
    assert len(set(users)) == MOST_SEATS
    assert min(users) >= 20_000


# -- limits --------------------------------------------------------------------------------------------------------


def test_limits_come_from_the_tournament_file_with_their_units() -> None:
    section = MatchSection(limits=LimitsSection(memory="1.5GiB", processor="90s", output="1MiB"))
    limits = section.settings("cup.toml").limits
    assert (limits.memory_mib, limits.processor_s, limits.output_kib) == (1536, 90, 1024)
    assert limits.memory == "memory 1536 MiB"


@pytest.mark.parametrize(
    ("section", "words"),
    [
        (LimitsSection(memory="512MB"), 'match.limits.memory: expected a size such as "256KiB"'),
        (LimitsSection(memory="1MiB"), "match.limits.memory: expected at least 32MiB"),
        (LimitsSection(processor="10"), "match.limits.processor: expected a duration"),
        (LimitsSection(open_files=3), "match.limits.open_files: expected at least 16"),
    ],
)
def test_a_limit_that_is_none_is_refused_by_its_key(section: LimitsSection, words: str) -> None:
    with pytest.raises(ArenaError, match=f"cup.toml: {words}"):
        MatchSection(limits=section).settings("cup.toml")


@pytest.mark.parametrize(
    ("written", "expected"), [("90ms", 90), ("1.5s", 1500), ("2m", 120_000), ("1h", 3_600_000), ("24h", 86_400_000)]
)
def test_a_duration_is_so_many_milliseconds(written: str, expected: int) -> None:
    assert milliseconds(written, "startup") == expected


@pytest.mark.parametrize("written", ["25h", "1d", "1 hour", "-1s", "1", "h"])
def test_what_is_no_duration_is_answered_with_every_unit(written: str) -> None:
    with pytest.raises(ArenaError) as caught:
        milliseconds(written, "startup")
    units = '"500ms" or "2s" or "10m" or "1h"'
    assert str(caught.value) == f'startup: expected a duration such as {units}, at most a day, got "{written}"'


@given(st.integers(1, 10**6))
def test_sizes_of_each_unit_agree(count: int) -> None:
    assert kibibytes(f"{count}GiB", "x") == kibibytes(f"{count * 1024} MiB", "x") == count * 1024 * 1024


@pytest.mark.parametrize(
    ("status", "last", "words"),
    [
        (1, "Traceback\nMemoryError", "memory 512 MiB"),
        (-signal.SIGABRT, "terminate called after throwing an instance of 'std::bad_alloc'", "memory 512 MiB"),
        (-signal.SIGXCPU, "", "processor 3600 s"),
        (-signal.SIGXFSZ, "", "scratch 64 MiB"),
        (1, "OSError: [Errno 28] No space left on device", "scratch 64 MiB"),
        (1, "RuntimeError: can't start new thread", "processes 64"),
        (1, "OSError: [Errno 24] Too many open files", "open files 256"),
        (1, "zmq.error.Again: Resource temporarily unavailable", ""),
        (0, "MemoryError was handled", ""),
        (-signal.SIGSEGV, "", ""),
    ],
)
def test_the_limit_that_ended_a_bot_is_told(status: int, last: str, words: str) -> None:
    assert limit_reached(status, last, LIMITS, None) == words


def test_a_signal_is_told_through_the_process_that_held_the_bot() -> None:
    assert own_status(128 + signal.SIGSEGV) == -signal.SIGSEGV
    assert (own_status(0), own_status(3), own_status(255)) == (0, 3, 255)


def test_processor_seconds_end_a_bot(tmp_path: Path) -> None:
    busy = tmp_path / "busy"
    busy.mkdir()
    (busy / "bot.py").write_text("while True:\n    pass\n")
    (busy / "bot.toml").write_text('name = "busy"\ncommand = ["python", "bot.py"]\n')
    bots = [load_folder(busy)] * 2
    result = play(bots, tmp_path / "logs", limits=Limits(processor_s=1), restarts=0, startup_ms=20_000)
    assert {(strike.code, strike.message.split(";")[0]) for strike in result.strikes} == {
        ("over-limit", "processor 1 s")
    }


def test_a_watch_sees_the_descendants_of_its_process_only() -> None:
    family = (
        "import os, time\nfor _ in range(3):\n    if os.fork() == 0: time.sleep(60)\nprint(flush=True)\ntime.sleep(60)"
    )
    with (
        subprocess.Popen([sys.executable, "-c", family], stdout=subprocess.PIPE, start_new_session=True) as process,
        subprocess.Popen(["sleep", "60"]) as stranger,
    ):
        assert process.stdout is not None
        process.stdout.readline()
        watch = Watch(process.pid, Limits(processes=1), None)
        seen = {member.pid for member in watch.look()}
        try:
            assert len(seen) == 4
            assert process.pid in seen
            assert stranger.pid not in seen
            assert Watch(process.pid, Limits(memory_mib=4096), None).exceeded(0.0) == ""
        finally:
            for pid in seen - {process.pid}:
                subprocess.run(["kill", "-9", str(pid)], check=True)
            process.kill()
            stranger.kill()


ORPHAN = """
import os, sys, time
child = os.fork()
if child == 0:
    if len(sys.argv) > 1:
        os.setsid()
        os.setuid(int(sys.argv[1]))
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        time.sleep(60)
    os._exit(0)
os.waitpid(child, 0)
time.sleep(60)
"""


@pytest.mark.parametrize("user", [None, 29_999])
def test_a_watch_sees_orphans_of_the_session_and_of_the_bots_own_user(user: int | None) -> None:
    if user is not None and os.geteuid() != 0:
        pytest.skip("only root can give a process another user")
    words = [] if user is None else [str(user)]
    command = [sys.executable, "-c", ORPHAN, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        orphan = int(process.stdout.readline())
        try:
            while any(children_of(process.pid)):
                pass
            seen = {member.pid for member in Watch(process.pid, LIMITS, None, user=user).look()}
            assert seen == {process.pid, orphan}
        finally:
            os.kill(orphan, signal.SIGKILL)
            process.kill()


def test_a_scratch_folder_on_disk_is_measured(tmp_path: Path) -> None:
    watch = Watch(os.getpid(), Limits(scratch_mib=1, memory_mib=4096), tmp_path)
    (tmp_path / "small").write_bytes(bytes(1000))
    assert watch.exceeded(0.0) == ""
    (tmp_path / "large").write_bytes(b"x" * (2 << 20))
    assert watch.exceeded(0.1) == "", "it is not looked at again at once"
    assert watch.exceeded(1.0) == "scratch 1 MiB"


# -- the system-call filter ----------------------------------------------------------------------------------------


def under_filter(**how: bool) -> dict[str, int]:
    """The error number of each call in `tests.arena.isolation.filtered`."""

    def prepare() -> None:
        no_new_privileges()
        filter_system_calls(deny_list(**how))

    run = subprocess.run(
        [sys.executable, "-m", "tests.arena.isolation.filtered", str(os.getpid())],
        preexec_fn=prepare,
        capture_output=True,
        check=True,
    )
    said: dict[str, int] = json.loads(run.stdout)
    return said


def test_denied_calls_fail_and_the_others_go_on() -> None:
    said = under_filter()
    refused = ["ptrace", "unshare", "mount", "setsid", "another's limit", "another's priority"]
    refused += ["its user's priority", "its user's disk priority", "lease", "pipe size"]
    assert {said[name] for name in refused} == {errno.EPERM}
    assert [said[name] for name in ("inet", "vsock")] == [errno.EAFNOSUPPORT] * 2
    assert [said[name] for name in ("datagrams", "pair of datagrams")] == [errno.EPROTONOSUPPORT] * 2
    absent = ("message queue", "named queue", "watch", "resident pages", "cache of a file")
    assert {said[name] for name in absent} == {errno.ENOSYS}
    assert (said["read without waiting"], said["page out"]) == (errno.EOPNOTSUPP, errno.EINVAL)
    assert said["lock"] == errno.ENOLCK
    owned = ("limit", "priority", "processors", "disk priority", "threads' schedule")
    allowed = ["getpid", *(f"own {what}" for what in owned), "record lock", "plain read", "hint", "unix", "fork"]
    assert {said[name] for name in allowed} == {0}
    assert not said["grown buffer"]
    assert not said["another's processors"]
    assert said["changed mode"]


def test_a_build_may_lock_its_files() -> None:
    assert under_filter(builds=True)["lock"] == 0


def test_as_its_starter_a_bot_changes_no_rights_times_and_attributes() -> None:
    said = under_filter(as_its_starter=True)
    assert not said["changed mode"]
    assert said["attribute"] == errno.EOPNOTSUPP


# -- the submitted bytes -------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "bot"
    place.mkdir()
    (place / "bot.py").write_text("import os\n")
    return place


def test_files_are_those_submitted_or_the_bot_is_not_started(folder: Path) -> None:
    submitted = SubmittedFiles(folder, [], folder_manifest(folder))
    submitted.check()
    (folder / "bot.py").write_text("import os\n")
    submitted.check()
    (folder / "bot.py").write_text("import sys\n")
    with pytest.raises(ArenaError, match=r"no longer those submitted: changed bot\.py$"):
        submitted.check()
    (folder / "bot.py").write_text("import os\n")
    (folder / "another.py").write_text("")
    with pytest.raises(ArenaError, match=r"no longer those submitted: added another\.py$"):
        submitted.check()


def test_what_the_build_makes_is_not_held_to_the_digest(folder: Path) -> None:
    submitted = SubmittedFiles(folder, ["build"], folder_manifest(folder, ["build"]))
    (folder / "build").mkdir()
    (folder / "build" / "bot").write_text("made")
    submitted.check()


def test_a_match_stops_and_charges_nobody_when_files_of_a_bot_change_between_legs(tmp_path: Path) -> None:
    changes = tmp_path / "changes"
    changes.mkdir()
    shutil.copytree(ROOT / "tests/arena/referee/badbots", changes / "tests/arena/referee/badbots")
    program = "import pathlib, sys\npathlib.Path('more.py').write_text('')\n"
    program += "from tests.arena.referee.badbots.arrivals import good\ngood()\n"
    (changes / "bot.py").write_text(program)
    (changes / "bot.toml").write_text('name = "changes"\ncommand = ["python", "bot.py"]\n')
    with pytest.raises(ArenaError, match=r"no longer those submitted: added more\.py$"):
        play([load_folder(changes)] * 2, tmp_path / "logs", duplicate=True, isolation=0, restarts=0)
