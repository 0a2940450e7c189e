"""Every command of the arena speaks one language at a time: its help, its tables, its complaints, its verdicts."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from arena.bots.library import Library, Version
from arena.cli import cli, main
from arena.language import LANGUAGES
from arena.records.manifest import digest_of, folder_manifest
from arena.remote.keys import new_pair
from arena.shisanshui.ruleset import load_rules, rule_names
from tests.language.sentences import chinese_sentence, english_sentence
from tests.places import ROOT, SAMPLES

HAND = "As Kd Qh 9h 9s 8c 7h 6d 5h 5c 4h 3h 2h"
WORSE = "Kd Qh 2h | 5h 5c 8c 7h 6d | As 9h 9s 4h 3h"
SPECIAL = "2s 2h 4d 4c 6s 6h 9d 9c Js Jh Ks Kh Ad"
ROUND = {
    "rules": {"horse": "9s", "base": 2},
    "seats": [
        {"front": ["As", "4h", "2d"], "middle": ["Ah", "Ks", "8d", "6c", "3s"], "back": ["Ad", "Ac", "9s", "5d", "7c"]},
        {"front": ["Kh", "4d", "2c"], "middle": ["Qd", "Qc", "9h", "5h", "7d"], "back": ["Kc", "Qs", "8h", "6s", "3c"]},
        {"foul": True},
        {"escaped": True},
    ],
}
FAULTY = [{"rules": "standart", "seats": []}, {"rules": "standard", "seats": 3}, {"rules": {"gun": "x"}, "seats": []}]


def commands(group: click.Group, words: Sequence[str] = ()) -> list[tuple[str, ...]]:
    """The commands of the arena itself; those of other packages have tests of their own."""
    found = [tuple(words)]
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        assert command.callback is not None
        if not command.callback.__module__.startswith("arena."):
            continue
        below = (*words, name)
        found += commands(command, below) if isinstance(command, click.Group) else [below]
    return found


HELP = [[*words, "--help"] for words in commands(cli) if words]
SHOWN = [
    *(["rules", "show", "standard"], ["rules", "show", "wild"], ["rules", "show", "common"]),
    *(["rules", "show", "multiply"], ["rules", "diff", "standard", "wild"], ["rules", "diff", "wild", "wild"]),
    *(["rules", "check", "house.toml"], ["arrange", HAND], ["arrange", SPECIAL], ["arrange", HAND, "--top", "1"]),
    *(
        ["arrange", "--compare", WORSE],
        ["score", "--explain", "rounds.jsonl"],
        ["trace", "trace.jsonl"],
        ["keys", "new", "ada"],
    ),
    *(["keys", "show", "server.public"], ["new", "mine"], ["bots", "list", "--library", "library"]),
    *(["bots", "show", "a/b@1", "--library", "library"], ["bots", "remove", "a/b@1", "--library", "library"]),
]
REFUSED = [
    *([], ["nonsense"], ["play"], ["play", "a", "b", "--rounds", "x"], ["play", "a", "b", "--rounds", "0"]),
    *(["play", "a", "b", "--nonsense"], ["play", "a", "b", "--thinking", "no"], ["rules", "show", "a", "b"]),
    *(["play", "a", "b", "--time-limit", "5"], ["play", "a", "b", "--memory", "5"], ["arrange"], ["arrange", "As"]),
    *(["arrange", HAND.replace("2h", "As")], ["arrange", HAND.replace("2h", "1h")], ["arrange", "--file", "none"]),
    *(["arrange", "--compare", "As"], ["arrange", HAND, "--compare", WORSE.replace("2h", "2c")]),
    *(["arrange", HAND, "--players", "5"], ["arrange", "--file", "house.toml"], ["rules", "show", "nosuch"]),
    *(["rules", "check", "bad.toml"], ["rules", "check", "."], ["rules", "check", "typo.toml"]),
    *(["score", "none"], ["score", "--explain", "faulty.jsonl"], ["trace", "none"], ["trace", "."]),
    *(["trace", "house.toml"], ["keys", "show", "none"], ["keys", "show", "house.toml"], ["keys", "new", "server"]),
    *(["new", "library"], ["check", "none"], ["bots", "show", "no/bot"]),
    *(["play", "remote:none", "x"], ["check", "remote:server.public"], ["keys", "new", "house.toml/x"]),
]


def test_the_list_of_rule_sets_is_in_one_language_but_for_their_own_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    english, chinese = (printed(capsys, monkeypatch, ["rules", "list"], language) for language in LANGUAGES)
    assert [line for line in chinese if english_sentence(line)] == []
    rest = "".join("".join(english).split())
    for rules in map(load_rules, rule_names()):
        for own in (*rules.notes, rules.chinese):
            rest = rest.replace("".join(own.split()), "")
    assert re.findall(r"[\u4e00-\u9fff]+", rest) == []


def fill(folder: Path) -> Path:
    """Make a folder with a file of each kind, to be in while a command runs."""
    folder.mkdir()
    (folder / "house.toml").write_text('gun = "double"\n[deck]\npacks = 2\n')
    (folder / "bad.toml").write_text("gun = ")
    (folder / "typo.toml").write_text('gum = 3\n[specials]\norder = ["dragn"]\n')
    (folder / "rounds.jsonl").write_text(json.dumps(ROUND) + "\n")
    (folder / "faulty.jsonl").write_text("{\n" + "".join(json.dumps(line) + "\n" for line in FAULTY))
    (folder / "trace.jsonl").write_text("".join(json.dumps(line) + "\n" for line in trace()))
    new_pair(folder / "server")
    library = Library(folder / "library")
    with library.incoming(others=False) as incoming:
        (incoming / "bot.toml").write_text('name = "b"\ncommand = ["python", "bot.py"]\n')
        (incoming / "bot.py").write_text("")
        digest = digest_of(folder_manifest(incoming))
        warnings = ["fouls: 3 of 112 hands were fouled: each row must be at least as high as the one before it"]
        library.keep(incoming, Version("a/b@1", digest, "2026-01-01", "0: limits only, trusted", 26, warnings))
    return folder


def trace() -> list[dict[str, object]]:
    """A line of each kind."""
    start = {"type": "match", "seat": 0, "seats": ["a", "b"], "rounds": 2, "time": {"grace_ms": 50}}
    strike = {"type": "strike", "request": 1, "code": "illegal", "message": "As: not dealt"}
    settled = {"type": "settled", "round": 1, "water": [1, -1], "seats": [{"outcome": "foul", "special": None}] * 2}
    events = [strike, settled, {"type": "seat", "seat": 1, "state": "restarted"}]
    asked = {"request": 2, "decision_ms": 9, "bank_ms": 0, "items": [{"round": 2, "hand": ["As"]}], "events": events}
    row = {"front": ["As"], "middle": [], "back": [], "decline": True}
    answer = {"type": "answer", "request": 2, "actions": [None, row], "note": "x"}
    lines: list[tuple[str, dict[str, object]]] = [
        ("started", {}),
        ("sent", {"message": start}),
        ("sent", {"message": {"type": "decide", **asked}}),
        ("received", {"message": answer}),
        ("received", {"message": answer}),
        ("received", {"raw": "00", "bytes": 1}),
        ("fault", {"code": "malformed", "words": "not msgpack: the message ends too early"}),
        ("sent", {"message": {"type": "end", "events": [], "water": [1, -1], "reason": "completed"}}),
        ("returned", {}),
        ("ended", {"code": "disconnected", "words": "the connection was lost and did not come back within 5 s"}),
        ("ended", {}),
    ]
    return [{"at_us": 5, "leg": 0, "seat": 0, "bot": "a", "what": what, **fields} for what, fields in lines]


def printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: Sequence[str], language: str
) -> list[str]:
    monkeypatch.setenv("ARENA_LANG", language)
    with pytest.raises(SystemExit):
        main(arguments)
    shown = capsys.readouterr()
    return (shown.out + shown.err).splitlines()


@pytest.mark.parametrize("arguments", [*HELP, *SHOWN, *REFUSED], ids=" ".join)
def test_a_command_speaks_one_language(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(fill(tmp_path / "en"))
    english = printed(capsys, monkeypatch, arguments, "en")
    assert [line for line in english if chinese_sentence(line)] == []
    monkeypatch.chdir(fill(tmp_path / "zh"))
    chinese = printed(capsys, monkeypatch, arguments, "zh")
    assert [line for line in chinese if english_sentence(line)] == []
    assert chinese != english or not any(map(english_sentence, english))


BROKEN = "python -m tests.arena.referee.badbots"
PLAYED = [
    ["check", str(SAMPLES / "greedy"), "--logs", "{logs}"],
    ["check", f"{BROKEN} float_cards", "--logs", "{logs}"],
    ["play", str(SAMPLES / "greedy"), f"{BROKEN} repeated_card", "--rounds", "5", "--logs", "{logs}"],
    ["play", str(SAMPLES / "greedy"), f"{BROKEN} exits_before_hello", "--rounds", "2", "--logs", "{logs}"],
]
"""Commands that start processes are processes themselves."""


@pytest.mark.parametrize("arguments", PLAYED, ids=lambda words: " ".join(words[:2]))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_that_plays_speaks_one_language(arguments: list[str], language: str, tmp_path: Path) -> None:
    words = [word.replace("{logs}", str(tmp_path)) for word in arguments]
    done = subprocess.run(
        [sys.executable, "-c", "from arena.cli import main; main()", *words, "--lang", language],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    wrong = chinese_sentence if language == "en" else english_sentence
    assert done.returncode in {0, 1}
    assert done.stderr == ""
    assert [line for line in done.stdout.splitlines() if wrong(line)] == []
