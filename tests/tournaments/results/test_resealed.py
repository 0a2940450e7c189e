"""What cannot have happened is found in a record, even where its organizer computed every digest anew."""

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.records.manifest import digest_of
from arena.records.round_log import PlayedRound
from tests.tournaments.resealed import Record, reseal
from tests.tournaments.scripted import Killed, ScriptedExecutor, cup_of, file_of, play
from tests.tournaments.verifying import differences
from tournaments.cup.cup import Cup
from tournaments.layout import RESULTS
from tournaments.results.ledger import Ledger
from tournaments.run.director import Undecided
from tournaments.run.organizer import leave, make_void
from tournaments.run.session import Surroundings, run_tournament
from tournaments.store.store import Store

QUITTER = "cyd"
COMMAND = ["python", "ada.py"]


def _cup() -> Cup:
    """Duels of a bare command against bots of folders."""
    cup = cup_of(rounds=2, stage={"table_size": 2, "advance": 1, "extra_limit": 0}, seeding="rating")
    first, *others = cup.bots
    manifest = b"command " + json.dumps(COMMAND).encode() + b"\n"
    command = msgspec.structs.replace(
        first, command=["/bin/python", "ada.py"], version="", author="", manifest=manifest, digest=digest_of(manifest)
    )
    return msgspec.structs.replace(cup, bots=[command, *(msgspec.structs.replace(bot, built=[]) for bot in others)])


CUP = _cup()
FILE = file_of(CUP).replace('path = "ada"', f'name = "ada"\ncommand = {json.dumps(COMMAND)}')


class Clock:
    """A second passes each time that somebody looks."""

    def __init__(self) -> None:
        self.seconds = 0

    def __call__(self) -> str:
        self.seconds += 1
        return f"2026-01-02T03:{self.seconds // 60:02}:{self.seconds % 60:02}+00:00"


