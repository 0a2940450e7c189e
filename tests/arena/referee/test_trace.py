"""The trace of a match holds every message both ways and no token, and reads as a dialogue."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from arena.cli.dialogue import Spoken, dialogue
from arena.cli.trace import trace
from arena.errors import ArenaError
from arena.match.events import Faulted
from arena.records.result import MatchResult
from arena.referee.process import play_match
from arena.referee.trace import TraceLine, TraceWriter, read_trace
from protocol.codec import encode
from tests.arena.referee.real_match import bad_bot, job_of

TOKEN = "0123456789abcdef0123456789abcdef"


def traced(folder: Path, *bots: str, **settings: Any) -> tuple[MatchResult, list[TraceLine]]:
    file = folder / "traces" / "match.jsonl"
    job = job_of([bad_bot(words) for words in bots], folder, **settings)
    result = play_match(msgspec.structs.replace(job, trace=str(file)), folder / "match.log", lambda news: None)
    return result, read_trace(file)


def kinds(lines: list[TraceLine], seat: int, what: str) -> list[str]:
    return [line.message["type"] for line in lines if line.seat == seat and line.what == what]


def test_every_message_is_there_in_order_with_its_time(tmp_path: Path) -> None:
    _, lines = traced(tmp_path, "good", "good", rounds=3)
    assert [line.at_us for line in lines] == sorted(line.at_us for line in lines)
    for seat in (0, 1):
        assert kinds(lines, seat, "sent") == ["welcome", "match", *["decide"] * 3, "end", "bye"]
        assert kinds(lines, seat, "received") == ["hello", *["answer"] * 3]
        mine = [line for line in lines if line.seat == seat]
        assert (mine[0].what, mine[-1].what) == ("started", "ended")
        assert {line.bot for line in mine} == {"good"}


def test_each_answer_follows_its_decide_no_sooner_than_the_bot_can_think(tmp_path: Path) -> None:
    _, lines = traced(tmp_path, "good", "late 30 3", rounds=3)
    asked = {line.message["request"]: line.at_us for line in lines if line.what == "sent" and "items" in line.message}
    answers = [line for line in lines if line.what == "received" and line.message["type"] == "answer"]
    assert len(answers) == 6
    assert all(line.at_us - asked[line.message["request"]] >= 30_000 for line in answers if line.seat == 1)


def test_what_is_no_message_is_there_too_as_bytes_and_in_words(tmp_path: Path) -> None:
    result, lines = traced(tmp_path, "good", "no_msgpack", rounds=1)
    received = next(line for line in lines if line.seat == 1 and line.raw)
    assert bytes.fromhex(received.raw or "") == b"\xc1 no msgpack"
    fault = next(line for line in lines if line.what == "fault")
    assert (fault.seat, fault.code, fault.words) == (1, "malformed", result.strikes[0].message)


def test_a_crash_and_the_start_after_it_are_told(tmp_path: Path) -> None:
    _, lines = traced(tmp_path, "good", "dies_answering", rounds=2)
    told = [(line.what, line.code) for line in lines if line.seat == 1 and line.what in {"started", "ended"}]
    assert told == [("started", ""), ("ended", "exited"), ("started", ""), ("ended", "")]


def test_the_token_is_nowhere_in_it(tmp_path: Path) -> None:
    writer = TraceWriter(tmp_path / "t.jsonl")
    writer.started(0, 2, "ada", TOKEN)
    writer.received(2, encode({"type": "hello", "token": TOKEN, "name": f"x{TOKEN}x", "protocol": [1]}))
    writer.received(2, b"\xc1" + TOKEN.encode())
    writer.happened(Faulted(2, "malformed", f"not msgpack: {TOKEN}"))
    writer.close()
    text = (tmp_path / "t.jsonl").read_text()
    assert TOKEN not in text
    assert TOKEN.encode().hex() not in text
    assert text.count("(token)") == 4


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\xc7\x04\x01\x00\x00\x00\x00",
        b"\x81\xa4type" + b"\x91" * 10_000 + b"\xc0",
        b"\x91" * 900 + b"\xc0",
        b"\x81\x01\x02",
        b"\x81\xc4\x01k\x01",
        b"\x81\xa1a\xcb\x7f\xf8" + bytes(6),
        b"\xcf" + b"\xff" * 8,
        b"\x81\xa4type\xa6answer",
        encode({"type": "answer", "match": 3, "request": "x", "actions": 7}),
        encode({"type": "answer", "match": "m", "request": [1], "actions": [{"front": 1}]}),
        encode({"type": ["decide"]}),
    ],
)
def test_nothing_a_bot_can_send_spoils_a_trace_or_its_dialogue(data: bytes, tmp_path: Path) -> None:
    writer = TraceWriter(tmp_path / "t.jsonl")
    writer.started(0, 0, "eve", TOKEN)
    writer.received(0, data)
    writer.close()
    (started, received) = dialogue(read_trace(tmp_path / "t.jsonl"))
    assert (started.alarm, received.side, received.alarm) == (False, "from bot", True)
    assert received.words


def test_a_line_that_was_broken_off_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    writer = TraceWriter(file)
    writer.started(0, 0, "ada", TOKEN)
    writer.close()
    file.write_bytes(file.read_bytes() + b'{"at_us":12,"le')
    assert [line.what for line in read_trace(file)] == ["started"]


def test_a_file_that_is_no_trace_is_told_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text("hello\nyou\n")
    with pytest.raises(ArenaError, match=r"t\.jsonl: line 1: not a line of a trace"):
        read_trace(tmp_path / "t.jsonl")
    with pytest.raises(ArenaError, match=r"none\.jsonl: cannot be read: No such file"):
        read_trace(tmp_path / "none.jsonl")


def lines_of(*messages: tuple[int, str, dict[str, object]]) -> list[Spoken]:
    return list(dialogue(TraceLine(at, 0, 1, "ada", what, message) for at, what, message in messages))  # type: ignore[arg-type]


MATCH = {"type": "match", "seat": 1, "seats": ["bo", "ada"], "rounds": 2, "time": {"grace_ms": 50}}
DECIDE = {
    "type": "decide",
    "request": 5,
    "decision_ms": 100,
    "bank_ms": 20,
    "items": [{"round": 1, "hand": ["As", "Kd"]}, {"round": 2, "hand": ["2c"]}],
    "events": [{"type": "strike", "request": 4, "code": "late", "message": "no answer within 150 ms"}],
}
ANSWER = {"type": "answer", "request": 5, "actions": [None, None], "note": "no idea"}


def test_an_answer_within_budget_bank_and_grace_is_in_time_and_one_beyond_is_late() -> None:
    for at_us, words, alarm in (
        (270_000, "answer 5 after 270.0 ms", False),
        (271_500, "answer 5 after 271.5 ms, LATE by 1.5 ms", True),
    ):
        *_, answer = lines_of((0, "sent", MATCH), (0, "sent", DECIDE), (at_us, "received", ANSWER))
        assert (answer.words, answer.alarm) == (words, alarm)
        assert answer.details == ["nil: takes the default"] * 2 + ["note: no idea"]


def test_a_second_answer_answers_nothing() -> None:
    *_, second = lines_of((0, "sent", MATCH), (0, "sent", DECIDE), (9, "received", ANSWER), (10, "received", ANSWER))
    assert (second.words, second.alarm) == ("answer 5 answers nothing open", True)


def test_a_strike_is_told_in_words_before_the_hands() -> None:
    _, decide = lines_of((0, "sent", MATCH), (0, "sent", DECIDE))
    assert decide.details == [
        "STRIKE for 4: late 超时: no answer within 150 ms",
        "round 1: As Kd",
        "round 2: 2c",
    ]
    assert decide.alarm


def test_the_command_prints_whole_plain_lines_in_a_pipe(tmp_path: Path) -> None:
    _, lines = traced(tmp_path, "good", "late 500", rounds=2)
    output = CliRunner().invoke(trace, [str(tmp_path / "traces" / "match.jsonl")], catch_exceptions=False).output
    assert "\x1b" not in output
    assert re.search(r"^! +\d+\.\d{6} -> 1 late  answer 2 after [\d.]+ ms, LATE by [\d.]+ ms$", output, re.MULTILINE)
    assert len(re.findall(r"^[ !] *\d+\.\d{6} ", output, re.MULTILINE)) == len(lines)
    only = CliRunner().invoke(trace, [str(tmp_path / "traces" / "match.jsonl"), "--bot", "late"]).output
    assert " 1 late  " in only
    assert " 0 good  " not in only


def test_control_characters_of_a_bot_reach_no_terminal(tmp_path: Path) -> None:
    line = {"at_us": 1, "leg": 0, "seat": 0, "bot": "eve", "what": "fault", "words": "\x1b[2Jgone"}
    (tmp_path / "t.jsonl").write_text(json.dumps(line) + "\n")
    output = CliRunner().invoke(trace, [str(tmp_path / "t.jsonl")], catch_exceptions=False).output
    assert "\x1b" not in output
    assert "\N{REPLACEMENT CHARACTER}[2Jgone" in output
