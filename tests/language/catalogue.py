"""Brings the catalogues up to date with the code: `python -m tests.language.catalogue`, or `make catalogues`.

What has been said so far is kept; what is new stands there untranslated, and a test counts it. Nothing of where a
message stands is written, so that a catalogue changes only where words do.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from arena.cli import cli
from arena.cli.command import helped
from tests.places import ROOT

LANGUAGE: Final = "zh"
_ERRORS: Final = (
    "SaidError",
    "ArenaError",
    "UsageError",
    "TypedError",
    "CardError",
    "RulesError",
    "RoundError",
    "Fault",
)
KEYWORDS: Final = {
    "_": None,
    "Said": None,
    "counted": (2, 3),
    "Counted": (2, 3),
    **dict.fromkeys(_ERRORS, None),
}
"""Which call holds a message, and at which place where it is not the first."""
PACKAGES: Final = {"arena": ("arena", "protocol"), "tournaments": ("tournaments",)}
"""By catalogue, whose words are in it."""
Message = str | tuple[str, ...]


def commands(group: click.Group, context: click.Context) -> Iterator[click.Command]:
    """The group and all below it."""
    yield group
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, context)
        else:
            yield command


def help_messages() -> Iterator[tuple[str, str]]:
    """(package, words) of everything that a command's help says."""
    for command in commands(cli, click.Context(cli)):
        package = command.callback.__module__.partition(".")[0] if command.callback else "arena"
        own = (command.help, command.short_help, command.epilog)
        options = [parameter.help for parameter in command.params if isinstance(parameter, click.Option)]
        yield from ((package, helped(words)) for words in own if words)
        yield from ((package, words) for words in options if words)


def code_messages(package: str) -> Iterator[Message]:
    """What the code of a package says."""
    found = extract_from_dir(ROOT / package, [("**.py", "python")], {}, KEYWORDS)
    yield from (message for _, _, message, _, _ in found if message not in ("", ("",)))


def messages() -> dict[str, set[Message]]:
    """By catalogue, every message; a plural is a pair."""
    found: dict[str, set[Message]] = {
        name: {message for package in packages for message in code_messages(package)}
        for name, packages in PACKAGES.items()
    }
    for package, words in help_messages():
        found[package if package in found else "arena"].add(words)
    found["tournaments"] -= found["arena"]
    return found


def file_of(name: str) -> Path:
    return ROOT / name / "locale" / LANGUAGE / "LC_MESSAGES" / f"{name}.po"


def read(name: str) -> Catalog:
    """A catalogue as it is on the disk; empty where there is none."""
    file = file_of(name)
    if not file.exists():
        return Catalog(locale=LANGUAGE)
    with file.open("rb") as content:
        return read_po(content, locale=LANGUAGE)


def update() -> None:
    """Write both catalogues: what is still said, in alphabetical order."""
    for name, wanted in messages().items():
        old, new = read(name), Catalog(locale=LANGUAGE, charset="utf-8")
        new.header_comment = f"# What {name} says, in Chinese. The English is in the code."
        for message in wanted:
            known = old.get(message if isinstance(message, str) else message[0])
            new.add(message, known.string if known is not None else None)
        file_of(name).parent.mkdir(parents=True, exist_ok=True)
        with file_of(name).open("wb") as content:
            write_po(content, new, no_location=True, omit_header=False, sort_output=True, width=100)


if __name__ == "__main__":
    update()
