"""`arena check`: one bot through every situation of the protocol."""

import signal
import sys
import textwrap
from contextlib import closing
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from arena.bots.resolve import resolve
from arena.check.report import StepReport
from arena.check.run import Check, Step
from arena.cli.command import command
from arena.cli.options import Duration
from arena.errors import UsageError
from arena.records.job import MatchSettings
from arena.records.limits import Wanted
from arena.records.settings import default_grace, milliseconds
from arena.system.processes import become_subreaper
from arena.text import counted
from protocol.text import printable

LOGS: Final = Path("runs/check")
WIDTH: Final = 80
_MESSAGE_AT: Final = 32
_LABELLED_AT: Final = 17
"""Columns."""
_STYLES: Final = {"pass": "green", "fail": "bold red", "warn": "yellow", "skip": "dim"}


@command(
    short_help="Play a bot through every situation of the protocol 检查.",
    epilog="""\b
Examples:
  arena check sample_bots/greedy
  arena check "node bot.js" --time-limit 500ms
  arena check my_bot.py --json | jq .passed
""",
)
@click.argument("bot", metavar="BOT")
@click.option("--time-limit", type=Duration(), default="1s", show_default=True, help="For one decision.")
@click.option("--startup", type=Duration(), default="10s", show_default=True, help="Until the bot's hello.")
@click.option(
    "--isolation",
    type=click.Choice(["auto", "strong", "0", "1", "2", "3", "4"]),
    default="auto",
    show_default=True,
    help="Level it is held at, as in a match; auto trusts bare commands.",
)
@click.option("--logs", type=click.Path(path_type=Path), default=LOGS, show_default=True, help="For the bot's output.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def check(bot: str, time_limit: str, startup: str, isolation: str, logs: Path, as_json: bool) -> None:
    """Play BOT 机器人 through every situation of the protocol and say what it gets wrong 检查.

    BOT is a folder with bot.toml, a .py file, or a quoted command. Each failure names the section of SPEC.md that it
    is about. The exit status is 0 when no step fails; warnings are no failures.
    """
    program = resolve(bot, Path.cwd())
    if program.remote:
        raise UsageError(
            "{bot}: a remote bot is checked where it is, by its author: arena check and its folder", bot=bot
        )
    settings = _settings(time_limit, startup, isolation)
    log = logs / f"{''.join(letter if letter.isalnum() or letter in '-_.' else '_' for letter in program.name)}.log"
    become_subreaper()
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    checked = Check(program, settings, log)
    shown = _Shown(program.name, checked.steps, quiet=as_json)
    reports = []
    with closing(checked.run()) as steps:
        for report in steps:
            reports.append(report)
            shown.add(report)
    failed = sum(report.outcome == "fail" for report in reports)
    if as_json:
        click.echo(
            msgspec.json.encode(
                {"passed": not failed, "bot": program.name, "isolation": checked.isolation, "steps": reports}
            )
        )
    else:
        shown.conclude(failed, sum(report.outcome == "warn" for report in reports), checked.isolation, log)
    sys.exit(1 if failed else 0)


def _settings(time_limit: str, startup: str, isolation: str) -> MatchSettings:
    decision_ms = milliseconds(time_limit, "--time-limit")
    if decision_ms < 1:
        raise UsageError("--time-limit: expected at least 1ms")
    return MatchSettings(
        decision_ms=decision_ms,
        grace_ms=default_grace(decision_ms),
        startup_ms=milliseconds(startup, "--startup"),
        isolation=msgspec.convert(int(isolation) if isolation.isdigit() else isolation, Wanted),
    )


class _Shown:
    """The steps on standard output as they are done, numbered; what is being done on standard error."""

    def __init__(self, bot: str, steps: tuple[Step, ...], quiet: bool) -> None:
        self._steps = steps
        self._done = 0
        self._alike: list[StepReport] = []
        """The last steps, as long as they were skipped for the same reason."""
        self._quiet = quiet
        self._out = Console(emoji=False, highlight=False)
        self._out.width = min(self._out.width, WIDTH) if self._out.is_terminal else WIDTH
        self._watched = sys.stderr.isatty()
        if not quiet:
            self._out.print(Text(f"{bot}: {len(steps)} steps", style="bold"))
        self._say_next()

    def add(self, report: StepReport) -> None:
        self._wipe()
        if not self._quiet:
            if self._alike and (report.outcome, report.message) != ("skip", self._alike[0].message):
                self._print_alike()
            if report.outcome == "skip":
                self._alike.append(report)
            else:
                self._print(report, self._done)
        self._done += 1
        if self._done == len(self._steps):
            self._print_alike()
        self._say_next()

    def conclude(self, failed: int, warned: int, isolation: str, log: Path) -> None:
        words = f"{failed} failed" if failed else "passed"
        warnings = f", {counted(warned, 'warning')}" if warned else ""
        self._out.print(Text(words + warnings, style=_STYLES["fail" if failed else "pass"]))
        self._out.print(f"isolation 隔离 {isolation}", style="dim", markup=False)
        self._out.print(f"The bot's own output is in {log}.", style="dim", markup=False)

    def _print_alike(self) -> None:
        """Steps in a row that were skipped for the same reason are one line."""
        if len(self._alike) > 1:
            first = self._done - len(self._alike) + 1
            self._out.print(f"{first:>2} [dim]skip[/] to {self._done}: {escape(self._alike[0].message)}")
        elif self._alike:
            self._print(self._alike[0], self._done - 1)
        self._alike = []

    def _print(self, report: StepReport, place: int) -> None:
        step = self._steps[place]
        head = Text(f"{place + 1:>2} ")
        head.append(report.outcome, style=_STYLES[report.outcome])
        head.append(f" {step.name} {step.chinese} ")
        head.pad_right(_MESSAGE_AT - head.cell_len)
        first, *rest = _wrapped(report.message, self._out.width - _MESSAGE_AT)
        self._out.print(head + first, soft_wrap=True)
        for line in rest:
            self._out.print(" " * _MESSAGE_AT + line, soft_wrap=True, markup=False)
        for label, words in (
            ("sent", report.sent),
            ("got", report.got),
            ("expected", report.expected),
            ("SPEC.md", report.clause),
        ):
            if words:
                self._explain(label, words)

    def _explain(self, label: str, words: str) -> None:
        """Words below a step's line, the label before their first line."""
        for line in _wrapped(words, self._out.width - _LABELLED_AT):
            self._out.print(f"{label:>{_LABELLED_AT - 1}} {line}", soft_wrap=True, markup=False)
            label = ""

    def _say_next(self) -> None:
        if self._watched and self._done < len(self._steps):
            step = self._steps[self._done]
            sys.stderr.write(f"\r{self._done + 1:>2} of {len(self._steps)}: {step.name} {step.chinese} …")
            sys.stderr.flush()

    def _wipe(self) -> None:
        if self._watched:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _wrapped(words: str, width: int) -> list[str]:
    return textwrap.wrap(printable(words), width, break_on_hyphens=False) or [""]
