"""A transcript beside the record: where a bot heard no heads, what a fault hides, and what nobody can have played."""

from pathlib import Path

import msgspec
import pytest

from arena.records.chain import heads_of
from arena.records.result import Leg
from arena.shisanshui.arrangement import Arrangement, unpack
from tests.tournaments.resealed import reseal
from tests.tournaments.scripted import ScriptedExecutor, cup_of, play_out
from tournaments.results.verify.noted import Noted
from tournaments.results.verify.transcript import Compared, compare_transcript
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

CUP = cup_of(["ada", "bea", "cyd"], rounds=6, stage={"table_size": 3, "advance": 1})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    play_out(CUP, tmp_path, ScriptedExecutor())
    return tmp_path


def match_of(folder: Path) -> StoredMatch:
    with Store.read(folder) as store:
        match = store.match("s1t1")
    assert match is not None
    return match


def noted_by(match: StoredMatch, leg: Leg, bot: int, heard: bool) -> Noted:
    """What the bot would have noted; late answers too."""
    seat = leg.seating.index(bot)
    noted = Noted("x", seat, [match.seats[each] for each in leg.seating])
    for played in leg.rounds:
        action = unpack(played.seats[seat].action)
        laid = action if isinstance(action, Arrangement) else Arrangement([], [], [])
        noted.answers[played.number] = msgspec.to_builtins(laid)
    if heard:
        noted.heads = dict(enumerate(list(heads_of(match.deal_seed, leg.number, leg.rounds))[1:], start=1))
        noted.water = {played.number: played.water for played in leg.rounds}
    return noted


def compare(folder: Path, *legs: Noted) -> Compared:
    with Store.read(folder) as store:
        return compare_transcript(store, list(legs))


def words(found: Compared) -> list[str]:
    return [str(each) for each in found.differences]


@pytest.mark.parametrize("heard", [True, False])
def test_every_leg_is_found_by_heads_or_else_by_hands_and_faults_are_told(folder: Path, heard: bool) -> None:
    match = match_of(folder)
    legs = [noted_by(match, leg, 1, heard) for leg in match.result.legs]
    faults = sum(
        played.seats[leg.seating.index(1)].code == "late" for leg in match.result.legs for played in leg.rounds
    )
    found = compare(folder, *legs)
    assert (words(found), found.answers) == ([], 18 - faults)
    assert faults > 0
    assert sum(int(str(note).split(": ")[1].split()[0]) for note in found.notes) == faults
    assert "for which the record has a fault: late " in str(found.notes[0])


def test_without_heads_a_forged_answer_is_found_too(folder: Path) -> None:
    match = match_of(folder)
    leg = match.result.legs[2]
    noted = noted_by(match, leg, 0, heard=False)
    number = next(played.number for played in leg.rounds if not played.seats[noted.seat].code)
    given = noted.answers[number]
    assert given is not None
    given["front"], given["middle"] = given["middle"][:3], [*given["front"], *given["middle"][3:]]
    assert words(compare(folder, noted)) == [f"s1t1 leg 3: round {number}: the bot noted another answer"]


def test_a_default_that_was_noted_is_no_other_answer(folder: Path) -> None:
    match = match_of(folder)
    noted = noted_by(match, match.result.legs[0], 2, heard=True)
    number = next(played.number for played in match.result.legs[0].rounds if not played.seats[noted.seat].code)
    noted.answers[number] = None
    assert words(compare(folder, noted)) == [f"s1t1 leg 1: round {number}: the bot noted another answer"]


def test_after_the_chain_has_parted_each_answer_is_still_compared(folder: Path) -> None:
    """Every head from the second round on is another, as where the record has another play of the same deals."""
    match = match_of(folder)
    noted = noted_by(match, match.result.legs[1], 0, heard=True)
    noted.heads = {number: head if number < 2 else "0" * 64 for number, head in noted.heads.items()}
    found = compare(folder, noted)
    assert words(found) == ["s1t1 leg 2: round 2: the chain is another from here on"]
    faults = sum(bool(played.seats[noted.seat].code) for played in match.result.legs[1].rounds)
    assert found.answers == 6 - faults


def test_rounds_that_the_record_does_not_have_are_named_and_not_counted(folder: Path) -> None:
    match = match_of(folder)
    noted = noted_by(match, match.result.legs[1], 0, heard=True)
    before = compare(folder, noted).answers
    noted.answers[9] = noted.answers[1]
    found = compare(folder, noted)
    assert (words(found), found.answers) == (["s1t1 leg 2: round 9 is not in the record"], before)


def test_a_leg_without_a_place_is_told_as_what_it_is(folder: Path) -> None:
    match = match_of(folder)
    silent = Noted("x", 0, ["ada", "bea", "cyd"])
    (note,) = compare(folder, silent).notes
    assert str(note) == "a leg of ada, bea, cyd: noted are neither heads nor answers, so its place is unknown"
    strange = noted_by(match, match.result.legs[0], 0, heard=False)
    strange.answers = {1: {"front": ["As"] * 3, "middle": ["As"] * 5, "back": ["As"] * 5}}
    found = compare(folder, strange)
    assert ("no leg has these hands" in words(found)[0], found.answers) == (True, 0)


def test_a_record_that_cannot_be_read_is_told_and_nothing_of_it_counted(folder: Path) -> None:
    match = match_of(folder)
    noted = noted_by(match, match.result.legs[0], 0, heard=True)
    reseal(folder, lambda record: record.rounds("s1t1", 0, lambda rounds: rounds[1].seats.pop()))
    assert any("s1t1 leg 1: cannot be compared" in line for line in words(compare(folder, noted)))