@pytest.fixture(scope="module")
def eventful(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished cup with a process that died, a void match, a withdrawal, a walkover and an unplayable match."""
    folder, clock = tmp_path_factory.mktemp("eventful"), Clock()
    player = partial(play, quitters=[QUITTER])

    def run(**keys: Any) -> None:
        executor = ScriptedExecutor(player=player, **keys)
        run_tournament(CUP, FILE, folder, Surroundings(executor, lambda _: None, clock, lambda: False))

    with pytest.raises(Killed):
        run(lose={"s1t2": 1}, stop_after=5)
    make_void(folder, "s1t1", "a wrong bot was entered", clock())
    with pytest.raises(Undecided):
        run(lose={"s1t1#2": 3})
    make_void(folder, "s1t1#2", "unplayable", clock())
    with pytest.raises(Killed):
        run(stop_after=0)
    leave(folder, "withdraw", _in_last_stage(folder), "ill", clock())
    run()
    return folder


def _in_last_stage(folder: Path) -> str:
    with Store.read(folder) as store:
        return Ledger.of(store).plan().stages[-1].tables[-1].table.seats[-1]


def _rounds(match: str, change: Callable[[list[PlayedRound]], Any], leg: int = 0) -> Callable[[Record], Any]:
    return lambda record: record.rounds(match, leg, change)


def _seat(rounds: list[PlayedRound], seat: int, **changes: Any) -> None:
    rounds[0].seats[seat] = msgspec.structs.replace(rounds[0].seats[seat], **changes)


def _do(statement: str, *values: Any) -> Callable[[Record], Any]:
    return lambda record: record.do(statement, *values)


def _put(where: str, key: str, value: Any) -> Callable[[Record], Any]:
    return lambda record: record.put(where, key, lambda _: value)


def _all(*changes: Callable[[Record], Any]) -> Callable[[Record], Any]:
    return lambda record: [change(record) for change in changes]


STRIKE = "INSERT INTO strikes VALUES ('s1t3', 9, ?, ?, ?, ?, 'made up', ?, ?)"
FOR_S1T3 = "matches.facts WHERE id = 's1t3'"
CHANGES: dict[str, tuple[Callable[[Record], Any], str]] = {
    # strikes, reason codes, legs, states
    "a strike taken back": (_do("DELETE FROM strikes WHERE match = 's1t3'"), "late, and no strike says so"),
    "a strike made up": (
        _do(STRIKE.replace("9", "2"), 1, 1, 1, "late", 2, 5),
        "a strike for late in round 1, which has no such fault",
    ),
    "a strike of another bot": (_do("UPDATE strikes SET bot = 1 WHERE match = 's1t3'"), "no strike says so"),
    "a strike for a seat that is not there": (_do("UPDATE strikes SET bot = 5 WHERE match = 's1t3'"), "nobody has"),
    "a strike in another leg": (_do("UPDATE strikes SET leg = 0 WHERE match = 's1t3'"), "no strike says so"),
    "a strike in a leg never played": (_do("UPDATE strikes SET leg = 2 WHERE match = 's1t3'"), "was not played"),
    "a strike in another round": (_do("UPDATE strikes SET round = 2 WHERE match = 's1t3'"), "has no such fault"),
    "a strike with another code": (
        _do("UPDATE strikes SET code = 'illegal', late_ms = NULL WHERE match = 's1t3'"),
        "a strike for illegal in round 1",
    ),
    "a strike with no code at all": (_do("UPDATE strikes SET code = 'rude' WHERE match = 's1t3'"), "no reason code"),
    "a late answer that was not": (_do("UPDATE strikes SET late_ms = NULL WHERE match = 's1t3'"), "ms late"),
    "an answer late by less than nothing": (_do("UPDATE strikes SET late_ms = -3 WHERE match = 's1t3'"), "ms late"),
    "a request never sent": (_do("UPDATE strikes SET request = 99 WHERE match = 's1t3'"), "cannot have been sent"),
    "a strike about no request": (_do("UPDATE strikes SET request = NULL WHERE match = 's1t3'"), "without a request"),
    "a disqualification made up": (
        _do(STRIKE.replace("9", "2"), 0, 1, 2, "disqualified", None, None),
        "disqualified after 1 strikes",
    ),
    "a late answer made no answer in the round": (
        _rounds("s1t3", lambda rounds: _seat(rounds, _late_seat(rounds), code="no-answer"), leg=1),
        "no strike says so",
    ),
    "an escape made an answer": (
        lambda record: record.do("DELETE FROM strikes WHERE match = 's1t4' AND leg = 1"),
        "exited, and no strike says so",
    ),
    "a bot that ended and played on": (_put("matches.facts WHERE id = 's1t4'", "states", ["playing"] * 2), "states"),
    "a bot that played on and ended": (_put(FOR_S1T3, "states", ["exited", "playing"]), "states"),
    # times of thinking, isolation, counts
    "more time than there was": (
        _rounds("s2t1", lambda rounds: _seat(rounds, 0, micros=1_200_000)),
        "1200000 µs taken, 1100001 allowed",
    ),
    "less time than none": (_rounds("s2t1", lambda rounds: _seat(rounds, 0, micros=-1)), "-1 µs taken"),
    "time for what was not answered": (
        _rounds("s1t3", lambda rounds: _seat(rounds, _late_seat(rounds), micros=5), leg=1),
        "5 µs taken, 0 allowed",
    ),
    "void time without a stall": (_put("legs.facts WHERE match = 's1t3' AND number = 1", "voided", 1), "never stalled"),
    "isolation that there is not": (_put(FOR_S1T3, "isolation", ["9: steel", "0: none"]), "held at"),
    "isolation of one bot": (_put(FOR_S1T3, "isolation", ["0: none"]), "isolation: not one for each"),
    "messages that nobody counted": (_put(FOR_S1T3, "stale", [0]), "stale: not one for each"),
    "messages below zero": (_put(FOR_S1T3, "stale", [0, -1]), "below zero"),
    "processor time of one bot": (
        _put("legs.facts WHERE match = 's1t3' AND number = 0", "processor_ms", [5]),
        "processor_ms: not one for each",
    ),
    "another end of a match": (_do("UPDATE matches SET reason = 'interrupted' WHERE id = 's1t3'"), "ended as"),
    "a match played in part": (_do("DELETE FROM legs WHERE match = 's1t3' AND number = 1"), "seated"),
    "a head taken out": (_put("legs.facts WHERE match = 's1t3' AND number = 0", "head", ""), "its chain is missing"),
    # void and lost matches, interventions
    "an unplayable match that was never lost": (
        _do("DELETE FROM losses WHERE match = 's1t1#2'"),
        "no attempt at it was lost",
    ),
    "an unplayable match that nobody gave up": (_do("DELETE FROM decisions WHERE number = 2"), "is missing"),
    "an unplayable match with a strike": (
        _do("INSERT INTO strikes VALUES ('s1t1#2', 1, 0, 0, 1, 'late', 'late', 1, 3)"),
        "some of it is recorded",
    ),
    "a lost attempt taken out": (
        _do("DELETE FROM losses WHERE match = 's1t1#2' AND attempt = 1"),
        "lost attempts: one is missing",
    ),
    "a void match that counts": (_do("UPDATE matches SET voided = NULL WHERE id = 's1t1'"), "without being void"),
    "a match void by another intervention": (_do("UPDATE matches SET voided = 3 WHERE id = 's1t1'"), "did not sit"),
    "a void match taken out": (
        _all(_do("DELETE FROM legs WHERE match = 's1t1'"), _do("DELETE FROM matches WHERE id = 's1t1'")),
        "a match that was played before it is missing",
    ),
    "an intervention about nobody": (_do("UPDATE decisions SET subject = 'zoe' WHERE number = 3"), "no bot is called"),
    "an intervention of no kind": (_do("UPDATE decisions SET kind = 'wish' WHERE number = 1"), "is not one"),
    "an intervention without a reason": (_do("UPDATE decisions SET reason = ' ' WHERE number = 3"), "without a reason"),
    "a withdrawal after the walkover": (
        _do("UPDATE decisions SET at = '2026-01-02T03:01:10+00:00' WHERE number = 3"),
        "is absent, and left only later",
    ),
    "a withdrawal before the bot's last match": (
        _do("UPDATE decisions SET at = '2026-01-02T03:00:05+00:00'"),
        "played, and had left before",
    ),
    "a withdrawal taken out": (_do("DELETE FROM decisions WHERE number = 3"), "had not withdrawn"),
    # times
    "a match before its cup": (_do("UPDATE matches SET finished = '2026-01-01T00:00:00+00:00'"), "before the tour"),
    "a match after its cup": (
        _do("UPDATE matches SET finished = '2026-01-03T00:00:00+00:00' WHERE id = 's1t3'"),
        "after the tournament was finished",
    ),
    "a match at no time": (_do("UPDATE matches SET finished = 'noon' WHERE id = 's1t3'"), "its time is none"),
    "a match over before it was lost": (
        _do("UPDATE losses SET at = '2026-01-02T03:00:50+00:00' WHERE match = 's1t2'"),
        "was lost after it was over",
    ),
    "a replay before what it replaces": (
        _do("UPDATE matches SET finished = '2026-01-02T03:00:10+00:00' WHERE id = 's1t1#2'"),
        "was over before s1t1",
    ),
    "runs in another order": (
        _do("UPDATE runs SET started = '2026-01-02T03:00:03+00:00' WHERE number = 4"),
        "runs: not in the order of their times",
    ),
    "a run taken out": (_do("DELETE FROM runs WHERE number = 2"), "runs: one is missing"),
    "a run of no matches": (_do("UPDATE runs SET jobs = 0 WHERE number = 1"), "runs: one without"),
    # bots, rules and the file
    "another name": (
        _all(
            _do("UPDATE bots SET name = 'zoe' WHERE name = 'ada'"),
            _do("UPDATE matches SET seats = replace(seats, '\"ada\"', '\"zoe\"')"),
        ),
        "bot zoe: name: differs from the tournament file",
    ),
    "another rating": (_do("UPDATE bots SET rating = 1499.5 WHERE name = 'ada'"), "rating: differs"),
    "a version where there can be none": (_do("UPDATE bots SET version = '2' WHERE name = 'ada'"), "version: differs"),
    "another command": (
        _do("""UPDATE bots SET command = '["/bin/python","other.py"]' WHERE name = 'ada'"""),
        "command: differs",
    ),
    "a key of a bot that is not remote": (_put("bots.facts WHERE name = 'bea'", "remote", "key"), "remote: differs"),
    "same files, another version": (
        _all(
            _do("UPDATE bots SET digest = 'one' WHERE name IN ('fay', 'gus')"),
            _do("UPDATE bots SET version = '2' WHERE name = 'gus'"),
        ),
        "same files as fay, another version or author",
    ),
    "a bot too many in the file": (
        _do("""UPDATE tournament SET file = file || '[[bots]]
path = "zoe"
'"""),
        "8 bots, in the tournament file 9",
    ),
    "a rule that is not in the rule set": (
        _put("tournament.rules", "multiplier", 3),
        "rules: multiplier: differs from the rule set",
    ),
}


def _late_seat(rounds: list[PlayedRound]) -> int:
    return next(number for number, done in enumerate(rounds[0].seats) if done.code == "late")


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_named_though_every_digest_was_made_to_fit(eventful: Path, tmp_path: Path, name: str) -> None:
    change, words = CHANGES[name]
    shutil.copy(eventful / RESULTS, tmp_path / RESULTS)
    found = reseal(tmp_path, change)
    assert any(words in line for line in found), found
    assert not any("digest" in line or "seal:" in line for line in found)


def test_the_record_itself_agrees_and_sealing_it_again_changes_nothing(eventful: Path, tmp_path: Path) -> None:
    assert differences(eventful) == []
    shutil.copy(eventful / RESULTS, tmp_path / RESULTS)
    assert reseal(tmp_path, lambda _: None) == []
    assert (tmp_path / RESULTS).read_bytes() == (eventful / RESULTS).read_bytes()
