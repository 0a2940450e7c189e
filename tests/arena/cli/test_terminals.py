"""Terminals of all kinds: other encodings, no capabilities, and pipes."""

import json
import os
import pty
import select
import shutil
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

from arena.cli.terminal.card_text import card_text
from arena.shisanshui.cards import cards
from tests.places import ARENA, ROOT, SAMPLES

HAND = "As Kd Qh 9h 9s 8c 7h 6d 5h 5c 4h 3h 2h"
LATIN = "en_US.iso88591"


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a locale whose encoding has no Chinese."""
    folder = tmp_path_factory.mktemp("locales")
    compiler = shutil.which("localedef")
    if compiler is None:
        pytest.skip("this system has no localedef")
    command = [compiler, "-i", "en_US", "-f", "ISO-8859-1", str(folder / LATIN)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("this system has no sources of locales")
    return folder


def in_latin(locales: Path, *words: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "LC_ALL": LATIN, "LOCPATH": str(locales), "PYTHONUTF8": "0"}
    environment.pop("PYTHONIOENCODING", None)
    return subprocess.run([ARENA, *words], cwd=cwd, env=environment, capture_output=True, check=False)


def test_a_bot_with_a_name_that_the_locale_cannot_write_plays_and_is_checked(locales: Path, tmp_path: Path) -> None:
    shutil.copytree(SAMPLES / "greedy", tmp_path / "bot")
    described = tmp_path / "bot" / "bot.toml"
    described.write_text(described.read_text().replace('"greedy"', '"花花"'), encoding="utf-8")
    played = in_latin(locales, "play", "bot", str(SAMPLES / "random"), "--rounds", "2", cwd=tmp_path)
    assert (played.returncode, played.stderr) == (0, b"")
    assert b" ?? " in played.stdout
    document = in_latin(locales, "play", "bot", str(SAMPLES / "random"), "--rounds", "2", "--json", cwd=tmp_path)
    assert [seat["name"] for seat in json.loads(document.stdout)["seats"]] == ["花花", "random"]
    checked = in_latin(locales, "check", "bot", cwd=tmp_path)
    assert (checked.returncode, checked.stderr) == (0, b"")


def test_a_file_that_the_locale_cannot_name_is_one_line(locales: Path, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "b"\ncommand = ["python", "花.py"]\n', encoding="utf-8")
    done = in_latin(locales, "check", ".", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(b"arena: ")
    assert len(done.stderr.splitlines()) == 1


def test_suits_are_letters_where_the_encoding_has_no_symbols() -> None:
    assert card_text(cards(["Kd", "9h"]), "utf-8").plain == "K♦ 9♥"
    assert card_text(cards(["Kd", "9h"]), "gb2312").plain == "Kd 9h"
    assert card_text(cards(["Kd", "9h"]), "ascii").plain == "Kd 9h"


def test_a_dumb_terminal_gets_no_escapes(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    words = [ARENA, "check", str(SAMPLES / "greedy"), "--logs", str(tmp_path)]
    with subprocess.Popen(words, cwd=ROOT, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "dumb"}) as done:
        os.close(theirs)
        shown = bytearray()
        while select.select([ours], [], [])[0]:
            try:
                shown += os.read(ours, 1 << 16)
            except OSError:  # the other end is closed
                break
    os.close(ours)
    assert done.returncode == 0
    assert b"passed" in shown
    assert b"\x1b" not in shown


def test_in_a_pipe_no_line_of_a_match_is_folded(tmp_path: Path) -> None:
    """Nor is a path, however long."""
    logs = tmp_path / ("long" * 30)
    done = subprocess.run(
        [ARENA, "play", str(SAMPLES / "greedy"), "false", "--rounds", "1", "--logs", str(logs)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"The bots' own output is in {logs}.\n" in done.stdout
    assert Console(width=80).width < len(str(logs))


def test_json_is_one_line_in_a_pipe() -> None:
    done = subprocess.run([ARENA, "arrange", HAND, "--json"], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert json.loads(done.stdout)["rules"] == "standard"
