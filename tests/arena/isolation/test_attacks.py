"""Attacks as real programs in real matches, at each level of isolation that claims to stop them."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import msgpack
import msgspec
import pytest
import zmq

from arena.bots.resolve import load_folder
from arena.isolation.choice import Unavailable, attempt
from arena.records.job import BotProgram
from arena.records.result import MatchResult
from tests.arena.isolation.attacks import memories
from tests.arena.isolation.attacks.table import ATTACKS, GUIDE, LEVELS, LOUD, QUIET, Attack, render, shown
from tests.arena.referee.real_match import play
from tests.places import ROOT

ROUNDS = 3
ORDINARY = {"rounds": ROUNDS, "decision_ms": 3000, "grace_ms": 300, "startup_ms": 8000}
OTHER_USERS = 1
"""The level at which a bot's user has to reach the interpreter."""
SCRATCH_ON_DISK = {1, 2}
"""Levels at which the scratch folder is watched from outside."""
FOR_ROOT = {"changes_the_kernels_settings"}
"""Attacks that only a root that is not held gets through with."""
UNSHOWN = {"remembers_by_its_own_files"}
"""Where it is open, the arena reads the bot's files between the legs, because another attack replaces one of them."""
BY_NAME = {attack.name: attack for attack in ATTACKS}


BETWEEN = {1, 3}
"""Levels between two that are tried always; `make test-all` tries these too."""


@pytest.fixture(
    params=[pytest.param(level, marks=[pytest.mark.long] * (level in BETWEEN), id=f"level{level}") for level in LEVELS],
    scope="module",
)
def level(request: pytest.FixtureRequest) -> Iterator[int]:
    """Each level that works on this machine, with the interpreter of the tests or with the system's own."""
    number: int = request.param
    with ExitStack() as stack:
        reason = fault_of(number)
        if reason and number == OTHER_USERS and (python := stack.enter_context(the_systems_python())) is not None:
            stack.enter_context(pytest.MonkeyPatch.context()).setattr(sys, "executable", str(python))
            reason = fault_of(number)
        if reason:
            pytest.skip(f"level {number} does not work on this machine: {reason}")
        yield number


def fault_of(level: int) -> str:
    """Why it does not work, or nothing."""
    try:
        attempt(level)
    except Unavailable as error:
        return str(error)
    return ""


@contextmanager
def the_systems_python() -> Iterator[Path | None]:
    """An interpreter that other users can reach, with the packages of this one; nothing where there is none such."""
    found = Path("/usr/bin", f"python3.{sys.version_info.minor}")
    with folder_for_everybody() as folder:
        made = found.exists() and subprocess.run([found, "-m", "venv", "--without-pip", folder], check=False)
        if not made or made.returncode != 0:
            yield None
            return
        (packages,) = folder.glob("lib/python3*/site-packages")
        wanted = {str(Path(module.__file__ or "").parents[1]) for module in (msgspec, zmq, msgpack)}
        (packages / "tests.pth").write_text("\n".join([str(ROOT), *wanted]))
        yield folder / "bin/python"


