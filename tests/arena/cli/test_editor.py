"""What `--debug-bot` writes for an editor; `tests/tournaments/cli/test_debug_bot.py` starts a bot by it."""

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.cli.editor import Editor, configuration, with_configuration
from arena.errors import ArenaError
from arena.records.job import BotProgram

ENV = "${workspaceFolder}/.vscode/arena-ada.env"


def started(folder: Path, *command: str) -> dict[str, Any]:
    return configuration(BotProgram("ada", list(command), str(folder)), ENV)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["ada.py", "fast"], {"program": "/bots/ada.py", "args": ["fast"]}),
        (["-u", "ada.py"], {"program": "/bots/ada.py", "args": [], "pythonArgs": ["-u"]}),
        (["-m", "ada", "fast"], {"module": "ada", "args": ["fast"]}),
    ],
)
def test_python_runs_in_its_debugger(words: list[str], expected: dict[str, Any]) -> None:
    found = started(Path("/bots"), sys.executable, *words)
    assert found | expected == found
    assert (found["type"], found["request"], found["python"]) == ("debugpy", "launch", sys.executable)


def test_node_runs_in_its_debugger() -> None:
    found = started(Path("/bots"), "/usr/bin/node", "bot.js")
    assert (found["type"], found["program"], found["envFile"]) == ("node", "/bots/bot.js", ENV)


def test_a_compiled_bot_runs_in_gdb(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_bytes(b"\x7fELF and so on")
    found = started(tmp_path, str(program), "fast")
    assert (found["type"], found["program"], found["args"]) == ("cppdbg", str(program), ["fast"])


def test_what_has_no_debugger_is_started_in_a_terminal_with_its_environment(tmp_path: Path) -> None:
    editor = Editor(tmp_path, BotProgram("ada", ["/bin/sh", "-c", 'echo "$ARENA_TOKEN $0"', "it's"], str(tmp_path)))
    editor.write({"ARENA_TOKEN": "a b'c"})
    [found] = json.loads(editor.launch.read_text(encoding="utf-8"))["configurations"]
    assert found["type"] == "node-terminal"
    command = found["command"].replace("${workspaceFolder}", str(tmp_path))
    assert subprocess.check_output(command, shell=True, cwd=found["cwd"], text=True) == "a b'c it's\n"


def test_python_code_of_a_command_is_started_in_a_terminal() -> None:
    assert started(Path("/bots"), sys.executable, "-c", "print()")["type"] == "node-terminal"


def test_the_environment_is_its_owners_alone_and_is_emptied(tmp_path: Path) -> None:
    editor = Editor(tmp_path, BotProgram("a/b", [sys.executable, "ada.py"], str(tmp_path)))
    editor.forget()
    assert not editor.environment.exists()
    editor.write({"ARENA_TOKEN": "secret"})
    assert editor.environment == tmp_path / ".vscode" / "arena-a_b.env"
    assert stat.S_IMODE(editor.environment.stat().st_mode) == 0o600
    editor.forget()
    assert editor.environment.read_text(encoding="utf-8").startswith("# no match waits for this bot")


def test_configurations_of_others_stay_and_ours_comes_first_once() -> None:
    mine = started(Path("/bots"), sys.executable, "ada.py")
    text = json.dumps(
        {"version": "0.2.0", "inputs": [], "configurations": [{"name": "theirs"}, mine | {"args": ["x"]}]}
    )
    after = json.loads(with_configuration(text, mine, Path("launch.json")))
    assert after == {"version": "0.2.0", "inputs": [], "configurations": [mine, {"name": "theirs"}]}
    again = json.dumps(after)
    assert with_configuration(again, mine, Path("launch.json")) is again


@pytest.mark.parametrize("text", ['// mine\n{"configurations": []}', "[]", "{}", '{"configurations": [1]}'])
def test_a_file_that_would_lose_something_stays(text: str) -> None:
    with pytest.raises(ArenaError, match=r"launch\.json: is not plain JSON.*add this to it: \{.*arena: ada"):
        with_configuration(text, started(Path("/bots"), sys.executable, "ada.py"), Path("launch.json"))


def test_a_file_where_the_editors_folder_belongs_is_named(tmp_path: Path) -> None:
    (tmp_path / ".vscode").touch()
    with pytest.raises(ArenaError, match=r"\.vscode: File exists"):
        Editor(tmp_path, BotProgram("ada", [sys.executable, "ada.py"], str(tmp_path))).write({})
