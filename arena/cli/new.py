"""`arena new`: a new folder with a working bot to start from."""

import json
import shlex
import shutil
from pathlib import Path
from typing import Final

import click

from arena.bots.file_names import fault_of_part
from arena.bots.resolve import BotFile, fault_of_name
from arena.bots.samples import SAMPLES
from arena.cli.command import command
from arena.errors import ArenaError, UsageError
from arena.language import _, spoken
from arena.records.manifest import BOT_FILE, SKIPPED
from protocol.typed import convert, read_toml

MODELS: Final = {
    "python": "greedy",
    "javascript": "javascript",
    "cpp": "cpp",
    "rust": "rust",
    "go": "go",
    "java": "java",
}
"""The sample bot that a new bot of each language starts from. Its sources give its name in quotes."""
_FETCHED: Final = {"javascript": ("npm ci", "node_modules")}
"""By language, how the packages of a new bot are fetched, and where to; they are handed in with it."""


@command(
    short_help="Start a bot of your own in a new folder.",
    epilog="""\b
Examples:
  arena new bots/ada
  arena new bots/ada --lang javascript --name "Ada 2" --author "A. Lovelace"
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--lang", type=click.Choice(list(MODELS)), default="python", show_default=True, help="Programming language."
)
@click.option("--name", help="Name of the bot; that of its folder when left out.")
@click.option("--author", default="", help="Your name, for bot.toml.")
def new(folder: Path, lang: str, name: str | None, author: str) -> None:
    """Write a working bot into the new folder DIR, with bot.toml, a test and a README."""
    name = folder.absolute().name if name is None else name
    if fault := fault_of_name(name):
        raise UsageError("--name: {fault}", fault=fault)
    if author and (fault := fault_of_part("author", author)):
        raise UsageError("--author: {fault}", fault=fault)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError("{folder}: is already there; name a folder that is new or empty", folder=folder)
    model = SAMPLES / MODELS[lang]
    if not model.is_dir():
        raise ArenaError(
            "{folder}: no such folder; new bots start from the project's sample bots, which are missing", folder=model
        )
    file = convert(read_toml(model / BOT_FILE), BotFile, str(model / BOT_FILE))
    fetch, fetched = _FETCHED.get(lang, ("", ""))
    made = [*(file.build.output if file.build else []), fetched]
    try:
        shutil.copytree(model, folder, ignore=shutil.ignore_patterns(*SKIPPED, *made), dirs_exist_ok=True)
        _keep_one_readme(folder)
        for copied in folder.iterdir():
            text = copied.read_text(encoding="utf-8")
            if copied.name == BOT_FILE:
                # its command may have a program of the same name
                text = text.replace(_line("name", model.name), _line("name", name))
                text = text.replace(_line("author", file.author), _line("author", author))
            else:
                text = text.replace(_quoted(model.name), _quoted(name))
            copied.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ArenaError("{folder}: cannot be written: {strerror}", folder=folder, strerror=error.strerror) from None
    click.echo(
        _(
            "{folder}: a working bot in {language}; its README.md says where to begin",
            folder=folder,
            language=file.language,
        )
    )
    if first := shlex.join(file.build.command) if file.build else fetch:
        click.echo(f"  cd {shlex.quote(str(folder))} && {first}")
    click.echo(f"  arena check {shlex.quote(str(folder))}")
    click.echo(f"  arena play {shlex.quote(str(folder))} {shlex.quote(str(folder))} --rounds 20")


def _keep_one_readme(folder: Path) -> None:
    """A sample has its README in both languages, a new bot in the one in use."""
    chinese = folder / "README.zh-CN.md"
    if spoken() == "zh":
        chinese.replace(folder / "README.md")
    else:
        chinese.unlink()


def _line(key: str, value: str) -> str:
    return f"{key} = {_quoted(value)}"


def _quoted(text: str) -> str:
    """As TOML and every language of a sample writes it."""
    return json.dumps(text, ensure_ascii=False)
