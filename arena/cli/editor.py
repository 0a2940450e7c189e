"""Files for VS Code by which F5 starts a bot that a match waits for."""

import json
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError
from arena.records.job import BotProgram
from arena.system.file_names import plain_file_name
from arena.system.private_file import open_private

EDITOR: Final = ".vscode"
"""The editor's folder in the folder that is open in it."""
_LAUNCH: Final = "launch.json"
_ELF: Final = b"\x7fELF"
_OPEN: Final = "${workspaceFolder}"
_NOTHING_WAITS: Final = "# no match waits for this bot; arena play with --debug-bot fills this file\n"


class Editor:
    """The files for one bot in `folder`/.vscode. Their names stay, so that F5 starts the bot whenever it is asked for.

    The environment is its owner's alone, as it holds the token by which the bot is known.
    """

    def __init__(self, folder: Path, bot: BotProgram) -> None:
        self.launch = folder / EDITOR / _LAUNCH
        self.environment = folder / EDITOR / f"arena-{plain_file_name(bot.name)}.env"
        self._bot = bot

    def write(self, variables: Mapping[str, str]) -> None:
        """Write the variables of the start that is waited for, and the configuration if it is not there.

        Raises ArenaError, which says what to do by hand, where the configuration cannot be added or a file not written.
        """
        try:
            self._write(variables)
        except OSError as error:
            raise ArenaError("{place}: {strerror}", place=self.launch.parent, strerror=error.strerror) from None

    def _write(self, variables: Mapping[str, str]) -> None:
        self.environment.parent.mkdir(exist_ok=True)
        self._fill("".join(f"{name}={shlex.quote(value)}\n" for name, value in variables.items()))
        file = f"{_OPEN}/{EDITOR}/{self.environment.name}"
        before = self.launch.read_text(encoding="utf-8") if self.launch.exists() else ""
        after = with_configuration(before, configuration(self._bot, file), self.launch)
        if after != before:
            self.launch.write_text(after, encoding="utf-8")

    def forget(self) -> None:
        """Empty the environment: nobody waits any more."""
        with suppress(OSError):
            if self.environment.exists():
                self._fill(_NOTHING_WAITS)

    def _fill(self, text: str) -> None:
        with open_private(self.environment) as file:
            file.write(text.encode())


def configuration(bot: BotProgram, environment: str) -> dict[str, Any]:
    """Return the editor's configuration that starts `bot` with the variables in the file `environment`.

    What no debugger is known for is started in a terminal.
    """
    program, *words = bot.command
    head: dict[str, Any] = {"name": f"arena: {bot.name}", "request": "launch", "cwd": bot.folder}
    kind = Path(program).name
    if kind.startswith(("python", "pypy")) and (started := _of_python(words, Path(bot.folder))):
        started |= {"type": "debugpy", "python": program}
        return head | started | {"console": "integratedTerminal", "envFile": environment}
    if kind in {"node", "nodejs"} and words and not words[0].startswith("-"):
        started = {"type": "node", "runtimeExecutable": program, **_of_script(words, Path(bot.folder))}
        return head | started | {"console": "integratedTerminal", "envFile": environment}
    if _is_compiled(Path(program)) and Path(program).is_relative_to(bot.folder):
        return head | {"type": "cppdbg", "MIMode": "gdb", "program": program, "args": words, "envFile": environment}
    line = f'set -a; . "{environment}"; exec {shlex.join(bot.command)}'
    return head | {"type": "node-terminal", "command": f"sh -c {shlex.quote(line)}"}


def with_configuration(text: str, added: Mapping[str, Any], file: Path) -> str:
    """Return the text of a launch.json, empty for a new one, with `added` first, in place of the one of its name.

    Raises ArenaError for a text that is not plain JSON: what a rewrite would lose in it is its owner's.
    """
    try:
        document: Any = json.loads(text) if text.strip() else {"version": "0.2.0", "configurations": []}
        others = [each for each in document["configurations"] if each.get("name") != added["name"]]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ArenaError(
            "{file}: is not plain JSON with a list of configurations, so it stays as it is; add this to it: {added}",
            file=file,
            added=json.dumps(added, ensure_ascii=False),
        ) from None
    if added in document["configurations"]:
        return text
    return json.dumps(document | {"configurations": [added, *others]}, indent=4, ensure_ascii=False) + "\n"


def _of_python(words: Sequence[str], folder: Path) -> dict[str, Any]:
    """What Python runs: a module or a file, after options of Python's own. Empty where it is something else."""
    flags = next((place for place, word in enumerate(words) if word == "-m" or not word.startswith("-")), len(words))
    own, rest = list(words[:flags]), list(words[flags:])
    if "-c" in own or not rest or rest == ["-m"]:
        return {}
    started = {"module": rest[1], "args": rest[2:]} if rest[0] == "-m" else _of_script(rest, folder)
    return started | ({"pythonArgs": own} if own else {})


def _of_script(words: Sequence[str], folder: Path) -> dict[str, Any]:
    return {"program": str(folder / words[0]), "args": list(words[1:])}


def _is_compiled(program: Path) -> bool:
    with program.open("rb") as file:
        return file.read(len(_ELF)) == _ELF
