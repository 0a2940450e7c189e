"""`arena verify --replay`: the bots of a finished cup play its deals again."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.isolation.choice import Unavailable, attempt
from tests.tournaments.running import arena, prepare


def is_strong() -> bool:
    """Whether bots can be held as strongly here as playing again demands."""
    try:
        attempt(3)
    except Unavailable:
        return False
    return True


pytestmark = pytest.mark.skipif(not is_strong(), reason="no level 3 of isolation")


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with two steady bots and a finished cup of theirs."""
    folder = prepare(tmp_path_factory.mktemp("cup"))
    text = (folder / "cup.toml").read_text()
    again = text.replace('path = "random"\n[[', 'path = "greedy"\nname = "greedy-3"\n[[')
    (folder / "cup.toml").write_text(
        again.replace('path = "random"\nname = "random-2"', 'path = "greedy"\nname = "greedy-4"')
    )
    done = arena(folder, "tournament", "run", "cup.toml")
    assert done.returncode == 0, done.stderr
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        yield folder


def test_what_the_bots_play_again_is_what_is_recorded(cup: Path) -> None:
    done = arena(cup, "verify", "runs/cup", "--replay")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "s2t1: 8 answers as recorded" in done.stdout
    (file,) = (cup / "cache" / "shisanshui-arena" / "replayed").iterdir()
    kept = file.read_text()
    (cup / "moved").mkdir()
    shutil.copytree(cup / "greedy", cup / "moved" / "greedy")
    again = arena(cup, "verify", "runs/cup", "--replay", "--json", "--bots", "moved")
    told = json.loads(again.stdout)
    assert (told["agrees"], told["differences"], again.stderr) == (True, [], "")
    assert [match["match"] for match in told["replay"]["matches"]] == ["s1t1", "s1t2", "s2t1"]
    assert (told["replay"]["compared"], told["replay"]["left_out"]) == (24, {})
    assert file.read_text() == kept, "nothing is played a second time"


@pytest.mark.long
def test_a_share_can_be_chosen_and_nonsense_cannot(cup: Path) -> None:
    done = arena(cup, "verify", "runs/cup", "--replay", "--sample", "30%")
    assert "playing 1 match again" in done.stdout
    wrong = arena(cup, "verify", "runs/cup", "--replay", "--sample", "no")
    assert (wrong.returncode, "--sample: expected a share such as 5%" in wrong.stderr) == (2, True)
    assert arena(cup, "verify", "runs/cup", "--jobs", "2").returncode == 2


def test_a_bot_that_is_not_the_one_that_played_is_refused(cup: Path, tmp_path: Path) -> None:
    shutil.copytree(cup, tmp_path / "copy")
    with (cup / "greedy" / "bot.py").open("a") as file:
        file.write("# changed\n")
    try:
        done = arena(cup, "verify", "runs/cup", "--replay")
    finally:
        shutil.copy(tmp_path / "copy" / "greedy" / "bot.py", cup / "greedy" / "bot.py")
    assert done.returncode == 1
    assert "holds other files than played" in done.stderr
