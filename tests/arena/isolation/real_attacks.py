"""Bots that attack and their victims as strangers submit them, and what is found of them afterwards."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgpack
import msgspec
import zmq

from arena.bots.resolve import load_folder
from arena.records.job import BotProgram
from tests.arena.isolation.attacks import memories
from tests.arena.isolation.attacks.table import ATTACKS
from tests.places import ROOT

ROUNDS = 3
ORDINARY = {"rounds": ROUNDS, "decision_ms": 3000, "grace_ms": 300, "startup_ms": 8000}
BY_NAME = {attack.name: attack for attack in ATTACKS}


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
