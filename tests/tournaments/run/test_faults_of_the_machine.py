"""A touched file or a full disk stops a real cup, costs no bot anything, and the same command goes on afterwards."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.places import ARENA
from tests.tournaments.running import CUP, arena, prepare

TOUCHING = """
import pathlib
from protocol.sdk import Bot
class Touching(Bot):
    def arrange(self, hand, table):
        order = pathlib.Path("touch-it")
        if order.exists():
            order.unlink()
            with open("greedy/bot.py", "a") as file:
                file.write("# touched")
        return sorted(hand)[:3], sorted(hand)[3:8], sorted(hand)[8:]
Touching().run()
"""
"""The organizer's own program, which runs beside the cup's bots and changes a file of one of them."""

CHATTY = """
from protocol.sdk import Bot
class Chatty(Bot):
    def arrange(self, hand, table):
        print("x" * 80000)
        return sorted(hand)[:3], sorted(hand)[3:8], sorted(hand)[8:]
Chatty().run()
"""

IN_LITTLE_SPACE = """
export TMPDIR=/mnt/scratch
mkdir $TMPDIR
head -c 15400000 /dev/zero > /mnt/filler
"$0" tournament run cup.toml --out /mnt/cup --jobs 1 2>&1
echo "status $?"
rm /mnt/filler
"$0" tournament run cup.toml --out /mnt/cup --jobs 1 2>&1
echo "status $?"
"$0" verify /mnt/cup
"$0" tournament export /mnt/cup --format json > exported.json
"""


def charged(document: str) -> list[int]:
    return [count for match in json.loads(document)["matches"] for count in match["strikes"]]


@pytest.mark.long
def test_a_touched_file_stops_the_cup_and_a_mended_one_lets_it_go_on(tmp_path: Path) -> None:
    folder = prepare(tmp_path)
    (folder / "touching.py").write_text(TOUCHING)
    own = 'name = "touching"\ncommand = ["python", "touching.py"]'
    cup = CUP.replace('path = "random"\nname = "random-2"', own)
    (folder / "cup.toml").write_text(cup)
    (folder / "touch-it").touch()
    before = (folder / "greedy" / "bot.py").read_text()
    stopped = arena(folder, "tournament", "run", "cup.toml", "--jobs", "1")
    assert stopped.returncode == 1
    assert "greedy: its files are no longer those submitted: changed bot.py" in stopped.stderr
    assert "No bot is charged for it and nothing is lost" in stopped.stderr
    shown = arena(folder, "tournament", "status", "runs/cup")
    assert f"The last run stopped, and no bot is charged for it: {folder / 'greedy'}: its files" in " ".join(
        shown.stdout.split()
    )
    (folder / "greedy" / "bot.py").write_text(before)
    assert arena(folder, "tournament", "run", "cup.toml", "--jobs", "1").returncode == 0
    assert set(charged(arena(folder, "tournament", "export", "runs/cup", "--format", "json").stdout)) == {0}
    assert arena(folder, "verify", "runs/cup").returncode == 0


@pytest.mark.long
@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap makes the small disk")
def test_a_full_disk_stops_the_cup_and_space_lets_it_go_on(tmp_path: Path) -> None:
    folder = prepare(tmp_path)
    (folder / "random" / "bot.py").write_text(CHATTY)
    disk = ["bwrap", "--dev-bind", "/", "/", "--size", "16000000", "--tmpfs", "/mnt"]
    done = subprocess.run(
        [*disk, "sh", "-c", IN_LITTLE_SPACE, ARENA], cwd=folder, capture_output=True, text=True, check=False
    )
    first, second, rest = done.stdout.split("status ")
    assert "No space left on device" in first
    assert "No bot is charged for it and nothing is lost" in first
    assert second.startswith("1")
    assert rest.startswith("0")
    assert "everything agrees" in rest
    assert set(charged((folder / "exported.json").read_text())) == {0}
