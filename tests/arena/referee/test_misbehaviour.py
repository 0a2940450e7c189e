"""Every misbehaviour on the real referee with real processes: its reason code, and that it costs only itself."""

import re
import sys
from pathlib import Path
from random import Random

import pytest

from arena.records.job import BotProgram
from arena.records.result import MatchResult
from tests.arena.referee.real_match import bad_bot, nothing_left_running, play

ROUNDS = 6

Case = tuple[str, dict[str, int], list[str], list[str]]
"""A bad bot, settings, codes of its strikes, and the code of each of its rounds ("" is a good answer)."""
GOOD = [""] * ROUNDS
CASES: list[Case] = [
    # arrivals
    ("never_connects", {"startup_ms": 2500}, ["no-hello"], ["no-hello"] * 6),
    ("says_nothing", {"startup_ms": 2500}, ["no-hello"], ["no-hello"] * 6),
    ("a_byte_at_a_time", {"startup_ms": 2500}, ["no-hello"], ["no-hello"] * 6),
    ("wrong_version", {}, ["bad-protocol"], ["bad-protocol"] * 6),
    ("wrong_token", {}, ["bad-token"], ["bad-token"] * 6),
    ("another_game", {}, ["bad-hello"], ["bad-hello"] * 6),
    ("answers_first", {}, ["bad-hello"], ["bad-hello"] * 6),
    ("hello_of_wrong_types", {}, ["bad-hello"], ["bad-hello"] * 6),
    ("exits_before_hello", {}, ["exited", "exited"], ["exited"] * 6),
    ("exits_after_hello", {}, ["exited", "exited"], ["exited"] * 6),
    ("hostile_identity", {}, [], GOOD),
    ("ten_thousand_connections", {}, ["bad-hello"], ["bad-hello"] * 6),
    ("intruder", {}, [], GOOD),
    ("connects_twice", {}, ["bad-hello"], ["bad-hello"] * 6),
    # answers
    ("repeated_card", {}, ["illegal"] * 6, ["illegal"] * 6),
    ("another_hand", {}, ["illegal"] * 6, ["illegal"] * 6),
    ("missing_card", {}, ["illegal"] * 6, ["illegal"] * 6),
    ("fourteen_cards", {}, ["illegal"] * 6, ["illegal"] * 6),
    ("lower_case", {}, ["illegal"] * 6, ["illegal"] * 6),
    ("float_cards", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("boolean_cards", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("text_for_rows", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("no_actions", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("takes_defaults", {}, [], GOOD),
    ("late 700", {}, ["late"], ["late", "", "", "", "", ""]),
    ("late 505", {}, ["late"], ["late", "", "", "", "", ""]),
    ("never_answers", {"decision_ms": 100}, ["no-answer"] * 6, ["no-answer"] * 6),
    ("never_reads", {"decision_ms": 100}, ["no-answer"] * 6, ["no-answer"] * 6),
    ("answers_twice", {}, [], GOOD),
    ("closed_request", {}, [], GOOD),
    ("huge_request", {}, [], GOOD),
    ("another_match", {}, [], GOOD),
    ("before_being_asked", {}, [], GOOD),
    ("repeated_card", {"strikes": 2}, ["illegal"] * 3 + ["disqualified"], ["illegal"] * 3 + ["disqualified"] * 3),
    ("dies_answering", {}, ["exited", "exited"], ["", "exited", "", "exited", "exited", "exited"]),
    ("dies_answering 0", {"restarts": 0}, ["exited"], ["", "exited", "exited", "exited", "exited", "exited"]),
    # frames
    ("empty_frame", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("no_msgpack", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("no_map", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("too_large", {}, ["too-large"] * 6, ["too-large"] * 6),
    ("far_too_large", {}, ["disconnected"] * 2, ["disconnected"] * 6),
    ("nested", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("extension_type", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("invalid_utf8", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("integer_keys", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("several_frames", {}, ["malformed"] * 6, ["malformed"] * 6),
    ("endless_multipart", {}, ["flooding"], ["flooding"] * 6),
    ("endless_greeting", {}, ["flooding"], ["flooding"] * 6),
    ("drips", {"decision_ms": 30_000}, ["flooding"], ["flooding"] * 6),
    ("flood 5000", {}, ["flooding"], ["flooding"] * 6),
    # processes
    ("by_signal SIGSEGV", {"restarts": 0}, ["exited"], ["", *["exited"] * 5]),
    ("by_signal SIGKILL", {"restarts": 0}, ["exited"], ["", *["exited"] * 5]),
    ("by_signal SIGSTOP", {"decision_ms": 100}, ["no-answer"] * 5, ["", *["no-answer"] * 5]),
    ("drops_its_connection", {"restarts": 0}, ["disconnected"], ["", *["disconnected"] * 5]),
    ("ignores_terminate", {}, [], GOOD),
    ("leaves_a_grandchild", {}, [], GOOD),
    ("leaves_a_writer", {}, [], GOOD),
    ("forks 30", {}, [], GOOD),
    ("fills_its_output", {}, [], GOOD),
    ("closes_its_output", {}, [], GOOD),
]


ALONE = {
    *("ten_thousand_connections", "too_large", "far_too_large", "endless_multipart", "endless_greeting", "drips"),
    *("flood 5000", "intruder", "connects_twice", "leaves_a_writer", "forks 30", "fills_its_output"),
}
"""What takes much of the machine, or what is measured by the referee's memory."""
BESIDE = 3
"""Bad bots at a table, beside a good one: none of them costs another anything either."""


def tables() -> list[list[Case]]:
    """Those who sit down together: bad bots of the same settings."""
    found = [[case] for case in CASES if case[0] in ALONE]
    rest = [case for case in CASES if case[0] not in ALONE]
    for settings in {str(case[1]): case[1] for case in rest}.values():
        alike = [case for case in rest if case[1] == settings]
        found += [alike[first : first + BESIDE] for first in range(0, len(alike), BESIDE)]
    return found


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> list[MatchResult]:
    """The same deals among good bots, by their number."""
    return [play([bad_bot("good")] * bots, tmp_path_factory.mktemp("fair")) for bots in range(2, BESIDE + 2)]


@pytest.mark.parametrize("table", tables(), ids=lambda table: ",".join(case[0] for case in table))
def test_it_costs_only_itself(table: list[Case], tmp_path: Path, fair: list[MatchResult]) -> None:
    with nothing_left_running():
        result = play([bad_bot("good"), *(bad_bot(words) for words, *_ in table)], tmp_path, **table[0][1])
    assert result.reason == "completed"
    assert 0 < result.referee_peak_kib < 150 * 1024
    assert all(strike.message for strike in result.strikes)
    struck = [[strike.code for strike in result.strikes if strike.bot == bot] for bot in range(len(table) + 1)]
    rounds = [[played.seats[bot].code for played in result.legs[0].rounds] for bot in range(len(table) + 1)]
    assert struck == [[], *(strikes for _, _, strikes, _ in table)]
    assert rounds == [GOOD, *(codes for *_, codes in table)]
    assert [played.seats[0].action for played in result.legs[0].rounds] == [
        played.seats[0].action for played in fair[len(table) - 1].legs[0].rounds
    ]


def test_the_answer_of_a_bot_that_dies_after_it_counts(tmp_path: Path) -> None:
    bots = [bad_bot("good"), bad_bot("answers_and_dies")]
    result = play(bots, tmp_path, rounds=1)
    (played,) = result.legs[0].rounds
    assert [seat.code for seat in played.seats] == ["", ""]


def test_all_seats_may_fail_and_the_match_still_ends(tmp_path: Path) -> None:
    with nothing_left_running():
        result = play([bad_bot("dies_answering"), bad_bot("exits_before_hello")], tmp_path)
    assert result.reason == "completed"
    assert result.states == ["exited", "exited"]
    assert len(result.legs[0].rounds) == ROUNDS


def test_a_crash_is_told_with_its_status_and_its_last_words(tmp_path: Path) -> None:
    result = play([bad_bot("good"), bad_bot("dies_answering")], tmp_path, restarts=0)
    (strike,) = result.strikes
    assert "ended with status 3" in strike.message
    assert "cannot go on" in strike.message


def test_output_is_kept_up_to_its_limit(tmp_path: Path) -> None:
    play([bad_bot("good"), bad_bot("fills_its_output")], tmp_path)
    (log,) = tmp_path.glob("m1-2-*.log")
    assert 256 * 1024 <= log.stat().st_size <= 257 * 1024


def test_messages_without_end_are_strikes_until_they_disqualify(tmp_path: Path) -> None:
    bots = [bad_bot("good"), bad_bot("sixty_thousand_empty_maps")]
    result = play(bots, tmp_path, rounds=40)
    assert [strike.code for strike in result.strikes] == ["malformed"] * 11 + ["disqualified"]
    codes = [played.seats[1].code for played in result.legs[0].rounds]
    assert codes[0] == ""
    assert set(codes[1:]) == {"malformed", "disqualified"}
    assert codes == sorted(codes, key=["", "malformed", "disqualified"].index)


def _killed(milliseconds: int, tmp_path: Path) -> None:
    bots = [bad_bot("good"), bad_bot(f"killed_after {milliseconds}"), bad_bot("good")]
    with nothing_left_running():
        result = play(bots, tmp_path / str(milliseconds), rounds=300)
    assert result.reason == "completed"
    assert {strike.code for strike in result.strikes} <= {"exited"}
    assert {strike.bot for strike in result.strikes} <= {1}
    assert len(result.legs[0].rounds) == 300
    assert {done.code for played in result.legs[0].rounds for done in played.seats[::2]} == {""}


@pytest.mark.parametrize("milliseconds", [20, 150, 250, 400])
def test_killed_at_whatever_moment_it_costs_only_itself(milliseconds: int, tmp_path: Path) -> None:
    _killed(milliseconds, tmp_path)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_killed_at_fifty_moments(tmp_path: Path) -> None:
    moments = Random(13)
    for _ in range(50):
        _killed(moments.randrange(700), tmp_path)


@pytest.mark.long
def test_ten_seconds_late_is_told_to_the_millisecond(tmp_path: Path) -> None:
    result = play([bad_bot("good"), bad_bot("late 10000")], tmp_path, rounds=40, strikes=100)
    first = next(strike for strike in result.strikes if strike.late_ms is not None)
    assert (first.bot, first.round, first.code) == (1, 1, "late")
    assert 9000 <= (first.late_ms or 0) <= 12_000


NOT_A_DEALER = "must be a ZeroMQ DEALER, not REQ or PAIR"
SILENT = "connected to ARENA_ENDPOINT and sent nothing"


@pytest.mark.parametrize(
    "said",
    [
        {
            "never_connects": "nothing connected to ARENA_ENDPOINT",
            "says_nothing": SILENT,
            "another_socket REQ": NOT_A_DEALER,
        },
        pytest.param({"another_socket PAIR": NOT_A_DEALER, "another_socket REP": SILENT}, marks=pytest.mark.long),
    ],
    ids=len,
)
def test_a_bot_without_a_hello_is_told_how_far_it_came(said: dict[str, str], tmp_path: Path) -> None:
    result = play([*map(bad_bot, said), bad_bot("good")], tmp_path, startup_ms=2500)
    assert sorted(strike.bot for strike in result.strikes) == list(range(len(said)))
    for strike in result.strikes:
        assert strike.code == "no-hello"
        assert strike.message.startswith("no hello within the start-up limit of 2.5 s: ")
        assert list(said.values())[strike.bot] in strike.message


def test_a_bot_that_ends_at_once_and_content_is_asked_whether_it_runs(tmp_path: Path) -> None:
    idle = BotProgram("idle", [sys.executable, "-c", ""], str(tmp_path))
    result = play([idle, bad_bot("good")], tmp_path, rounds=2, restarts=0)
    [strike] = result.strikes
    assert strike.message == "the process ended with status 0 and no hello; does it call run()?"


def test_the_second_start_that_is_over_a_limit_is_told_by_its_own_words(tmp_path: Path) -> None:
    code = "import time; print('start', time.monotonic_ns(), file=__import__('sys').stderr); bytes(3 << 30)"
    hungry = BotProgram("hungry", [sys.executable, "-c", code], str(tmp_path))
    result = play([hungry, bad_bot("good")], tmp_path, rounds=2, restarts=1)
    first, second = (strike.message for strike in result.strikes)
    assert {strike.code for strike in result.strikes} == {"over-limit"}
    own = [re.findall(r"start \d+", message) for message in (first, second)]
    assert [len(found) for found in own] == [1, 1]
    assert own[0] != own[1]
