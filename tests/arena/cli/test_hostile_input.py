"""Whatever stands in a hand, a rule set or a line to score, a command answers with a status and a line, never a
traceback.
"""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.cli import main
from tests.arena.bots.toml_values import literal, values
from tests.arena.cli.score.scoring import GOOD

HAND = "As Kd Qh 9h 9s 8c 7h 6d 5h 5c 4h 3h 2h"
KEYS = ("gun", "base", "horse", "home_run", "specials", "deck", "water", "extends", "equal_rows", "escape", "gnu")
budget = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
unruly = st.text(st.characters(codec="utf-8"), max_size=30)
anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**80), 2**80) | st.floats() | unruly | st.sampled_from(["As", "Xb"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(unruly, inner, max_size=3),
    max_leaves=8,
)


def answered(*words: str) -> tuple[int, str, str]:
    """Return the exit status of a command, what it printed, and what it complained of."""
    out, errors = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors), pytest.raises(SystemExit) as ended:
        main(words)
    out.seek(0)
    assert isinstance(ended.value.code, int)
    return ended.value.code, out.read(), errors.getvalue()


@given(
    hand=unruly
    | st.permutations(HAND.split()).map(" ".join)
    | st.lists(st.sampled_from(["As", "|", "1h"])).map(" ".join)
)
@budget
def test_a_hand_is_arranged_or_refused_in_a_line(hand: str) -> None:
    status, out, errors = answered("arrange", "--", hand)
    assert status in {0, 1, 2}
    assert (status == 0) == bool(out)
    assert status == 0 or errors.startswith("arena: ")
    assert errors.count("\n") <= 1


@given(rows=st.lists(st.dictionaries(st.sampled_from(["rules", "seats", "x"]), anything) | anything, max_size=3))
@budget
def test_each_line_to_score_has_an_answer_of_its_own(rows: list[Any], tmp_path: Path) -> None:
    lines = [json.dumps(row) for row in [GOOD, *rows, GOOD]]
    (tmp_path / "rounds.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    status, out, errors = answered("score", str(tmp_path / "rounds.jsonl"))
    found = [json.loads(line) for line in out.splitlines()]
    assert errors == ""
    assert len(found) == len(lines)
    assert [answer["water"] for answer in (found[0], found[-1])] == [[15, -15]] * 2
    assert status == int(any("error" in answer for answer in found))


@pytest.mark.parametrize("extends", ["", ".", "\0", "\0.toml", "none.toml", "house.toml"])
def test_what_a_rule_set_extends_is_complained_of_as_its_own_key(extends: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f"extends = {literal(extends)}\n", encoding="utf-8")
    status, _out, errors = answered("rules", "check", str(file))
    assert status == 1
    assert errors.startswith(f"arena: {file}: extends: ")
    assert errors.count("\n") == 1


@given(changed=st.dictionaries(st.sampled_from(KEYS), values, min_size=1, max_size=3))
@budget
def test_a_rule_set_is_one_or_its_file_and_key_are_named(changed: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("".join(f"{key} = {literal(value)}\n" for key, value in changed.items()), encoding="utf-8")
    status, _out, errors = answered("rules", "check", str(file))
    assert status in {0, 1, 2}
    if status:
        assert "house.toml: " in errors
        assert errors.count("\n") == 1
