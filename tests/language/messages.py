"""Every message that the code and the help can print, by catalogue."""

import ast
import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click
from jinja2 import Environment, nodes

from arena.check import report
from arena.cli import cli
from arena.cli.command import paragraphs
from tests.places import ROOT

PACKAGES: Final = {"arena": ("arena", "protocol"), "tournaments": ("tournaments",)}
"""By catalogue, the packages whose messages it holds."""
_FIRST: Final = frozenset({"_", "Said", "SaidError", "Step"})
"""Calls whose first text is a message; so is that of every error below SaidError."""
_PLURALS: Final = frozenset({"counted", "Counted"})
"""Calls whose second and third argument are the two messages of a plural."""
_DESCRIBED: Final = "Meta"
"""A type's description stands in complaints about its values."""
_SYSTEM: Final = (
    *(errno.EACCES, errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.EDQUOT, errno.EEXIST, errno.EFBIG, errno.EINVAL),
    *(errno.EIO, errno.EISDIR, errno.ELOOP, errno.EMFILE, errno.ENAMETOOLONG, errno.ENFILE, errno.ENOENT),
    *(errno.ENOEXEC, errno.ENOMEM, errno.ENOSPC, errno.ENOTDIR, errno.ENOTEMPTY, errno.EPERM, errno.EROFS),
)
"""What the system says of these comes up in messages."""
Message = str | tuple[str, str]
"""A template, or the two of a plural."""


def messages() -> dict[str, set[Message]]:
    """Return every message by catalogue; what two have in common is in the first alone."""
    found = {name: {message for call in calls(name) for message in call.messages} for name in PACKAGES}
    for package, words in help_messages():
        found[package if package in found else "arena"].add(words)
    found["tournaments"] |= set(template_messages())
    found["arena"] |= {os.strerror(number) for number in _SYSTEM} | set(_sections())
    found["tournaments"] -= found["arena"]
    return found


class Call:
    """A call that takes messages; `faults` are arguments in their place that are not plain text."""

    def __init__(self, file: Path, node: ast.Call, name: str) -> None:
        self.place = f"{file.relative_to(ROOT)}:{node.lineno}"
        self.messages: list[Message] = []
        self.faults: list[str] = []
        wanted = node.args[1:3] if name in _PLURALS else node.args[:1]
        if name == _DESCRIBED:
            wanted = [keyword.value for keyword in node.keywords if keyword.arg == "description"]
        texts = [argument.value for argument in wanted if isinstance(argument, ast.Constant)]
        words = [text for text in texts if isinstance(text, str) and text]
        if name in _PLURALS and len(words) == 2:
            self.messages.append((words[0], words[1]))
        elif name not in _PLURALS:
            self.messages += words
        self.faults = [ast.unparse(argument) for argument in wanted if isinstance(argument, ast.JoinedStr)]


def calls(catalogue: str) -> Iterator[Call]:
    """Yield every call in the packages of a catalogue that takes messages."""
    files = [file for package in PACKAGES[catalogue] for file in sorted((ROOT / package).rglob("*.py"))]
    wanted = _FIRST | _PLURALS | {_DESCRIBED} | _errors()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = _name(node.func) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in wanted:
                yield Call(file, node, name)


def template_messages() -> Iterator[Message]:
    """Yield every message of the pages' templates."""
    for file in sorted((ROOT / "tournaments" / "web" / "templates").rglob("*.html")):
        tree = Environment().parse(file.read_text(encoding="utf-8"))
        for call in tree.find_all(nodes.Call):
            name = call.node.name if isinstance(call.node, nodes.Name) else ""
            texts = [each.value for each in call.args if isinstance(each, nodes.Const) and isinstance(each.value, str)]
            if name in _FIRST:
                yield texts[0]
            elif name in _PLURALS:
                yield texts[0], texts[1]


def help_messages() -> Iterator[tuple[str, str]]:
    """Yield (package, words) of everything that the help of a command prints."""
    for command in commands(cli, click.Context(cli)):
        package = command.callback.__module__.partition(".")[0] if command.callback else "arena"
        own = (command.help, command.short_help, command.epilog)
        options = [parameter.help for parameter in command.params if isinstance(parameter, click.Option)]
        yield from ((package, paragraph) for words in own if words for paragraph in paragraphs(words))
        yield from ((package, words) for words in options if words)


def commands(group: click.Group, context: click.Context) -> Iterator[click.Command]:
    """Yield the group and every command below it."""
    yield group
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, context)
        else:
            yield command


def _errors() -> frozenset[str]:
    """The names of all classes below SaidError whose first argument is the message."""
    found = {"SaidError"}
    classes = [
        node
        for package in ("protocol", "arena", "tournaments")
        for file in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and not _constructs(node)
    ]
    while more := {each.name for each in classes if found & set(map(_name, each.bases))} - found:
        found |= more
    return frozenset(found)


def _constructs(node: ast.ClassDef) -> bool:
    return any(isinstance(each, ast.FunctionDef) and each.name == "__init__" for each in node.body)


def _sections() -> Iterable[str]:
    """The headings of SPEC.md that `arena check` names."""
    return (words for name, words in vars(report).items() if name.isupper() and isinstance(words, str))


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
