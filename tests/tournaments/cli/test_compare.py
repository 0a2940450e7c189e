"""`arena compare`: which of two bots is better, as a command and an exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import SAMPLES

GREEDY, PLAIN, RANDOM = (str(SAMPLES / name) for name in ("greedy", "plain", "random"))


def arena(*arguments: object, cwd: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "arena", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compare")


@pytest.fixture(scope="module")
def better(place: Path) -> "subprocess.CompletedProcess[str]":
    return arena("compare", GREEDY, PLAIN, RANDOM, "--seed", "x", "--out", "better", "--json", cwd=place)


def test_the_new_bot_is_better(better: "subprocess.CompletedProcess[str]") -> None:
    assert better.returncode == 0, better.stderr
    told = json.loads(better.stdout)
    assert (told["new"], told["old"], told["verdict"], told["record"]) == ("greedy", "plain", "better", "better")
    assert told["deals"] == 50
    assert told["water"] > told["water95"] > 0
    assert told["elo"] > told["elo95"] > 0
    gains = [abs(hand["gain"]) for hand in told["hands"]]
    assert gains == sorted(gains, reverse=True)
    assert len(gains) == 5
    for hand in told["hands"]:
        for bot in ("new", "old"):
            laid = hand[bot]
            assert sorted(laid["front"] + laid["middle"] + laid["back"]) == sorted(hand["hand"])
        assert hand["gain"] == pytest.approx(hand["new"]["water"] - hand["old"]["water"])


def test_its_record_is_a_tournaments(better: "subprocess.CompletedProcess[str]", place: Path) -> None:
    assert better.returncode == 0
    assert arena("verify", "better", cwd=place).stdout.endswith("everything agrees\n")
    shown = json.loads(better.stdout)["hands"][0]
    seen = json.loads(
        arena("replay", "better", shown["match"], shown["round"], "--leg", shown["new_leg"], "--json", cwd=place).stdout
    )
    (seat,) = [seat for seat in seen[0]["seats"] if seat["bot"] == "greedy"]
    assert sorted(seat["hand"]) == sorted(shown["hand"])
    assert seat["front"] == shown["new"]["front"]


def test_given_again_it_goes_on_where_it_was(better: "subprocess.CompletedProcess[str]", place: Path) -> None:
    again = arena("compare", GREEDY, PLAIN, RANDOM, "--out", "better", "--json", cwd=place)
    assert (again.returncode, again.stdout) == (0, better.stdout)
    other = arena("compare", GREEDY, RANDOM, "--out", "better", cwd=place)
    assert other.returncode == 1
    assert "differs" in other.stderr or "another tournament" in other.stderr


def test_a_worse_one_and_one_that_is_the_same_have_a_status_of_their_own(place: Path) -> None:
    worse = arena("compare", RANDOM, GREEDY, "--seed", "x", "--hands", "1", cwd=place)
    assert worse.returncode == 4, worse.stderr
    assert worse.stdout.startswith("random is worse than greedy, 95.0% sure\n-")
    same = arena("compare", GREEDY, GREEDY, "--rounds", "6", "--block", "3", "--seed", "x", cwd=place)
    assert same.returncode == 3, same.stderr
    assert same.stdout.startswith("it is not clear whether greedy or greedy#2 is better\n+0.00 ± 0.00 water")
    assert "6 deals" in same.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([GREEDY], "Missing argument 'OLD'"),
        ([GREEDY, "nowhere"], "nowhere"),
        ([GREEDY, PLAIN, *[RANDOM] * 3], "holds 52 cards"),
        ([GREEDY, PLAIN, "--confidence", "1"], "--confidence"),
        ([GREEDY, "remote:k7H&=!Yo8YH-VUt0/uCP8osY^Z5oAiou2Gk!j3fo"], "is remote"),
    ],
)
def test_wrong_usage_is_said_before_anything_starts(arguments: list[str], words: str, tmp_path: Path) -> None:
    done = arena("compare", *arguments, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert words in done.stderr
    assert list(tmp_path.iterdir()) == []
