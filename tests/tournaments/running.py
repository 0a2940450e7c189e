"""Running the command `arena` as a person does, in a folder of the test's own, and seeing what it leaves."""

import os
import select
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tests.places import ARENA, SAMPLES
from tournaments.layout import ELO_CSV, STANDINGS_CSV

CUP = """
[tournament]
name = "Small cup"
seed = "open"
[match]
rounds = 4
duplicate = false
startup = "30s"
decision = "20s"
[[bots]]
path = "greedy"
[[bots]]
path = "greedy"
name = "greedy-2"
[[bots]]
path = "random"
[[bots]]
path = "random"
name = "random-2"
[[stages]]
format = "elimination"
table_size = 2
advance = 1
extra_limit = 0
"""


def prepare(folder: Path) -> Path:
    """Put bots and a cup into the folder: whatever runs below it belongs to the test."""
    for name in ("greedy", "random"):
        shutil.copytree(SAMPLES / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "cup.toml").write_text(CUP)
    return folder


def arena(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ARENA, *words], cwd=folder, capture_output=True, text=True, check=False)


def begin(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [ARENA, "tournament", "run", "cup.toml", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def read_until(process: subprocess.Popen[str], word: str) -> None:
    """Read what the run prints up to a line with `word`."""
    assert process.stdout is not None
    for line in process.stdout:
        if word in line:
            return
    raise AssertionError(f"ended without saying {word!r}")


def processes_in(folder: Path) -> set[int]:
    """Processes whose working folder is `folder` or below it."""
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "cwd").readlink().is_relative_to(folder):
                found.add(int(entry.name))
        except OSError:
            continue
    return found


def wait_until_gone(folder: Path, seconds: float) -> set[int]:
    """Wait until no process is left in `folder`; returns those that are there after all."""
    while left := processes_in(folder):
        for pid in left:
            try:
                descriptor = os.pidfd_open(pid)
            except ProcessLookupError:
                continue
            ended = select.select([descriptor], [], [], seconds)[0]
            os.close(descriptor)
            if not ended:
                return left
    return set()


def finished_matches(store: Path) -> dict[str, str]:
    with closing(sqlite3.connect(store)) as connection:
        return dict(connection.execute("SELECT id, digest FROM matches").fetchall())


def tables(folder: Path, run: str) -> dict[str, bytes]:
    return {name: (folder / "runs" / run / name).read_bytes() for name in (STANDINGS_CSV, ELO_CSV)}


def referees(folder: Path) -> list[int]:
    """The processes of matches in play in `folder`."""
    found = []
    for pid in processes_in(folder):
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"arena.referee" in words:
            found.append(pid)
    return found
