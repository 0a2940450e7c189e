"""`arena check` finds each fault in the step that names it, and nothing wrong with a good bot."""

import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.check import report
from arena.check.run import PLAYED
from tests.arena.check.checking import PIPES, check, check_bad_bot, command_for, write_bot
from tests.arena.referee.real_match import nothing_left_running
from tests.places import ROOT, SAMPLES

SPEC = (ROOT / "protocol" / "SPEC.md").read_text()
SHORT = ("--startup", "2s")
LIMITS = {
    **dict.fromkeys(["never_connects", "says_nothing", "another_socket REQ", "another_socket ROUTER"], SHORT),
    "late 500": ("--time-limit", "300ms"),
}
"""Of the bots that reach them; the others have all the time there is by default."""

BadCase = tuple[str, str, str, str]

# bad bot, the step that fails, its code, what its message says
OFTEN: list[BadCase] = [
    ("never_connects", "start-up", "no-hello", "nothing came within 2 s: nothing connected to ARENA_ENDPOINT"),
    ("another_socket REQ", "start-up", "no-hello", "the socket must be a ZeroMQ DEALER, not REQ or PAIR"),
    ("connects_twice", "start-up", "bad-hello", "2 connections"),
    ("wrong_token", "hello", "bad-token", "ARENA_TOKEN"),
    ("never_answers", "first match", "no-answer", "no answer within"),
    ("answers_and_dies", "first match", "exited", "ended with status 0"),
    ("repeated_card", "first match", "illegal", "laid more often than dealt"),
    ("float_cards", "first match", "malformed", "must be text, not a float"),
    ("flood 1500", "first match", "flooding", "more than 1,000 messages"),
    ("answers_twice", "one answer each", "", "messages that answered nothing open"),
    ("leaves_a_grandchild", "processes", "", "1 process left running"),
    ("takes_defaults", "fouls", "", "hands was answered with nil"),
]
SELDOM: list[BadCase] = [
    ("late 500", "time", "", "answers, by up to"),
    ("ignores_terminate", "goodbye", "", "still there 2 s after"),
    ("leaves_a_writer", "processes", "", "1 process left running"),
    ("says_nothing", "start-up", "no-hello", "connected to ARENA_ENDPOINT and sent nothing"),
    ("another_socket ROUTER", "start-up", "no-hello", "connected to ARENA_ENDPOINT and sent nothing"),
    ("exits_before_hello", "start-up", "exited", "ended with status 1: nothing to say"),
    ("wrong_version", "hello", "bad-protocol", "speaks version 1"),
    ("answers_first", "hello", "bad-hello", "not a hello"),
    ("exits_after_hello", "first match", "exited", "ended with status 3"),
    ("dies_answering", "first match", "exited", "cannot go on"),
    ("drops_its_connection", "first match", "disconnected", "closed its connection"),
    ("fourteen_cards", "first match", "illegal", "back has 6 cards"),
    ("no_actions", "first match", "malformed", "expected 1, one for each item, got 0"),
    ("several_frames", "first match", "malformed", "one frame"),
    ("endless_multipart", "first match", "flooding", "frame after frame"),
    ("too_large", "first match", "too-large", "65,537 bytes"),
]


def named(cases: list[BadCase], *marks: pytest.MarkDecorator) -> list[Any]:
    return [pytest.param(*case, id=case[0], marks=marks) for case in cases]


@pytest.mark.parametrize(("words", "step", "code", "message"), named(OFTEN) + named(SELDOM, pytest.mark.long))
def test_a_bad_bot_fails_in_the_step_that_names_its_fault(
    words: str, step: str, code: str, message: str, tmp_path: Path
) -> None:
    with nothing_left_running():
        checked = check_bad_bot(words, tmp_path, *LIMITS.get(words, ()))
    assert checked.status == 1
    assert not checked.document["passed"]
    failed = checked.steps[step]
    assert failed["outcome"] == "fail"
    assert failed.get("code", "") == code
    assert message in failed["message"]
    assert failed["expected"]
    assert f"## {failed['clause']}\n" in SPEC


TUTORIALS = {"README.md": "my_bot.py", "docs/write-a-bot.md": "ada.py"}


@pytest.mark.parametrize("page", TUTORIALS)
def test_the_bot_of_a_tutorial_passes(page: str, tmp_path: Path) -> None:
    code = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)[0]
    (tmp_path / TUTORIALS[page]).write_text(code)
    checked = check(TUTORIALS[page], tmp_path, "--json", folder=tmp_path)
    assert (checked.status, checked.named("fail")) == (0, []), checked.output
    assert checked.steps["jokers"]["outcome"] == "skip"


