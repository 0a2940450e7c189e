"""Which program a bot's command may name: its own files, and what every bot may run; nothing else of the machine."""

import os
import sys
from pathlib import Path

import pytest

from arena.bots.admission import admit
from arena.bots.command import runnable_command
from arena.bots.library import Library
from arena.bots.resolve import load_folder
from arena.errors import ArenaError
from arena.isolation.readable_paths import RUNTIMES, provided
from tests.arena.bots.archives import TOML, good, zipped

OUTSIDE = "lies neither in the bot's own folder nor in a folder of the system's programs"


def program_at(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\nexit 0\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "thief"
    place.mkdir()
    return place


@pytest.fixture
def rival(tmp_path: Path) -> Path:
    return program_at(tmp_path / "bot-library" / "bots" / "digest" / "start.sh")


def test_a_command_names_no_program_of_a_rival(folder: Path, rival: Path) -> None:
    (folder / "link").symlink_to(rival)
    (folder / "folder").symlink_to(rival.parent)
    for words in (str(rival), os.path.relpath(rival, folder), "./link", "folder/start.sh"):
        with pytest.raises(ArenaError, match=f'^bot.toml: "{words}": {OUTSIDE}$'):
            runnable_command([words], folder, "bot.toml", own=False)
        assert runnable_command([words], folder, "bot.toml", own=True)


def test_a_bot_does_not_learn_what_there_is_outside(folder: Path, rival: Path) -> None:
    absent = rival.with_name("absent.sh")
    with pytest.raises(ArenaError, match=f"{OUTSIDE}$"):
        runnable_command([str(absent)], folder, "bot.toml", own=False)
    for script in (rival.with_suffix(".py"), rival):
        assert runnable_command(["python", str(script)], folder, "bot.toml", own=False) == [sys.executable, str(script)]


def test_its_own_files_and_the_systems_programs_are_run(folder: Path) -> None:
    mine = program_at(folder / "bin" / "start.sh")
    (folder / "link").symlink_to("bin/start.sh")
    assert runnable_command(["bin/start.sh"], folder, "bot.toml", own=False) == [str(mine)]
    assert runnable_command(["./link"], folder, "bot.toml", own=False) == [str(folder / "link")]
    assert runnable_command(["/bin/sh"], folder, "bot.toml", own=False) == ["/bin/sh"]
    assert runnable_command(["sh"], folder, "bot.toml", own=False)[0].endswith("/sh")


def test_a_name_finds_no_private_program_unless_the_organizer_names_its_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = program_at(tmp_path / "private" / "bin" / "runtime")
    monkeypatch.setenv("PATH", f"{private.parent}:/usr/bin:/bin")
    with pytest.raises(ArenaError, match=r'^bot\.toml: "runtime": is in PATH, but in no folder of the system'):
        runnable_command(["runtime"], folder, "bot.toml", own=False)
    assert runnable_command(["runtime"], folder, "bot", own=True) == [str(private)]
    monkeypatch.setenv(RUNTIMES, f"relative:{tmp_path / 'private'}")
    assert runnable_command(["runtime"], folder, "bot.toml", own=False) == [str(private)]
    assert tmp_path / "private" in provided()


@pytest.mark.parametrize("build", [False, True])
def test_a_submission_that_names_a_rival_is_refused_and_its_own_build_too(build: bool, tmp_path: Path) -> None:
    library = Library(tmp_path / "bot-library")
    rival = admit(good(tmp_path / "bot.zip"), library, 0, "now", lambda words: None)
    stolen = library.folder(rival) / "bot.py"
    command = f'command = ["{stolen}"]\n'
    toml = TOML.replace("greedy", "thief")
    toml += f"[build]\n{command}" if build else ""
    toml = toml if build else toml.replace('command = ["python", "bot.py"]\n', command)
    thief = zipped(tmp_path / "thief.zip", ("bot.toml", toml.encode(), 0), ("bot.py", b"", 0))
    with pytest.raises(ArenaError, match=f"{OUTSIDE}$"):
        admit(thief, library, "auto", "now", lambda words: None)


def test_a_folder_is_held_to_the_same(folder: Path, rival: Path) -> None:
    (folder / "bot.toml").write_text(f'name = "thief"\ncommand = ["{rival}"]\n')
    with pytest.raises(ArenaError, match=f"{OUTSIDE}$"):
        load_folder(folder)


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("#!/usr/bin/nosuch", "/usr/bin/nosuch"),
        ("#! /usr/bin/nosuch -u", "/usr/bin/nosuch"),
        ("#!/bin/sh\r", "/bin/sh\\r"),
        ("#!/usr/bin/env nosuch", "nosuch"),
        ("#!/usr/bin/env -S nosuch", "nosuch"),
    ],
)
def test_a_script_whose_interpreter_is_missing_is_told_so(folder: Path, line: str, missing: str) -> None:
    program_at(folder / "start").write_text(f"{line}\nexit 0\n", newline="")
    for own in (True, False):
        with pytest.raises(ArenaError) as caught:
            runnable_command(["./start"], folder, "bot.toml", own=own)
        assert f"its first line names '{missing}', which is not on this machine" in str(caught.value)


@pytest.mark.parametrize("line", ["#!/bin/sh", "#!/usr/bin/env sh", "#!/usr/bin/env A=1 sh", "\x7fELF", ""])
def test_a_program_with_its_interpreter_or_without_any_is_run(folder: Path, line: str) -> None:
    program_at(folder / "start").write_text(f"{line}\n")
    assert runnable_command(["./start"], folder, "bot.toml", own=False) == [str(folder / "start")]


def test_a_link_out_of_the_folder_is_refused_before_it_can_be_missed(folder: Path, rival: Path) -> None:
    (folder / "bot.py").touch()
    (folder / "bot.toml").write_text('name = "b"\ncommand = ["python", "bot.py"]\n')
    (folder / "within").symlink_to("bot.py")
    load_folder(folder)
    (folder / "weights").symlink_to(rival)
    with pytest.raises(
        ArenaError, match=r"weights: a link out of the bot's folder; a bot's folder must hold its files"
    ):
        load_folder(folder)
