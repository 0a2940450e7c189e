"""A cup on a disk that cannot be written is looked at like any other."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.places import ARENA
from tests.tournaments.interrupted import begin
from tournaments.layout import SIDES
from tournaments.store.store import Store


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap makes the disk read-only")
def test_an_unfinished_cup_on_a_disk_that_cannot_be_written_has_a_status(tmp_path: Path) -> None:
    begin(tmp_path / "live", 2)
    with Store.open(tmp_path / "live") as store:
        store.lose("s1t3", "2026-01-02T03:04:05+00:00", "in the journal alone")
        shutil.copytree(tmp_path / "live", tmp_path / "cup")
    (tmp_path / "cup" / f"results.sqlite{SIDES[2]}").unlink()
    words = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/dev/shm", "--setenv", "TMPDIR", "/dev/shm"]
    shown = subprocess.run(
        [*words, str(ARENA), "tournament", "status", str(tmp_path / "cup")], capture_output=True, text=True, check=False
    )
    assert shown.returncode == 0, shown.stderr
    assert "Test cup: not finished, nobody runs it now" in shown.stdout
