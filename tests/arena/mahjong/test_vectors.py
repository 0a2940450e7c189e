"""The worked cases: every clause failing and holding, and switched profiles."""

import json
from typing import Any

import pytest

from arena.mahjong.scoring import score
from tests.places import ROOT

VECTORS = ROOT / "tests" / "vectors"


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a file, a line each."""
    return [json.loads(line) for line in (VECTORS / name).read_text(encoding="utf-8").splitlines()]


LINES: list[dict[str, Any]] = cases("mahjong-scoring.jsonl")
WINS = [case for case in cases("mahjong.jsonl") if case["id"].startswith("W")]
_MELDS = {"minggang": "ming", "angang": "an"}


def test_there_are_four_hundred_lines_and_what_each_comes_to() -> None:
    assert len(LINES) == 400
    for number, case in enumerate(LINES):
        found = score(case["line"])
        assert {key: found.get(key) for key in case["expect"]} == case["expect"], number


def meld(words: str) -> dict[str, Any]:
    """A meld as the table of wins writes it: `chi 1m2m3m`, or one tile for equal ones."""
    kind, written = words.split()
    tiles = [written[place : place + 2] for place in range(0, len(written), 2)] if len(written) > 1 else [written]
    if len(tiles) == 1:
        tiles *= 4 if "gang" in kind else 3
    return {"kind": _MELDS.get(kind, kind), "tiles": tiles}


@pytest.mark.parametrize("case", WINS, ids=[case["id"] for case in WINS])
def test_a_worked_win_comes_to_what_it_says(case: dict[str, Any]) -> None:
    line: dict[str, Any] = {
        "game": "mahjong",
        "rules": "jilin",
        "dealer": 0,
        "hand": case["hand"].split(),
        "melds": [meld(words) for words in case["melds"]],
        **{key: case[key] for key in ("tile", "how", "winner", "from") if key in case},
    }
    found = score(line)
    assert found["win"] is case["win"]
    if case["win"]:
        assert found["fan"] == case["fan"]
        assert found["water"] == case["deltas"]
        assert found["waits"] == case.get("waits", " ".join(found["waits"])).split()
    else:
        assert found["why"][:2] in case["why"]
