"""`arena arrange`: the shape other programs read, what a person sees, and what is wrong with a hand."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from arena.cli.arrange.arrange import arrange
from arena.errors import ArenaError, UsageError
from protocol.typed import TypedError

HAND = "As Kd Qh 9h 9s 8c 7h 6d 5h 5c 4h 3h 2h"
SIX_PAIRS = "2s 2h 4d 4c 6s 6h 9d 9c Js Jh Ks Kh Ad"


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(arrange, arguments, input=stdin, catch_exceptions=False)


def document(*arguments: str, stdin: str | None = None) -> dict[str, Any]:
    done = run(*arguments, "--json", stdin=stdin)
    assert done.exit_code == 0
    found: dict[str, Any] = json.loads(done.output)
    return found


def test_the_shape_that_other_tools_read() -> None:
    found = document(HAND, "--top", "2")
    assert (found["rules"], found["players"], len(found["arrangements"])) == ("standard", 4, 2)
    first, second = found["arrangements"]
    assert first.keys() >= {"front", "middle", "back", "outcome", "special", "water"}
    assert [len(first[row]) for row in ("front", "middle", "back")] == [3, 5, 5]
    assert sorted(first["front"] + first["middle"] + first["back"]) == sorted(HAND.split())
    assert (first["outcome"], first["special"], len(first["win"])) == ("plain", None, 3)
    assert first["water"] >= second["water"]
    assert found["reason"]["margin"] == pytest.approx(first["water"] - second["water"], abs=2e-4)


def test_a_special_hand() -> None:
    (found,) = document(SIX_PAIRS)["arrangements"]
    assert (found["outcome"], found["special"], found["win"]) == ("special", "six-pairs", None)
    assert 11 < found["water"] <= 12


def test_players_and_rules_count() -> None:
    four = document(HAND, "--top", "1")["arrangements"][0]["water"]
    two = document(HAND, "--top", "1", "--players", "2")["arrangements"][0]["water"]
    assert two != four
    assert document(HAND, "--rules", "two-packs", "--players", "8")["players"] == 8
    with pytest.raises(UsageError, match=r"--players 5: 5 seats.*five-players"):
        run(HAND, "--players", "5")


def test_jokers_where_the_deck_has_them() -> None:
    found = document("Xb Xs Qh 9h 9s 8c 7h 6d 5h 5c 4h 3h 2c", "--rules", "wild", "--top", "1")
    assert found["arrangements"][0]["outcome"] in {"plain", "special"}


def test_hands_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"# two hands\n{HAND}\n\n{SIX_PAIRS.replace(' ', ', ')}  # pairs\n")
    hands = document("--file", str(file), "--top", "1")["hands"]
    assert [each["arrangements"][0]["special"] for each in hands] == [None, "six-pairs"]
    assert document("--file", "-", "--top", "1", stdin=HAND)["hands"] == hands[:1]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_a_person_sees_fits_eighty_columns(lang: str) -> None:
    for hand in (HAND, SIX_PAIRS):
        done = run(hand, "--lang", lang, "--top", "2")
        assert all(cell_len(line) <= 80 for line in done.output.splitlines())
        assert "头墩" in done.output
        assert ("front" in done.output) == (lang == "en")
    assert "六对半" in done.output


def test_rows_stand_below_each_other_and_the_first_is_explained() -> None:
    lines = run(HAND, "--top", "2").output.splitlines()
    fronts = [line for line in lines if line.strip().startswith("front")]
    assert len(fronts) == 2
    assert all("wins" in line for line in fronts)
    assert any(line.startswith("The first") for line in lines)
    assert "A♠" in lines[0]


def test_top_one_is_still_explained() -> None:
    output = run(HAND, "--top", "1").output
    assert "\n2. " not in output
    assert "The first" in output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([HAND[:-3]], "12 cards; a hand is 13"),
        (["As"], "1 card; a hand is 13"),
        ([HAND.replace("2h", "As")], 'As is there twice, the deck of rule set "standard" holds 1'),
        ([HAND.replace("2h", "1h")], "'1h' is no card"),
        ([HAND.replace("2h", "Xb")], 'Xb is there once, the deck of rule set "standard" holds 0'),
        ([HAND, "--rules", "standart"], 'unknown rule set "standart"; did you mean "standard"'),
    ],
)
def test_a_wrong_hand_is_a_line_that_says_what_was_expected(arguments: list[str], words: str) -> None:
    with pytest.raises((ArenaError, TypedError), match=re.escape(words)):
        run(*arguments)


def test_wrong_lines_of_a_file_are_named(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"{HAND}\nAs Kd\n")
    with pytest.raises(ArenaError, match=r"hands\.txt:2: 2 cards"):
        run("--file", str(file))
    file.write_text("# nothing\n")
    with pytest.raises(ArenaError, match="no hand in it"):
        run("--file", str(file))
    with pytest.raises(UsageError, match="cannot be read"):
        run("--file", str(tmp_path / "none.txt"))


def test_one_of_hand_and_file() -> None:
    for arguments in ([], [HAND, "--file", "x"]):
        with pytest.raises(UsageError, match="a hand is expected"):
            run(*arguments)


@pytest.mark.parametrize(
    "written",
    [
        HAND.lower(),
        HAND.replace(" ", ","),
        HAND.translate(str.maketrans("shdc", "♠♥♦♣")),
        HAND.translate(str.maketrans("shdc", "♠♥♦♣")).replace(" ", ""),
    ],
)
def test_what_commands_print_is_taken_as_it_stands(written: str) -> None:
    assert json.loads(run(written, "--json").output) == json.loads(run(HAND, "--json").output)
