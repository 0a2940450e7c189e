"""`arena score` from the outside: lines in, lines out."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.arena.cli.score.scoring import GOOD, LOWER, PLAIN, lines, run
from tests.places import VECTORS


def test_a_round_from_standard_input() -> None:
    status, [scored], errors = run(text=lines(GOOD))
    assert (status, errors) == (0, "")
    assert scored["water"] == [15, -15]
    assert scored["seats"][0] == {"outcome": "plain", "special": None, "rows": ["high-card", "high-card", "pair"]}
    assert scored["transfers"][-1] == {"from": 1, "to": 0, "water": 12, "reason": "home-run"}


def test_chips_seats_and_the_table_of_escapes() -> None:
    special = {"front": ["2s", "2h", "4d"], "middle": ["4c", "6s", "6h", "9d", "9c"]}
    special["back"] = ["Js", "Jh", "Ks", "Kd", "Ad"]
    rules = {"base": 5, "multiplier": 2}
    _, [scored], _ = run(text=lines({"rules": rules, "seats": [special, {"foul": True}, {"escaped": True}]}))
    assert scored == {
        "water": [5, -3, -18],
        "chips": [50, -30, -180],
        "seats": [
            {"outcome": "special", "special": "six-pairs", "rows": ["pair", "two-pairs", "two-pairs"]},
            {"outcome": "foul", "special": None, "rows": None},
            {"outcome": "escaped", "special": None, "rows": None},
        ],
        "transfers": [
            {"from": 1, "to": 0, "water": 4, "reason": "special"},
            {"from": 2, "to": None, "water": 18, "reason": "escape"},
            {"from": None, "to": 0, "water": 1, "reason": "escape"},
            {"from": None, "to": 1, "water": 1, "reason": "escape"},
        ],
    }


def test_a_file_scores_as_standard_input_does(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(lines(GOOD, "", {**GOOD, "rules": "totals", "note": "other keys are the reader's own"}))
    status, scored, _ = run(str(path))
    assert status == 0
    assert [line["water"] for line in scored] == [[15, -15], [21, -21]]
    assert run("-", text=path.read_text())[1] == scored


def test_rules_written_out_or_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("[home_run]\nbonus = 1\n")
    _, scored, _ = run(text=lines({**GOOD, "rules": {"home_run": {"bonus": 0}}}, {**GOOD, "rules": str(path)}))
    assert [line["water"] for line in scored] == [[3, -3], [4, -4]]


def test_every_public_case_at_once() -> None:
    vectors = VECTORS / "scoring-rulesets.jsonl"
    status, scored, _ = run(str(vectors))
    assert status == 0
    assert [line["water"] for line in scored] == [
        json.loads(line)["water"] for line in vectors.read_text().splitlines()
    ]


def test_a_line_may_have_keys_of_its_own() -> None:
    status, scored, _ = run(text=lines({"id": 7, **GOOD, "water": [0, 0], "note": "of ours"}, GOOD))
    assert status == 0
    assert scored[0] == scored[1]


@pytest.mark.parametrize("end", ["\n", ""])
def test_a_byte_order_mark_is_no_part_of_the_first_line(end: str) -> None:
    status, scored, _ = run(text="\ufeff" + json.dumps(GOOD) + end)
    assert status == 0
    assert scored == run(text=lines(GOOD))[1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "not JSON"),
        ("[]", 'an object with "rules" and "seats" is expected'),
        ({"rules": "standard"}, '"seats" is missing; a list with an object for each seat is expected'),
        ({"seats": [PLAIN, LOWER]}, '"rules" is missing; a rule set\'s name or an object is expected'),
        ({**GOOD, "seats": {}}, '"seats": a list with an object for each seat is expected'),
        ({**GOOD, "seat": 1}, 'unknown key "seat"; did you mean "seats"?'),
        ({**GOOD, "declne": True}, 'unknown key "declne"; did you mean "decline", in a seat?'),
        ('{"seats": []}', '"rules"'),
        ({**GOOD, "rules": "standrd"}, 'rules: unknown rule set "standrd"; did you mean "standard"?'),
        ({**GOOD, "rules": 3}, "rules: a rule set's name or an object is expected, got 3"),
        ({**GOOD, "rules": {"gunn": 3}}, 'rules: unknown key "gunn"; did you mean "gun"?'),
        ({**GOOD, "seats": [PLAIN, {"frnt": []}]}, 'seats[1]: unknown key "frnt"; did you mean "front"?'),
        ({**GOOD, "seats": [PLAIN, {**LOWER, "back": 5}]}, "seats[1]: back: expected a list, got 5"),
        ({**GOOD, "seats": [PLAIN, {**LOWER, "back": []}]}, "seats[1]: back: expected a list of 5 entries, got []"),
        ({**GOOD, "seats": [PLAIN, PLAIN]}, "seats: As is used 2 times"),
        ("[" * 100_000, "not JSON"),
        ('{"rules": "standard", "seats": "\\ud800"}', ""),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_scored(line: Any, words: str) -> None:
    status, scored, _ = run(text=lines(GOOD, line, GOOD))
    assert status == 1
    assert [list(answer) == ["error"] for answer in scored] == [False, True, False]
    assert scored[1]["error"].startswith("line 2: ")
    assert words in scored[1]["error"]


def test_a_line_too_long_and_bytes_that_are_no_text() -> None:
    endless = b'{"rules": "' + b"x" * (3 << 20) + b'"}\n'
    status, scored, _ = run(text=b"\xff\xfe\n" + endless + lines(GOOD).encode())
    assert status == 1
    assert scored[0]["error"].startswith("line 1: not JSON")
    assert scored[1]["error"] == "line 2: longer than 1 MiB"
    assert scored[2]["water"] == [15, -15]


def test_a_file_that_is_not_there() -> None:
    status, scored, errors = run("nowhere.jsonl")
    assert (status, scored) == (2, [])
    assert errors == "arena: nowhere.jsonl: cannot be read: No such file or directory\n"


def test_whoever_waits_for_each_answer_gets_it() -> None:
    command = [sys.executable, "-c", "from arena.cli import main; main()", "score"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(lines(GOOD).encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["water"] == [15, -15]
        process.stdin.close()
        assert process.wait() == 0
