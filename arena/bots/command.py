"""The program of a command: found, and for a bot's command held to what bots may run."""

import difflib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.isolation.readable_paths import RUNTIMES, may_be_used, search_path
from protocol.text import Said

_SCRIPTS: Final = frozenset({".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".lua", ".jl", ".sh", ".jar"})

_LONGEST_FIRST_LINE: Final = 256
"""Bytes of a script that the kernel looks at for the name of its interpreter."""


def runnable_command(command: Sequence[str], folder: Path, place: Said | str, own: bool) -> list[str]:
    """`command` with its program as an absolute path.

    Where it is not the caller's `own` but a bot's, its program is one of the bot's own files or one that every bot may
    use. Raises ArenaError, starting with `place`, when it cannot run.
    """
    if not command or not command[0].strip():
        raise ArenaError("{place}: is empty", place=place)
    if any("\0" in word for word in command):
        raise ArenaError("{place}: expected words without a zero character, which no program can be given", place=place)
    program, *rest = command
    if program == "python":
        found = sys.executable
    elif "/" in program:
        found = _program_at(folder.absolute() / program, program, folder, place, own)
    else:
        found = _program_called(program, folder, place, own)
    script = rest[0] if rest and not rest[0].startswith("-") else ""
    is_script = bool(script) and (program == "python" or Path(script).suffix in _SCRIPTS)
    # of what lies elsewhere a bot learns not even whether it is there
    if is_script and (own or _is_inside(folder / script, folder)) and not (folder / script).exists():
        raise ArenaError(
            '{place}: "{script}": no such file in {folder}{advice}',
            place=place,
            script=script,
            folder=folder,
            advice=advice_on(folder / script),
        )
    return [found, *rest]


def _program_at(path: Path, program: str, folder: Path, place: Said | str, own: bool) -> str:
    """A program that is named by its place."""
    inside = own or _is_inside(path, folder)
    if not inside and not may_be_used(path.resolve()):
        raise ArenaError(
            "{place}: \"{program}\": lies neither in the bot's own folder nor in a folder of the system's programs",
            place=place,
            program=program,
        )
    if not path.is_file():
        advice = advice_on(path) if inside else Said("")
        raise ArenaError('{place}: "{program}": no such file{advice}', place=place, program=program, advice=advice)
    if not os.access(path, os.X_OK):
        raise ArenaError(
            '{place}: "{program}" has no run bit; run: chmod +x {quote}',
            place=place,
            program=program,
            quote=shlex.quote(str(folder / program)),
        )
    if missing := _missing_interpreter(path):
        raise ArenaError(
            '{place}: "{program}": its first line names {interpreter!r}, which is not on this machine',
            place=place,
            program=program,
            interpreter=missing,
        )
    return str(path)


def _missing_interpreter(script: Path) -> str:
    """The interpreter that a script names in its first line, if it cannot be found; else nothing."""
    with script.open("rb") as file:
        line = file.readline(_LONGEST_FIRST_LINE)
    if not line.startswith(b"#!"):
        return ""
    # the kernel takes a carriage return for a part of the name
    named, *words = re.split(r"[ \t]+", os.fsdecode(line[2:]).strip(" \t\n"))
    if not Path(named).is_file():
        return named
    called = next((word for word in words if word[:1] != "-" and "=" not in word), "")
    if Path(named).name != "env" or not called:
        return ""
    return "" if shutil.which(called) or shutil.which(called, path=search_path()) else called


def _program_called(program: str, folder: Path, place: Said | str, own: bool) -> str:
    """A program that is found in `PATH`."""
    located = shutil.which(program, path=None if own else search_path())
    if located is not None and (own or may_be_used(Path(located).resolve())):
        return str(Path(located).absolute())
    if not own and shutil.which(program) is not None:
        raise ArenaError(
            '{place}: "{program}": is in PATH, but in no folder of the system\'s programs, so no bot may use it;'
            " install it for the whole system, or name a folder that holds all it needs in {variable}",
            place=place,
            program=program,
            variable=RUNTIMES,
        )
    if (folder / program).is_file():
        raise ArenaError(
            '{place}: "{program}": not found in PATH; for the file in {folder} write "./{program}"',
            place=place,
            program=program,
            folder=folder,
        )
    raise ArenaError('{place}: "{program}": not found in PATH', place=place, program=program)


def _is_inside(path: Path, folder: Path) -> bool:
    """Whether a file lies in the bot's own folder, with all links followed."""
    return path.resolve().is_relative_to(folder.resolve())


def advice_on(path: Path, given: str = "") -> Said:
    """The nearest name beside a path that does not exist, written as the path was given."""
    beside = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    near = difflib.get_close_matches(path.name, beside, n=1)
    if not near:
        return Said("")
    return Said("; did you mean {near!r}?", near=str(Path(given or near[0]).with_name(near[0])))