@contextmanager
def folder_for_everybody() -> Iterator[Path]:
    """An ordinary folder: those of the tests are closed to other users, which no organizer's need be."""
    with TemporaryDirectory(prefix="attacks-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def submission(folder: Path, name: str, module: str, *words: str) -> BotProgram:
    """A bot as a stranger submits it, its program copied into its folder."""
    for package in ("isolation/attacks", "referee/badbots"):
        shutil.copytree(ROOT / "tests/arena" / package, folder / "tests/arena" / package)
    shutil.copy(ROOT / "tests/places.py", folder / "tests")
    command = ", ".join(f"'{word}'" for word in ("python", "-m", module, *words))
    (folder / "bot.toml").write_text(f'name = "{name}"\ncommand = [{command}]\n')
    return load_folder(folder)


def attacker(folder: Path, mark: str, *attacks: str) -> BotProgram:
    return submission(folder, "attacker", "tests.arena.isolation.attacks", mark, *attacks)


def victim(folder: Path, arrives_after: float = 0, thinks_ms: int = 0) -> BotProgram:
    return submission(folder, "victim", "tests.arena.isolation.attacks.victim", str(arrives_after), str(thinks_ms))


def verdicts(logs: Path) -> dict[str, str]:
    """What the attacker said of each attack, in its first leg unless a later one says more."""
    (log,) = logs.glob("m1-*-attacker.log")
    lines = [line for line in log.read_text().splitlines() if ": " in line]
    return dict(line.split(": ", maxsplit=1) for line in lines)


def running(mark: str) -> list[int]:
    """Processes with the mark among their arguments, whoever their parent is."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark.encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


@contextmanager
def listening(path: Path) -> Iterator[tuple[str, str]]:
    """A port of loopback, an abstract name and a path that take connections."""
    name = f"arena-test-{uuid4().hex}"
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as unix,
        socket.socket(socket.AF_UNIX) as named,
    ):
        unix.bind(f"\0{name}")
        unix.listen()
        named.bind(str(path))
        path.chmod(0o600)
        named.listen()
        yield str(tcp.getsockname()[1]), name


def library_of_the_machine(folder: Path) -> Path:
    """Files that every bot may read, as the system's are; none of them is in memory."""
    folder.mkdir(parents=True)
    for number in range(memories.FILES):
        path = folder / f"{number:02}"
        path.write_bytes(os.urandom(memories.SIZE))
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        path.chmod(0o644)
    return folder


class Outcome:
    """One match between an attacker that tries every quiet attack and a victim, at one level."""

    def __init__(self, level: int, folder: Path) -> None:
        rival = victim(folder / "victim", arrives_after=2 * memories.YOUNG_S)
        store = folder / "results.sqlite"
        store.write_text("secret")
        store.chmod(0o600)
        self.outside = folder / "outside"
        self.outside.mkdir()
        self.others = folder / "others"
        self.others.write_text("")
        mark = uuid4().hex
        with ExitStack() as stack:
            caches = [library_of_the_machine(folder / name) for name in ("times", "pages", "access")]
            stack.enter_context(pytest.MonkeyPatch.context()).setenv("ARENA_RUNTIMES", ":".join(map(str, caches)))
            port, name = stack.enter_context(listening(folder / "service"))
            library_of_the_machine(folder / "attacker" / memories.OWN)
            bot = attacker(
                folder / "attacker",
                mark,
                "opens_a_rivals_socket",
                f"reads_a_rivals_file={rival.folder}/bot.toml",
                f"reads_a_rivals_log={folder / 'logs/m1-1-victim.log'}",
                f"reads_the_store={store}",
                "reads_the_referees_environment",
                "reads_the_referees_memory",
                "lists_the_folders_of_rivals",
                f"connects_to_loopback={port}",
                f"connects_to_an_abstract_socket={name}",
                f"connects_to_a_named_socket={folder / 'service'}",
                f"writes_to_others={self.outside / 'mark'}",
                "fills_a_disk_elsewhere",
                "changes_the_kernels_settings",
                "replaces_its_own_files",
                f"signals_the_referee_and_rivals={'SIGKILL' if level else '0'}",
                "slows_rivals_down",
                f"changes_rights_of_others={self.others}",
                f"carries_data_to_the_next_leg={mark}",
                f"leaves_notes_in_the_kernel={mark}",
                f"remembers_by_the_page_cache={caches[1]},{mark}",
                f"remembers_by_its_own_files={mark}",
                f"remembers_by_reading_times={caches[0]},{mark}",
                f"remembers_by_looking_for_names={caches[0]},{mark}",
                f"remembers_by_access_times={caches[2]},{mark}",
                "reads_counts_of_the_machine",
                "tells_the_leg_by_the_age_of_a_folder",
            )
            settings = ORDINARY | {"duplicate": True, "isolation": level}
            self.result = play([rival, bot], folder / "logs", **settings)
        self.grouped = all("+ cgroup" in words for words in self.result.isolation)
        self.left = running(mark)
        self.said = verdicts(folder / "logs")
        for place in ("/tmp", "/var/tmp", "/dev/shm", "/run", "/root"):
            try:
                Path(place, mark).unlink(missing_ok=True)
            except OSError:
                continue


@pytest.fixture(scope="module")
def outcome(level: int) -> Iterator[Outcome]:
    with folder_for_everybody() as folder:
        yield Outcome(level, folder)


@pytest.mark.parametrize("attack", QUIET, ids=[attack.name for attack in QUIET])
def test_it_is_held_where_that_is_claimed_and_nowhere_by_mistake(attack: Attack, level: int, outcome: Outcome) -> None:
    said = outcome.said[attack.name]
    if level in attack.stopped_at | (attack.grouped_at if outcome.grouped else frozenset()):
        assert said.startswith("held: "), said
    elif attack.name not in UNSHOWN and (attack.name not in FOR_ROOT or os.geteuid() == 0):
        assert said.startswith("got through: "), said


def test_the_rival_of_a_quiet_attacker_plays_every_round(level: int, outcome: Outcome) -> None:
    assert outcome.result.reason == "completed"
    assert outcome.left == []
    assert [text.startswith(f"{level}: ") for text in outcome.result.isolation] == [True, True]
    if level > 0:
        assert outcome.result.strikes == []
        assert not (outcome.outside / "mark").exists()


def test_nothing_is_laid_open_because_a_bot_names_it(level: int) -> None:
    """Where a bot's own loader would refuse it: the sandbox does not depend on that."""
    with folder_for_everybody() as place:
        victim(place / "rival")
        start = place / "rival" / "start.sh"
        start.write_text("#!/bin/sh\necho stolen: $0\n")
        start.chmod(0o755)
        rival = load_folder(place / "rival")
        thief = msgspec.structs.replace(victim(place / "thief"), name="thief", command=[str(start)])
        result = play([rival, thief], place / "logs", **ORDINARY, isolation=level, restarts=0)
        stolen = "stolen" in (place / "logs" / "m1-2-thief.log").read_text()
    assert [(strike.bot, strike.code) for strike in result.strikes] == [(1, "exited")]
    assert stolen == (level not in BY_NAME["names_a_rivals_program"].stopped_at)


@pytest.mark.parametrize(
    "ways", [["locks", "reading", "names"], pytest.param(["record_locks"], marks=pytest.mark.long)], ids=len
)
def test_what_one_ally_tells_the_other_hears_only_where_that_is_said(ways: list[str], level: int) -> None:
    with folder_for_everybody() as folder, pytest.MonkeyPatch.context() as patch:
        common, name = library_of_the_machine(folder / "common") / "00", uuid4().hex
        patch.setenv("ARENA_RUNTIMES", str(common.parent))
        places = {"names": name}
        told, heard = ([f"{verb}_{way}={places.get(way, common)}" for way in ways] for verb in ("tells_by", "hears"))
        teller = msgspec.structs.replace(attacker(folder / "teller", name, *told), name="teller")
        settings = ORDINARY | {"decision_ms": 10_000, "isolation": level}
        result = play([teller, attacker(folder / "hearer", name, *heard)], folder / "logs", **settings)
        said = verdicts(folder / "logs")
    assert result.reason == "completed"
    got_through = {name for name in said if said[name].startswith("got through: ")}
    tried = [BY_NAME[f"hears_{way}"] for way in ways]
    assert got_through == {attack.name for attack in tried if level not in attack.stopped_at}


def test_a_stranger_at_its_door_costs_a_rival_nothing(level: int) -> None:
    """The rivals are started after it, and each takes a while."""
    with folder_for_everybody() as folder:
        bot = attacker(folder / "attacker", uuid4().hex)
        knocks = ["-I", "-S", "tests/arena/isolation/attacks/knocker.py", uuid4().hex]
        bot = msgspec.structs.replace(bot, command=[bot.command[0], *knocks])
        rivals = [victim(folder / f"victim{number}", arrives_after=1) for number in range(3)]
        settings = ORDINARY | {"isolation": level, "restarts": 0}
        result = play([bot, *rivals], folder / "logs", **settings)
    assert result.reason == "completed"
    if level in BY_NAME["knocks_at_rivals_doors"].stopped_at:
        assert result.strikes == []


LIMITED = {
    "takes_4_gib_of_memory": "memory 512 MiB",
    "takes_4_gib_of_shared_memory": "memory 512 MiB",
    "takes_4_gib_in_many_processes": "memory 512 MiB",
    "takes_4_gib_in_orphans": "memory 512 MiB",
    "takes_4_gib_in_hidden_processes": "memory 512 MiB",
    "takes_4_gib_in_sockets": "memory 512 MiB",
    "takes_4_gib_in_page_tables": "memory 512 MiB",
    "makes_a_million_empty_files": "scratch 64 MiB",
    "forks_300_times": "processes 64",
    "fills_its_scratch": "scratch 64 MiB",
}


@contextmanager
def loud(level: int, folder: Path, *attacks: str, interpreter: str = "", **settings: Any) -> Iterator[MatchResult]:
    """One match of a victim that thinks and an attacker for each attack; nothing of it is left running. The referee is
    run by this `interpreter`, or that of the tests.
    """
    mark = uuid4().hex
    bots = [attacker(folder / attack, mark, attack) for attack in attacks]
    named = [msgspec.structs.replace(bot, name=attack) for bot, attack in zip(bots, attacks, strict=True)]
    wanted = ORDINARY | {"isolation": level, "restarts": 0, "rules": "five-players"} | settings
    bots = [victim(folder / "victim", thinks_ms=20), *named]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", interpreter or sys.executable)
        result = play(bots, folder / "logs", **wanted)
    yield result
    assert running(mark) == []


UNCOUNTED = list(LIMITED)[4:8]
"""What a control group counts and no limit of a process does."""
ORDINARY_LEVELS = {0, 2, 3}
NOBODY = 65534
SIDE_BY_SIDE = 4
"""Attackers at a table of five, beside their victim."""


@pytest.fixture
def without_groups(level: int, tmp_path: Path) -> str:
    """An interpreter whose process finds no control groups mounted."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("only root can take the control groups away")
    script = tmp_path / "python"
    script.write_text(
        "#!/bin/sh\nexec unshare --mount --propagation private"
        f' sh -c \'umount -l /sys/fs/cgroup; exec {sys.executable} "$@"\' sh "$@"\n'
    )
    script.chmod(0o755)
    return str(script)


def test_they_end_where_there_are_no_control_groups(level: int, tmp_path: Path, without_groups: str) -> None:
    attacks = [attack for attack in UNCOUNTED if level in BY_NAME[attack].stopped_at]
    with loud(level, tmp_path, *attacks, interpreter=without_groups) as result:
        assert result.reason == "completed"
        assert not any("cgroup" in words for words in result.isolation)
        struck = {strike.bot: (strike.code, strike.message.split(";")[0]) for strike in result.strikes}
        assert struck == {bot: ("over-limit", LIMITED[attack]) for bot, attack in enumerate(attacks, start=1)}


@pytest.fixture
def as_an_ordinary_user(level: int) -> Iterator[tuple[str, Path]]:
    """An interpreter that gives up being root first, and a folder in which it may write logs."""
    if level not in ORDINARY_LEVELS:
        pytest.skip("this level needs root")
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can become another user")
    with folder_for_everybody() as folder, the_systems_python() as python, pytest.MonkeyPatch.context() as patch:
        if python is None:
            pytest.skip("the system has no interpreter of this version")
        patch.setattr(sys, "executable", str(python))
        (folder / "logs").mkdir()
        (folder / "logs").chmod(0o777)
        script = folder / "python"
        words = f"--reuid={NOBODY} --regid={NOBODY} --clear-groups --inh-caps=-all"
        script.write_text(f'#!/bin/sh\nexec setpriv {words} {python} "$@"\n')
        script.chmod(0o755)
        if subprocess.run(
            [script, "-c", "import arena.referee"], cwd=ROOT, capture_output=True, check=False
        ).returncode:
            pytest.skip("another user cannot reach the packages of the tests")
        yield str(script), folder


def test_an_ordinary_user_sees_what_nobody_may_look_into(level: int, as_an_ordinary_user: tuple[str, Path]) -> None:
    """Root may look into every process, so that it would prove nothing."""
    interpreter, folder = as_an_ordinary_user
    with loud(level, folder, "takes_4_gib_in_hidden_processes", interpreter=interpreter) as result:
        assert not any("cgroup" in words for words in result.isolation)
        struck = {strike.bot: (strike.code, strike.message.split(";")[0]) for strike in result.strikes}
        assert struck == {1: ("over-limit", "memory 512 MiB")}


@pytest.mark.parametrize(
    "attacks", [list(LIMITED)[first : first + SIDE_BY_SIDE] for first in range(0, len(LIMITED), SIDE_BY_SIDE)]
)
def test_a_limit_ends_them_and_is_their_reason(attacks: list[str], level: int, tmp_path: Path) -> None:
    attacks = [attack for attack in attacks if level in BY_NAME[attack].stopped_at]
    with loud(level, tmp_path, *attacks) as result:
        assert result.reason == "completed"
        struck = {strike.bot: (strike.code, strike.message.split(";")[0]) for strike in result.strikes}
        assert struck == {bot: ("over-limit", LIMITED[attack]) for bot, attack in enumerate(attacks, start=1)}


def test_no_folder_ends_the_referee_or_outlasts_the_match(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with folder_for_everybody() as folder:
        monkeypatch.setenv("TMPDIR", str(folder))
        monkeypatch.setattr(tempfile, "tempdir", None)
        # enough rounds for a look at the scratch folders: the victim thinks in each
        with loud(level, folder, "nests_folders", "closes_its_folders", rounds=50) as result:
            assert result.reason == "completed"
            struck = {strike.bot: strike.code for strike in result.strikes}
            assert struck.items() <= {1: "over-limit", 2: "over-limit"}.items()
            if level in SCRATCH_ON_DISK:
                assert 1 in struck
        assert list(folder.glob("arena-*")) == []


def test_no_detached_process_is_left_and_a_thinking_bot_gets_no_strike(level: int, tmp_path: Path) -> None:
    attacks = ["leaves_a_grandchild"]
    if level in BY_NAME["burns_the_processor"].stopped_at:
        attacks.append("burns_the_processor")
    with loud(level, tmp_path, *attacks, decision_ms=1500) as result:
        assert result.strikes == []


def test_the_guide_shows_what_the_attacks_are_held_to() -> None:
    assert shown(GUIDE.read_text()) == render()
    assert {attack.name for attack in LOUD} <= set(Path(__file__).read_text().split('"'))
