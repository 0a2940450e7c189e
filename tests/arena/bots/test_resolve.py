"""What a person may name as a bot, and the one line that says why something else is none."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.bots.resolve import from_command, load_folder, resolve, unique_names
from arena.errors import ArenaError, UsageError
from arena.records.manifest import SKIPPED, changes, command_manifest, folder_manifest
from protocol.typed import TypedError
from tests.places import SAMPLES

GOOD = 'name = "ada"\ncommand = ["python", "bot.py"]\n'


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    folder = tmp_path / "ada"
    folder.mkdir()
    (folder / "bot.toml").write_text(GOOD)
    (folder / "bot.py").write_text("print('hello')\n")
    return folder


def refusal(text: str, folder: Path) -> str:
    with pytest.raises(UsageError) as caught:
        resolve(text, folder)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_folder_is_run_in_itself_by_the_arenas_own_interpreter(bot: Path) -> None:
    (bot / "bot.toml").write_text('version = "2"\nauthor = "A. L."\nlanguage = "Python"\n' + GOOD)
    program = resolve("ada", bot.parent)
    assert (program.name, program.version, program.author) == ("ada", "2", "A. L.")
    assert program.command == [sys.executable, "bot.py"]
    assert program.folder == str(bot)


def test_a_python_file_is_called_after_itself(bot: Path) -> None:
    program = resolve("ada/bot.py", bot.parent)
    assert (program.name, program.command, program.folder) == ("bot", [sys.executable, "bot.py"], str(bot))


def test_a_quoted_command_is_called_after_the_file_it_names(bot: Path) -> None:
    program = resolve("python 'ada/bot.py' --fast", bot.parent)
    assert (program.name, program.folder) == ("bot", str(bot.parent))
    assert program.command == [sys.executable, "ada/bot.py", "--fast"]
    assert resolve("sleep 1", bot.parent).command == [shutil.which("sleep"), "1"]


def test_a_file_with_a_run_bit_is_a_command(bot: Path) -> None:
    script = bot / "my bot"
    script.write_text("#!/bin/sh\n")
    assert "has no run bit; run: chmod +x" in refusal("./my bot", bot)
    script.chmod(0o755)
    assert resolve("./my bot", bot).command == [str(script)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not nothing"),
        ("  ", "not nothing"),
        ("ad", "no such folder, .py file or command; did you mean 'ada'?"),
        ("ada/bit.py", "no such file; did you mean 'ada/bot.py'?"),
        ("python bit.py", '"bit.py": no such file in'),
        ("node bit.js", '"bit.js": no such file in'),
        ("python 'ada", "not a command: No closing quotation"),
        ("no-such-program --x", '"no-such-program": not found in PATH'),
        ("./no-such-program --x", '"./no-such-program": no such file'),
    ],
)
def test_a_command_line_that_names_no_bot_is_wrong_usage(
    text: str, words: str, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bot.parent / "node").write_text("#!/bin/sh\n")
    (bot.parent / "node").chmod(0o755)
    monkeypatch.setenv("PATH", str(bot.parent), prepend=":")
    assert words in refusal(text, bot.parent)


def test_a_program_beside_is_not_in_path_but_nearly(bot: Path) -> None:
    assert 'write "./bot.py"' in refusal("bot.py x", bot)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('name = "ada"\ncomand = ["python", "bot.py"]\n', 'unknown key "comand"; did you mean "command"?'),
        ('name = "ada"\n', 'command: missing; expected a list of words such as ["python", "bot.py"]'),
        ('name = "ada"\ncommand = []\n', "command: expected a list of words of at least 1 entry"),
        ('name = "ada"\ncommand = [""]\n', "command: is empty"),
        (
            'name = "ada"\ncommand = "python bot.py"\n',
            'command: expected a list of words such as ["python", "bot.py"], got "python bot.py"',
        ),
        ('name = "ada"\ncommand = ["python", "bit.py"]\n', '"bit.py": no such file in'),
        ('name = "ada"\ncommand = ["./bot.py"]\n', "has no run bit; run: chmod +x"),
        ('name = "ada"\ncommand = ["./bit.py"]\n', "no such file; did you mean 'bot.py'?"),
        ('name = "ada"\ncommand = ["no-such-program"]\n', "not found in PATH"),
        ('name = ""\ncommand = ["python", "bot.py"]\n', "name: expected 1 to 40 characters"),
        ('name = "a\\u001b[31mb"\ncommand = ["python", "bot.py"]\n', "name: expected printable characters"),
        ('name = "=1+1"\ncommand = ["python", "bot.py"]\n', "which a spreadsheet takes for a formula, got '=1+1'"),
        (GOOD + 'author = "\\u202enaisrever"\n', "author: expected printable characters, got '\\u202enaisrever'"),
        (GOOD + 'version = "1\\u0007"\n', "version: expected printable characters, got '1\\x07'"),
        ('name = "a/b"\ncommand = ["python", "bot.py"]\n', "name: expected printable characters"),
        (
            'name = "\\u3164"\ncommand = ["python", "bot.py"]\n',
            "name: expected characters that can be seen, got U+3164",
        ),
        (GOOD + '[build]\ncommand = ["make"]\noutput = ["../x"]\n', "build.output: expected files or folders below"),
        (GOOD + '[build]\ncommand = ["make", "all it"]\noutput = ["build"]\n', "in that folder run: make 'all it'"),
        ("name = ", "not valid TOML"),
    ],
)
def test_a_bad_bot_file_is_one_line_that_names_file_and_key(text: str, words: str, bot: Path) -> None:
    (bot / "bot.toml").write_text(text)
    with pytest.raises((ArenaError, TypedError)) as caught:
        load_folder(bot)
    assert not isinstance(caught.value, UsageError)
    assert str(caught.value).startswith(str(bot))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_must_be_there_and_hold_a_bot_file(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"no bot\.toml in this folder"):
        load_folder(tmp_path)
    with pytest.raises(ArenaError, match="no such folder"):
        load_folder(tmp_path / "ada")


def test_a_bare_command_needs_a_name_and_a_program(tmp_path: Path) -> None:
    assert from_command("s", ["sleep", "1"], tmp_path).folder == str(tmp_path)
    with pytest.raises(ArenaError, match="command: is empty"):
        from_command("s", [], tmp_path)
    with pytest.raises(ArenaError, match="name: expected"):
        from_command(" s", ["sleep"], tmp_path)


def test_names_are_made_unique_in_order(tmp_path: Path) -> None:
    named = ["x", "y", "x", "x#2", "x", "x#2"]
    programs = [from_command(name, ["sleep"], tmp_path) for name in named]
    assert [program.name for program in unique_names(programs)] == ["x", "y", "x#3", "x#2", "x#4", "x#2#2"]


def test_the_digest_of_a_folder_can_be_recomputed_with_sha256sum(bot: Path) -> None:
    for skipped in SKIPPED:
        (bot / skipped).mkdir()
        (bot / skipped / "junk").write_text("made by a tool")
    (bot / "Z").mkdir()
    for name in ["Z/deep file.txt", "a.txt", "é", "B", "C:\\B", "two\nlines"]:
        (bot / name).write_text(name)
    hidden = " -o ".join(f"-name {name}" for name in sorted(SKIPPED))
    find = f"find . \\( {hidden} \\) -prune -o -type f -printf '%P\\0'"
    recomputed = subprocess.run(
        f"{find} | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum",
        shell=True,
        cwd=bot,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()[0]
    assert load_folder(bot).digest == recomputed


def test_a_digest_changes_with_contents_and_names_and_with_nothing_else(bot: Path) -> None:
    before = load_folder(bot).digest
    os.utime(bot / "bot.py", (1, 1))
    (bot / "bot.py").chmod(0o700)
    assert load_folder(bot).digest == before
    (bot / "bot.py").write_text("print('Hello')\n")
    changed = load_folder(bot).digest
    (bot / "notes").write_text("")
    assert len({before, changed, load_folder(bot).digest}) == 3


def test_what_building_makes_is_no_part_of_the_digest(bot: Path) -> None:
    (bot / "bot.toml").write_text(GOOD + '[build]\ncommand = ["make"]\noutput = ["build/", "bot.bin"]\n')
    (bot / "build").mkdir()
    (bot / "bot.bin").write_text("1")
    before = load_folder(bot).digest
    (bot / "build" / "object").write_text("2")
    (bot / "bot.bin").write_text("3")
    assert load_folder(bot).digest == before


def test_a_command_is_as_good_as_the_script_it_names(bot: Path) -> None:
    command = ["python", "bot.py"]
    before = from_command("x", command, bot)
    line = f"{hashlib.sha256((bot / 'bot.py').read_bytes()).hexdigest()}  bot.py\n"
    assert before.digest == hashlib.sha256(f"command {json.dumps(command)}\n{line}".encode()).hexdigest()
    (bot / "bot.py").write_text("changed")
    assert from_command("y", command, bot).digest != before.digest


def test_what_has_changed_in_a_bot_is_named(bot: Path) -> None:
    for name in ("a", "old\nname"):
        (bot / name).write_text("")
    before = folder_manifest(bot)
    assert changes(before, before) == ""
    (bot / "bot.py").write_text("changed")
    (bot / "a").unlink()
    (bot / "old\nname").rename(bot / "deep")
    for number in range(7):
        (bot / f"f{number}").write_text("")
    said = r"changed bot.py; added deep, f0, f1, f2, f3 and 3 more; gone a, old\nname"
    assert changes(before, folder_manifest(bot)) == said


def test_of_a_command_its_words_and_the_files_that_they_name_are_held(bot: Path) -> None:
    before = command_manifest(["python", "bot.py"], bot)
    (bot / "bot.py").write_text("changed")
    (bot / "beside.py").write_text("not named")
    assert changes(before, command_manifest(["python", "bot.py"], bot)) == "changed bot.py"
    said = 'command was ["python", "bot.py"], is ["python", "-O", "beside.py"]; added beside.py; gone bot.py'
    assert changes(before, command_manifest(["python", "-O", "beside.py"], bot)) == said


def test_a_link_to_a_folder_is_refused_since_nobody_submitted_its_contents(bot: Path) -> None:
    (bot / "data").symlink_to(bot.parent)
    with pytest.raises(ArenaError, match="a link to a folder"):
        folder_manifest(bot)


def test_a_byte_order_mark_before_bot_toml_is_no_fault(bot: Path) -> None:
    (bot / "bot.toml").write_text(GOOD, encoding="utf-8-sig")
    assert load_folder(bot).name == "ada"


def test_a_folder_with_more_than_any_bot_needs_is_refused_without_being_read(tmp_path: Path) -> None:
    """A file of 50 GB takes no room if nothing was written to it."""
    (tmp_path / "bot.toml").write_text('name = "big"\ncommand = ["python", "bot.py"]\n')
    with (tmp_path / "weights").open("wb") as file:
        file.truncate(50 << 30)
    with pytest.raises(ArenaError, match=r": holds more than 2048 MiB$"):
        load_folder(tmp_path)


def test_a_sample_is_there_in_every_folder_unless_one_of_that_name_is_nearer(tmp_path: Path, bot: Path) -> None:
    assert resolve("sample_bots/greedy", tmp_path).folder == str(SAMPLES / "greedy")
    assert "no such folder" in refusal("sample_bots/nobody", tmp_path)
    (tmp_path / "sample_bots").mkdir(exist_ok=True)
    own = tmp_path / "sample_bots" / "greedy"
    shutil.copytree(bot, own)
    assert resolve("sample_bots/greedy", tmp_path).folder == str(own)
