"""`arena arrange --compare`: what somebody's own rows are worth beside the best, in words and as JSON."""

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from arena.cli.arrange.arrange import arrange
from arena.errors import ArenaError, UsageError
from protocol.typed import TypedError

HAND = "As Kd Qh 9h 9s 8c 7h 6d 5h 5c 4h 3h 2h"
PLAIN = "Kd Qh 2h | 5h 5c 8c 7h 6d | As 9h 9s 4h 3h"
FOUL = "9h 9s Kd | 5h 5c 8c 7h 6d | As Qh 4h 3h 2h"
PAIRS = "2s 2h 4d | 4c 6s 6h 9d 9c | Js Jh Ks Kh Ad"
JOKERS = "3s 4d 7h | 2s 2h 6s 9d Td | Js Jh Ks Xs Xb"


def run(*arguments: str) -> str:
    done = CliRunner().invoke(arrange, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def document(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*arguments, "--json"))
    return found


def rows(arrangement: dict[str, Any]) -> str:
    return " | ".join(" ".join(arrangement[row]) for row in ("front", "middle", "back"))


@pytest.mark.parametrize(
    ("given", "rules", "outcome"),
    [
        (PLAIN, "standard", "plain"),
        (FOUL, "standard", "foul"),
        (PAIRS, "standard", "special"),
        (PAIRS, "common", "special"),
        (f"{PAIRS} | declined", "common", "plain"),
        (JOKERS, "wild", "plain"),
    ],
)
def test_the_parts_are_all_of_the_water_of_both(given: str, rules: str, outcome: str) -> None:
    found = document("--compare", given, "--rules", rules)
    compared, best = found["compared"], found["arrangements"][0]
    assert (compared["outcome"], rows(compared)) == (outcome, given.removesuffix(" | declined"))
    assert compared["decline"] == given.endswith("declined")
    assert compared["margin"] == pytest.approx(best["water"] - compared["water"], abs=2e-4)
    for side, water in (("given", compared["water"]), ("best", best["water"])):
        assert sum(part[side] for part in compared["parts"].values()) == pytest.approx(water, abs=5e-4)
    assert compared["margin"] >= 0


def test_what_wins_is_told_by_row_by_gun_and_by_special_hand() -> None:
    parts = document("--compare", PLAIN)["compared"]["parts"]
    assert list(parts) == ["front", "middle", "back", "guns", "special", "foul"]
    assert parts["middle"]["given"] < parts["middle"]["best"]
    assert parts["special"]["given"] == parts["special"]["best"] < 0
    declined = document("--compare", f"{PAIRS} | declined", "--rules", "common")["compared"]["parts"]
    assert declined["special"]["best"] > 11
    assert declined["guns"]["best"] == 0 != declined["guns"]["given"]
    fouled = document("--compare", FOUL)["compared"]["parts"]
    assert fouled["foul"]["given"] < -5
    assert fouled["front"]["given"] == 0


def test_the_best_itself_gives_nothing_away() -> None:
    best = document(HAND, "--top", "1")["arrangements"][0]
    compared = document(HAND, "--compare", rows(best))["compared"]
    assert compared["margin"] == pytest.approx(0, abs=1e-4)
    assert {key: compared[key] for key in best} == best
    assert "as much as the best" in run("--compare", rows(best))


def test_a_person_reads_a_sentence_and_a_line_for_each_part_that_counts() -> None:
    output = run("--compare", PLAIN)
    assert re.search(r"Yours \(plain rows\) is worth -\d+\.\d\d water, \d+\.\d\d less than the best", output)
    assert "guns and home runs" in output
    assert "foul 倒水" not in output
    assert all(cell_len(line) <= 80 for line in output.splitlines())
    assert output.index("A♠ K♦") < output.index("Yours")
    fouled = run("--compare", FOUL)
    assert "a foul 倒水, rows out of order" in fouled
    assert "  foul 倒水  " in fouled
    assert "six-pairs" in run("--compare", f"{PAIRS} | declined", "--rules", "common")


def test_the_rows_say_what_the_hand_is() -> None:
    assert document("--compare", PLAIN) == document(HAND, "--compare", PLAIN)
    assert document("--compare", PLAIN.replace(" ", ", "))["compared"] == document("--compare", PLAIN)["compared"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--compare", "Kd Qh 2h | 5h 5c 8c 7h 6d"], "--compare: three rows are expected"),
        (["--compare", f"{PLAIN} | folded"], "--compare: three rows are expected"),
        (["--compare", PLAIN.replace("2h |", "|")], "12 cards; a hand is 13"),
        (["--compare", PLAIN.replace("2h |", "| 2h")], "--compare: front has 2 cards, 3 are expected"),
        (["--compare", PLAIN.replace("2h", "1h")], "'1h' is no card"),
        ([HAND.replace("2h", "2s"), "--compare", PLAIN], "--compare: 2h: not dealt; 2s: dealt but not laid"),
    ],
)
def test_rows_that_cannot_be_compared(arguments: list[str], words: str) -> None:
    with pytest.raises((ArenaError, TypedError, UsageError), match=re.escape(words)):
        run(*arguments)


def test_hands_from_a_file_are_not_compared(tmp_path: Any) -> None:
    (tmp_path / "hands.txt").write_text(f"{HAND}\n{HAND}\n")
    with pytest.raises(UsageError, match="--compare takes one hand, not --file"):
        run("--file", str(tmp_path / "hands.txt"), "--compare", PLAIN)
