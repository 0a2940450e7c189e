"""Every public case: a round, its rule set and the water it comes to."""

import json
from typing import Any

import msgspec
import pytest

from arena.shisanshui.rounds import LaidSeat, score_round
from arena.shisanshui.ruleset import load_rules
from tests.places import VECTORS

ROUNDS = [
    json.loads(line)
    for name in ("scoring.jsonl", "scoring-rulesets.jsonl")
    for line in (VECTORS / name).read_text().splitlines()
]


@pytest.mark.parametrize("case", ROUNDS, ids=[f"{place}-{case['rules']}" for place, case in enumerate(ROUNDS)])
def test_water(case: dict[str, Any]) -> None:
    seats = msgspec.convert(case["seats"], list[LaidSeat])
    assert score_round(load_rules(case["rules"]), seats).settlement.water == case["water"]
