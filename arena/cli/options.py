"""Options that several commands share: durations, rule sets, and files to write."""

from collections.abc import Callable
from pathlib import Path

import click

from arena.errors import UsageError
from arena.language import told
from arena.records.settings import milliseconds_of, no_duration
from arena.shisanshui.ruleset import RuleSet, load_rules, rule_names
from protocol.text import Said
from protocol.typed import TypedError


class Duration(click.ParamType[str]):
    """Text such as `500ms` or `2s`, checked and passed on as text."""

    name = "time"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if milliseconds_of(value) is None:
            self.fail(told(no_duration(value)), param, ctx)
        return value


def rules_given(name: str) -> RuleSet:
    """Return the rule set of that name, or in that file.

    Raises UsageError when there is none, TypedError when the file is at fault.
    """
    try:
        return load_rules(name)
    except TypedError as error:
        if name in rule_names() or Path(name).exists():
            raise
        raise UsageError(error.said) from None


def check_outfile(file: Path, option: str, kind: Said | str, is_one: Callable[[Path], bool]) -> None:
    """Raise UsageError, which names the option, when `file` exists, is not empty and is not of this `kind`.

    A pipe or a device has nothing to lose.
    """
    try:
        if file.is_dir():
            raise UsageError("{option}: {file} is a folder; give a file", option=option, file=file)
        lost = file.is_file() and file.stat().st_size > 0 and not is_one(file)
    except OSError as error:
        raise UsageError("{option}: {file}: {strerror}", option=option, file=file, strerror=error.strerror) from None
    if lost:
        raise UsageError(
            "{option}: {file} is there already and is no {kind}; give another file", option=option, file=file, kind=kind
        )
