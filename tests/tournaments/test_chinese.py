"""A real cup in Chinese, with a bot that fouls and one that crashes: no command says an English word in between."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from rich.cells import cell_len

from arena.cli import main
from protocol.reasons import MEANING
from tests.places import ROOT, SAMPLES

BROKEN: Final = "tests.arena.referee.badbots"
CUP: Final = f"""
[tournament]
name = "Cup"
seed = "1"
[match]
rounds = 2
restarts = 0
[[bots]]
path = "{SAMPLES / "greedy"}"
[[bots]]
path = "{SAMPLES / "plain"}"
[[bots]]
name = "fouls"
command = ["{sys.executable}", "-m", "{BROKEN}", "repeated_card"]
[[bots]]
name = "quits"
command = ["{sys.executable}", "-m", "{BROKEN}", "exits_before_hello"]
[[stages]]
format = "elimination"
table_size = 2
advance = 1
"""
FULL: Final = 79
"""Terminal columns; a character of two does not fit in the eightieth."""
OWN: Final = frozenset({*MEANING, "greedy", "plain", "fouls", "quits", "hello", "bubblewrap", "cgroup", "standard"})
"""What has no other name in Chinese: bots, codes, rule sets, programs, the wire's own words."""
NO_WORDS: Final = re.compile(
    r"\bthe arena\b|^arena:|\barena( [a-z]+)+(\.[a-z]+)?|--[a-z-]+|\S*[/_=]\S*|"
    r"\S+\.[a-z]\w+|[0-9a-f]{8,}|\bs\d+t\d+\w*|“[^”]*”|\"[^\"]*\""
)
"""An author, the mark of a complaint, commands, options, paths and files, hashes, tables, and what is quoted."""


def english_words(text: str) -> list[tuple[str, str]]:
    """Return every word in small Latin letters that is not a name, with its line.

    Chinese has no spaces, so a line that is full is broken wherever that is, within a name too: such lines are one.
    """
    return [
        (word, line)
        for line in _whole_lines(text)
        for word in re.findall(r"(?<![A-Za-z\d])[a-z][a-z-]+(?![A-Za-z])", NO_WORDS.sub(" ", line))
        if word not in OWN
    ]


def _whole_lines(text: str) -> Iterator[str]:
    before = ""
    for line in text.splitlines():
        before += line
        if cell_len(line) < FULL:
            yield before
            before = ""
    yield before


def test_words_are_told_from_names() -> None:
    assert [word for word, _line in english_words("greedy：no card；出局，late，见 arena logs runs/cup --bot x")] == [
        "no",
        "card",
    ]


def ran(folder: Path, *words: str) -> str:
    """Return all that a command in a process of its own prints in Chinese."""
    done = subprocess.run(
        [sys.executable, "-c", "from arena.cli import main; main()", *words, "--lang", "zh"],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a finished cup, and what its run said."""
    folder = tmp_path_factory.mktemp("chinese")
    (folder / "cup.toml").write_text(CUP)
    said = ran(folder, "tournament", "run", "cup.toml", "--out", "r")
    assert "冠军" in said, said
    return folder, said


def test_the_run_itself_says_everything_in_chinese(played: tuple[Path, str]) -> None:
    assert english_words(played[1]) == []


def commands(out: Path) -> Iterator[list[str]]:
    yield ["tournament", "status", "r"]
    yield ["tournament", "run", "cup.toml", "--out", "r", "--dry-run"]
    yield ["tournament", "void", "r", "s1t1", "--reason", "x"]
    yield ["tournament", "withdraw", "r", "nobody", "--reason", "x"]
    yield ["replay", "r", "s1t1"]
    yield ["replay", "r", "s1t2", "1"]
    yield ["hands", "r", "--bot", "fouls", "--worst", "2"]
    yield ["hands", "r", "--bot", "quits", "--worst", "2"]
    yield ["analyse", "r", "--bot", "greedy"]
    yield ["analyse", "r", "--bot", "quits"]
    yield ["ratings", "r"]
    yield ["verify", "r"]
    yield ["logs", "r", "--bot", "quits", "--out", str(out / "logs.zip")]


def test_no_command_says_an_english_word(
    played: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(played[0])
    monkeypatch.setenv("COLUMNS", "80")
    found: dict[str, list[tuple[str, str]]] = {}
    for words in commands(tmp_path):
        with pytest.raises(SystemExit):
            main([*words, "--lang", "zh"])
        printed = capsys.readouterr()
        assert printed.out + printed.err
        if wrong := english_words(printed.out + printed.err):
            found[" ".join(words)] = wrong
    assert found == {}


def test_the_page_opens_in_the_language_of_its_run(played: tuple[Path, str]) -> None:
    page = (played[0] / "r" / "report.html").read_text(encoding="utf-8")
    assert '<html lang="zh">' in page
    assert 'id="zh" checked' in page
    assert 'id="en" checked' not in page


def test_a_bot_that_only_failed_is_not_said_to_have_yet_to_play(
    played: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["analyse", str(played[0] / "r"), "--bot", "quits"])
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert "laid no hand itself" in said
    assert "its 4 rounds were decided by faults" in said


def test_a_cup_that_is_finished_is_not_said_to_continue_when_nobody_reads_it(played: tuple[Path, str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-c", "from arena.cli import main; main()", "tournament", "run", "cup.toml", "--out", "r"],
            cwd=played[0],
            env=os.environ | {"PYTHONPATH": str(ROOT), "ARENA_LANG": "en"},
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (
        0,
        "arena: the output is closed; the cup is finished: arena tournament status r\n",
    )
