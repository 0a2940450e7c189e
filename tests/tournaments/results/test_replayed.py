"""Matches played again against their record: which ones, by which programs, and what is a forgery."""

from pathlib import Path

import msgspec
import pytest

from arena.bots.resolve import from_command, load_folder
from arena.errors import ArenaError
from arena.records.result import MatchResult
from arena.records.round_log import PlayedSeat, RoundLog
from arena.remote.keys import digest_of_key
from tests.tournaments.scripted import NOW, Killed, ScriptedExecutor, around, cup_of, file_of, play_out
from tournaments.results.verify.replayed import Answer, drawn_sample, judged
from tournaments.run.organizer import make_void
from tournaments.run.replay.playing import chosen
from tournaments.run.replay.programs import programs_of
from tournaments.run.replay.words import left_out_said
from tournaments.run.session import run_tournament
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

KEY = "x" * 40


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> StoredMatch:
    folder = tmp_path_factory.mktemp("cup")
    play_out(cup_of(["ada", "bea", "cyd"], rounds=3, stage={"table_size": 3, "advance": 1}), folder, ScriptedExecutor())
    with Store.read(folder) as store:
        match = store.match("s1t1")
    assert match is not None
    return match


def again(
    stored: StoredMatch, place: Answer | None = None, action: bytes = b"", code: str = "", hurried: bool = False
) -> MatchResult:
    """The match as its bots play it, at one place with another action; `hurried` if every late answer is in time."""
    result = msgspec.structs.replace(stored.result, legs=[])
    for leg in stored.result.legs:
        rounds = []
        for played in leg.rounds:
            seats = list(played.seats)
            if place is not None and (leg.number + 1, played.number) == (place.leg, place.round):
                seats[leg.seating.index(place.bot)] = PlayedSeat(action, 1, code)
            if hurried:
                seats = [msgspec.structs.replace(done, code=done.code.replace("late", "")) for done in seats]
            rounds.append(msgspec.structs.replace(played, seats=seats))
        result.legs.append(msgspec.structs.replace(leg, rounds=RoundLog.of(rounds)))
    return result


@pytest.fixture(scope="module")
def place(stored: StoredMatch) -> Answer:
    """An answer in time."""
    leg = stored.result.legs[2]
    played = next(played for played in leg.rounds if not played.seats[1].code)
    return Answer(leg.seating[1], leg.number + 1, played.number)


def test_the_same_answers_are_as_recorded(stored: StoredMatch) -> None:
    found = judged(stored, [again(stored)])
    assert (found.differs, found.unsteady) == ([], [])
    assert 0 < found.compared <= 27


def test_what_the_bots_play_alike_twice_and_the_record_has_not_differs(stored: StoredMatch, place: Answer) -> None:
    other = again(stored, place, bytes(14))
    assert judged(stored, [other]).differs == judged(stored, [other, other]).differs == [place]


def test_a_bot_that_plays_a_hand_differently_twice_is_no_forgery(stored: StoredMatch, place: Answer) -> None:
    plays = [again(stored, place, bytes(14)), again(stored, place, bytes([1] * 14))]
    found = judged(stored, plays)
    assert (found.differs, found.unsteady) == ([], [place])


def test_the_sample_is_drawn_from_the_seal_and_has_a_match_at_least() -> None:
    matches = [f"s1t{number}" for number in range(1, 41)]
    assert len(drawn_sample(matches, 5, "ab")) == 2
    assert len(drawn_sample(matches, 0.1, "ab")) == 1
    assert drawn_sample(matches, 100, "ab") == matches
    assert drawn_sample(matches, 50, "ab") == drawn_sample(matches, 50, "ab") != drawn_sample(matches, 50, "cd")


def test_a_play_in_which_an_answer_is_missing_confirms_nothing(stored: StoredMatch, place: Answer) -> None:
    assert judged(stored, [again(stored, place, b"E", "exited")]).lost == "1 answer was not given again"


def test_answers_that_a_fault_in_the_record_hides_are_counted(stored: StoredMatch) -> None:
    late = sum(code == "late" for _, _, code in stored.result.decisions())
    found = judged(stored, [again(stored, hurried=True)])
    assert late > 0
    assert (found.faults, found.given, found.compared) == ({"late": late}, late, 27 - late)
    assert judged(stored, [again(stored)]).given == 0


def test_an_illegal_answer_is_compared_as_any_other(stored: StoredMatch, place: Answer) -> None:
    """It follows from what the bot said: a record that has it in place of a legal one is not what was played."""
    forged = msgspec.structs.replace(stored, result=again(stored, place, b"F", "illegal"))
    assert judged(forged, [forged.result]).differs == []
    assert judged(forged, [stored.result, stored.result]).differs == [place]
    assert judged(stored, [forged.result, forged.result]).differs == [place]


def test_matches_that_cannot_be_played_again_are_named_by_why(tmp_path: Path) -> None:
    cup = cup_of(["ada", "bea", "cyd", "dan"], rounds=1, stage={"table_size": 2, "advance": 1, "extra_limit": 0})
    key = digest_of_key(KEY)
    remote = msgspec.structs.replace(cup.bots[3], command=[], folder="", digest=key, remote=KEY)
    cup = msgspec.structs.replace(cup, bots=[*cup.bots[:3], remote])
    with pytest.raises(Killed):
        run_tournament(cup, file_of(cup), tmp_path, around(ScriptedExecutor(stop_after=2)))
    make_void(tmp_path, "s1t2", "a wrong bot was entered", NOW)
    play_out(cup, tmp_path, ScriptedExecutor())
    with Store.read(tmp_path) as store:
        found = chosen(store)
        with_dan = [match.match for match in store.matches() if "dan" in match.seats]
    assert found.left_out == {"remote": with_dan, "void": ["s1t2"]}
    assert len(found.matches) == 3 - len(with_dan)
    told = [str(sentence) for sentence in left_out_said(found.left_out)]
    assert "1 match not played again, because it was made void: s1t2" in told


def bot_at(folder: Path, text: str = "pass\n") -> Path:
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text(text)
    (folder / "bot.toml").write_text('name = "ada"\ncommand = ["python", "bot.py"]\n')
    return folder


def test_bots_are_found_by_their_files_wherever_they_are(tmp_path: Path) -> None:
    bot = load_folder(bot_at(tmp_path / "there"))
    gone = msgspec.structs.replace(bot, name="ada#2", folder="/gone")
    bot_at(tmp_path / "here" / "a" / "other", "import sys\n")
    where = bot_at(tmp_path / "here" / "b" / "same")
    (tmp_path / "here" / "z.py").write_text("pass\n")
    bare = msgspec.structs.replace(from_command("z", ["python", "z.py"], tmp_path / "here"), folder="/gone")
    found = programs_of([gone, bare], tmp_path / "here")
    assert (found["ada#2"].folder, found["ada#2"].digest) == (str(where), bot.digest)
    assert found["z"].folder == str(tmp_path / "here")
    for each in ([gone], [bare]):
        with pytest.raises(ArenaError):
            programs_of(each)
    (tmp_path / "here" / "z.py").write_text("print()\n")
    with pytest.raises(ArenaError, match=r"bot z: no folder in .* holds the files that played"):
        programs_of([bare], tmp_path / "here")
