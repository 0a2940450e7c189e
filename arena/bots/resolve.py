"""Which program a person means: a folder with `bot.toml`, a `.py` file, a command or the key of a remote bot, checked
before anything starts."""

import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec

from arena.bots.command import advice_on, runnable_command
from arena.bots.samples import place_of
from arena.errors import ArenaError, UsageError
from arena.records.job import BotProgram
from arena.records.manifest import BOT_FILE, command_manifest, digest_of, folder_manifest
from arena.remote.keys import digest_of_key, is_key, public_key
from protocol.text import Said, invisible, nearest
from protocol.typed import TypedError, convert, read_toml

REMOTE: Final = "remote:"
"""What stands before the key of a bot on another machine."""
_MOST_LETTERS_OF_NAME: Final = 40
_FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")

Words = Annotated[list[str], msgspec.Meta(min_length=1, description="a list of words", examples=[["python", "bot.py"]])]


class Build(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot is built in its folder, and the files or folders that this makes (they are not part of its digest)."""

    command: Words
    output: list[str] = []


class BotFile(msgspec.Struct, frozen=True, kw_only=True):
    """`bot.toml`. `command` is run in the bot's folder; `python` in it is the arena's own interpreter."""

    name: str
    command: Words
    version: str = ""
    author: str = ""
    language: str = ""
    rules: list[Annotated[str, msgspec.Meta(min_length=1)]] = []
    """The names of the rule sets it plays, or "any"; see `arena.bots.rules`."""
    build: Build | None = None


def resolve(text: str, folder: Path) -> BotProgram:
    """The program a command-line argument means, seen from `folder`.

    Raises UsageError when there is no such program, ArenaError or TypedError when a bot's folder is at fault.
    """
    if not text.strip():
        raise UsageError("a bot must be a folder with bot.toml, a .py file or a command, not nothing")
    if text.startswith(REMOTE):
        return _remote(text.removeprefix(REMOTE), folder)
    path = place_of(folder, text)
    if path.is_dir():
        return load_folder(path)
    try:
        words = [text] if path.is_file() else shlex.split(text)
    except ValueError as error:
        raise UsageError("bot {text!r}: not a command: {error}", text=text, error=error) from None
    if len(words) == 1 and path.suffix == ".py":
        if not path.is_file():
            raise UsageError("bot {text!r}: no such file{path}", text=text, path=advice_on(path, text))
        return from_command(path.stem, ["python", path.name], path.parent)
    if len(words) == 1 and not path.is_file() and _missing(words[0]):
        raise UsageError(
            "bot {text!r}: no such folder, .py file or command{path}", text=text, path=advice_on(path, text)
        )
    try:
        return from_command(_name_of(words, folder), words, folder)
    except ArenaError as error:
        raise UsageError(error.said) from None


def _remote(given: str, folder: Path) -> BotProgram:
    """The remote bot of a key, or of a file that holds it and that it is called after."""
    try:
        return from_key("remote" if is_key(given) else Path(given).stem, public_key(given, folder))
    except ArenaError as error:
        raise UsageError("bot {remote!r}: {error}", remote=REMOTE + given, error=error) from None


def load_folder(path: Path) -> BotProgram:
    """The bot in a folder with `bot.toml`.

    Raises ArenaError or TypedError, in one line that names the file and the key.
    """
    file = path / BOT_FILE
    if path.exists() and not path.is_dir():
        raise ArenaError(
            "{path}: a file, not a bot's folder; give {parent}, or name and command", path=path, parent=path.parent
        )
    if not path.is_dir():
        raise ArenaError("{path}: no such folder{path2}", path=path, path2=advice_on(path))
    if not file.exists():
        raise ArenaError(
            "{path}: no {bot_file} in this folder; it says at least name = and command =", path=path, bot_file=BOT_FILE
        )
    wanted = convert(read_toml(file), BotFile, str(file))
    if fault := fault_of_name(wanted.name):
        raise TypedError("{file}: name: {fault}", file=file, fault=fault)
    for key in ("version", "author", "language"):
        if fault := fault_of_text(getattr(wanted, key)):
            raise TypedError("{file}: {key}: {fault}", file=file, key=key, fault=fault)
    if fault := fault_of_text("".join(wanted.rules)):
        raise TypedError("{file}: {key}: {fault}", file=file, key="rules", fault=fault)
    built = _built(wanted.build, path, file)
    manifest = folder_manifest(path, built)
    return BotProgram(
        name=wanted.name,
        command=runnable_command(wanted.command, path, f"{file}: command", own=False),
        folder=str(path.absolute()),
        version=wanted.version,
        author=wanted.author,
        digest=digest_of(manifest),
        manifest=manifest,
        built=built,
    )


def from_command(name: str, command: Sequence[str], folder: Path) -> BotProgram:
    """A bare command, run in `folder`.

    Raises ArenaError when the name is none or the command cannot be run.
    """
    if fault := fault_of_name(name):
        raise ArenaError("bot {name!r}: name: {fault}", name=name, fault=fault)
    runnable = runnable_command(command, folder, Said("bot {name!r}: command", name=name), own=True)
    manifest = command_manifest(command, folder)
    return BotProgram(
        name=name, command=runnable, folder=str(folder.absolute()), digest=digest_of(manifest), manifest=manifest
    )


def from_key(name: str, key: str) -> BotProgram:
    """A remote bot, which its author starts elsewhere and which is known by its public key.

    Raises ArenaError when the name is none.
    """
    if fault := fault_of_name(name):
        raise ArenaError("bot {name!r}: name: {fault}", name=name, fault=fault)
    return BotProgram(name=name, command=[], folder="", digest=digest_of_key(key), remote=key)


def unique_names(programs: Sequence[BotProgram]) -> list[BotProgram]:
    """The programs, in order, the second of a name `x` being `x#2`, the third `x#3`."""
    taken: set[str] = {program.name for program in programs}
    seen: set[str] = set()
    named = []
    for program in programs:
        name, number = program.name, 1
        while name in seen or (number > 1 and name in taken):
            number += 1
            name = f"{program.name}#{number}"
        seen.add(name)
        named.append(msgspec.structs.replace(program, name=name))
    return named


def fault_of_name(name: str) -> Said | None:
    """Say why a bot cannot have this name, or return None."""
    if "/" in name:
        return Said("expected printable characters other than '/', got {name!r}", name=name)
    return fault_of_title(name, _MOST_LETTERS_OF_NAME)


def fault_of_title(title: str, most: int) -> Said | None:
    """Say why something cannot be called `title` in at most `most` characters, or return None.

    Names are printed on terminals and stand in tables that spreadsheets open.
    """
    if (fault := fault_of_text(title)) is not None:
        return fault
    if unseen := invisible(title):
        return Said("expected characters that can be seen, got {unseen} in {text!r}", unseen=unseen[0], text=title)
    if not title.strip() or title != title.strip() or len(title) > most:
        return Said("expected 1 to {most} characters without space around them, got {title!r}", most=most, title=title)
    if title.startswith(_FORMULA):
        return Said(
            "expected no {sign} in front, which a spreadsheet takes for a formula, got {title!r}",
            sign=title[0],
            title=title,
        )
    return None


def fault_of_text(text: str) -> Said | None:
    """Say why a text about a bot or a tournament cannot be printed, or return None; it may be empty."""
    return None if text.isprintable() else Said("expected printable characters, got {text!r}", text=text)


def outputs_of(build: Build, source: str) -> list[str]:
    """What building makes, as plain paths below the bot's folder. Raises ArenaError, starting with `source`."""
    outputs = []
    for made in build.output:
        inside = os.path.normpath(made)
        # an absolute path has nothing before its first stroke
        if inside.split("/")[0] in {"..", ".", "", BOT_FILE} or "\0" in made:
            raise ArenaError(
                "{source}: build.output: expected files or folders below the bot's own, got {made!r}",
                source=source,
                made=made,
            )
        outputs.append(inside)
    return outputs


def _built(build: Build | None, folder: Path, file: Path) -> list[str]:
    """What building makes; all of it must be there."""
    if build is None:
        return []
    outputs = outputs_of(build, str(file))
    for made in outputs:
        if not (folder / made).exists():
            raise ArenaError(
                '{folder}: not built yet ("{made}" is missing); in that folder run: {command}',
                folder=folder,
                made=made,
                command=_line(build.command),
            )
    return outputs


def _missing(program: str) -> bool:
    return "/" in program or (program != "python" and shutil.which(program) is None)


def _name_of(words: Sequence[str], folder: Path) -> str:
    """A command is called after the first file that it is given, else after its program."""
    named = next((word for word in words[1:] if (folder / word).is_file()), words[0])
    return Path(named).stem[:_MOST_LETTERS_OF_NAME].strip() or words[0]


def _advice(path: Path, given: str = "") -> Said | str:
    """Suggest the nearest name beside a path that does not exist, written as the path was given."""
    beside = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    near = nearest(path.name, beside)
    if near is None:
        return ""
    return Said("; did you mean {near!r}?", near=str(Path(given or near).with_name(near)))


def _line(command: Sequence[str]) -> str:
    return " ".join(shlex.quote(word) for word in command)