def test_the_rules_that_are_given_are_those_it_is_checked_under(tmp_path: Path) -> None:
    bot = str(SAMPLES / "greedy")
    wild = check(bot, tmp_path, "--json", "--rules", "wild")
    assert (wild.status, wild.steps["jokers"]["outcome"]) == (0, "pass")
    assert "wild" in wild.steps["first match"]["message"]
    assert wild.steps["five of a kind"]["message"].endswith("--rules two-packs does")


def test_much_output_is_a_warning(tmp_path: Path) -> None:
    checked = check_bad_bot("fills_its_output 1", tmp_path)
    assert (checked.status, checked.named("fail")) == (0, [])
    assert checked.steps["output"]["outcome"] == "warn"
    assert "over 256 KiB of output" in checked.steps["output"]["message"]


@pytest.mark.long
def test_what_is_no_fault_is_none(tmp_path: Path) -> None:
    checked = check_bad_bot("closes_its_output", tmp_path)
    assert (checked.status, checked.named("fail")) == (0, [])


FLAWS = {
    "jokers": """class Flawed(Good):
    def arrange(self, hand, table):
        return super().arrange(sorted(hand, key=lambda card: RANKS.index(card[0])), table)""",
    "five of a kind": """class Flawed(Good):
    def arrange(self, hand, table):
        assert len(set(hand)) == 13, "thirteen different cards"
        return super().arrange(hand, table)""",
    "several matches": """class Flawed(Good):
    def match_started(self, table):
        assert len(table.seats) == 4, "four seats"
        """,
    "hidden names": """class Flawed(Good):
    def match_started(self, table):
        assert "seat 0" not in table.seats, "who is that?"
        """,
    "batches": """class Flawed(Good):
    batch = 8

    def arrange(self, hand, table):
        assert table.round < 12, "at most eleven rounds"
        return super().arrange(hand, table)""",
    "strikes": """class Flawed(Good):
    def struck(self, event, table):
        raise SystemExit("unjust")""",
    "no events": """class Flawed(Good):
    def arrange(self, hand, table):
        assert table.round == 1 or table.events, "what happened?"
        return super().arrange(hand, table)""",
    "unknown fields": """class Flawed(Good):
    def settled(self, event, table):
        assert set(event) == {"type", "round", "water", "seats", "transfers"}, set(event)""",
    "longest messages": """class Flawed(Good):
    def settled(self, event, table):
        self.heard = getattr(self, "heard", 0) + 1
        assert self.heard < 200, "too much to remember" """,
    "restart": """class Flawed(Good):
    def arrange(self, hand, table):
        assert table.round < 2 or table.water != [0] * 4 or table.events, "I have seen no round before this one"
        here = os.path.join(os.environ["ARENA_SCRATCH"], "started")
        if table.round == 1:
            open(here, "w").close()
        elif not hasattr(self, "seen"):
            assert not os.path.exists(here), "what is that file?"
        self.seen = True
        return super().arrange(hand, table)""",
    "files": """class Flawed(Good):
    def match_started(self, table):
        with open("opponents.txt", "a") as file:
            file.write(" ".join(table.seats))""",
}


SELDOM_SEEN = {"five of a kind", "several matches", "hidden names", "strikes", "no events"}


@pytest.mark.parametrize(
    "step", [pytest.param(step, marks=[pytest.mark.long] if step in SELDOM_SEEN else []) for step in FLAWS]
)
def test_a_flaw_shows_in_the_step_made_for_it(step: str, tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot", FLAWS[step])
    # what a bot of its own folder could write there, it cannot at any higher level
    checked = check(str(bot), tmp_path / "logs", "--json", "--isolation", "0")
    assert checked.status == 1
    assert step in checked.named("fail")


def test_a_bot_is_held_as_in_a_match(tmp_path: Path) -> None:
    body = """class Flawed(Good):
    def arrange(self, hand, table):
        self.hoard = bytes(600 << 20)
        return super().arrange(hand, table)"""
    checked = check(str(write_bot(tmp_path / "bot", body)), tmp_path / "logs", "--json")
    assert checked.status == 1
    failed = checked.steps["first match"]
    assert failed["code"] == "over-limit"
    assert failed["message"].startswith("over-limit: memory 512 MiB; ")


def test_a_bot_that_grows_is_warned_of(tmp_path: Path) -> None:
    body = """class Flawed(Good):
    hoard = []

    def arrange(self, hand, table):
        self.hoard.append(os.urandom(1 << 20))
        return super().arrange(hand, table)"""
    checked = check(str(write_bot(tmp_path / "bot", body)), tmp_path / "logs", "--json")
    assert checked.status == 0
    assert "does it grow for ever?" in checked.steps["memory"]["message"]
    assert checked.named("warn") == ["memory", "fouls"]


def test_a_bot_whose_memory_comes_down_again_is_not(tmp_path: Path) -> None:
    body = """class Flawed(Good):
    hoard = []

    def arrange(self, hand, table):
        if len(self.hoard) == 90:
            self.hoard.clear()
        self.hoard.append(os.urandom(1 << 20))
        return super().arrange(hand, table)"""
    checked = check(str(write_bot(tmp_path / "bot", body)), tmp_path / "logs", "--json")
    assert checked.steps["memory"]["outcome"] == "pass"
    assert re.fullmatch(r"\d+ MiB after (\d+) rounds", checked.steps["memory"]["message"])


def test_a_bot_that_plays_by_chance_is_warned_of(tmp_path: Path) -> None:
    body = """class Flawed(Good):
    def arrange(self, hand, table):
        cards = sorted(hand, key=lambda card: os.urandom(8))
        return cards[:3], cards[3:8], cards[8:]"""
    checked = check(str(write_bot(tmp_path / "bot", body)), tmp_path / "logs", "--json")
    assert checked.steps["same deals"]["outcome"] == "warn"
    assert "10 of 10 hands" in checked.steps["same deals"]["message"]


def test_times_are_told_against_the_limit(tmp_path: Path) -> None:
    checked = check(str(SAMPLES / "slow"), tmp_path, "--json", "--time-limit", "2s")
    assert re.fullmatch(
        r"p50 [\d.]+ ms, p99 [\d.]+ ms, worst [\d.]+ ms of 2,000 ms, 111 decisions", checked.steps["time"]["message"]
    )


def test_a_failure_shows_what_was_sent_and_what_came_back_in_80_columns_without_the_token(tmp_path: Path) -> None:
    checked = check("python -m tests.arena.referee.badbots float_cards", tmp_path)
    assert checked.status == 1
    assert " 3 fail first match " in checked.output
    told = "".join(checked.output.split())
    assert 'sent{"type":"decide","match":"standard-1","request":2,"kind":"arrange"' in told
    assert 'got{"type":"answer","match":"standard-1","request":2,"actions":[{"front":[1.5,null,3.0]' in told
    assert 'expectedoneframe:amsgpackmapwith"type":"answer"' in told
    assert "SPEC.md5Messagesfromthebot" in told
    assert ' 4 skip to 21: not reached: the step "first match" failed' in checked.output
    assert "26 skip files " in checked.output
    assert "1 failed" in checked.output
    # a path stays whole, so that it can be copied
    assert all(len(line) <= 80 for line in checked.output.splitlines() if str(tmp_path) not in line)
    assert "\x1b" not in checked.output
    assert checked.errors == ""


def test_the_token_is_not_shown(tmp_path: Path) -> None:
    checked = check("python -m tests.arena.referee.badbots another_game", tmp_path)
    assert '"token":"(token)"' in "".join(checked.output.split())


def test_a_command_that_cannot_be_found_is_wrong_usage_before_anything_starts(tmp_path: Path) -> None:
    checked = check("no-such-program-anywhere --fast", tmp_path / "logs")
    assert checked.status == 2
    assert "no-such-program-anywhere" in checked.errors
    assert not (tmp_path / "logs").exists()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 1), (signal.SIGTERM, 128 + signal.SIGTERM)])
def test_a_check_that_is_broken_off_leaves_nothing(number: signal.Signals, status: int, tmp_path: Path) -> None:
    with (
        nothing_left_running(),
        subprocess.Popen(
            command_for("python -m tests.arena.referee.badbots says_nothing", tmp_path), cwd=ROOT, **PIPES
        ) as run,
    ):
        assert run.stdout is not None
        assert run.stdout.readline() == "python: 26 steps\n"
        run.send_signal(number)
        run.communicate()
    assert run.returncode == status


def test_a_limit_that_is_no_duration_is_told(tmp_path: Path) -> None:
    checked = check(str(SAMPLES / "random"), tmp_path, "--time-limit", "soon")
    assert checked.status == 2
    assert 'expected a duration such as "500ms" or "2s"' in checked.errors


def test_every_clause_is_a_heading_of_the_specification() -> None:
    named = {step.clause for step in PLAYED} | set(report.CLAUSES.values()) | {report.TIME, report.PROGRAM}
    assert all(f"## {clause}\n" in SPEC for clause in named)
