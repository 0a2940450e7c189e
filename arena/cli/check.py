"""`arena check`: one bot through every case of the protocol."""

import signal
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import click
import msgspec
from rich.console import Console
from rich.text import Text

from arena.bots.resolve import resolve
from arena.bots.rules import rules_to_check
from arena.check.report import StepReport
from arena.check.run import Check, Step
from arena.cli.command import command
from arena.cli.match_options import isolation_option, match_option, section_of
from arena.cli.options import rules_given
from arena.cli.terminal.sheet_text import WIDTH, padded, wrapped
from arena.cli.terminal.terms import isolation_term
from arena.errors import UsageError
from arena.language import Stored, _, counted, told
from arena.records.settings import milliseconds
from arena.system.file_names import plain_file_name
from arena.system.processes import become_subreaper
from protocol.text import Said, printable

LOGS: Final = Path("runs/check")
_MESSAGE_AT: Final = 26
_LABELLED_AT: Final = 17
"""Columns."""
_STYLES: Final = {"pass": "green", "fail": "bold red", "warn": "yellow", "skip": "dim"}
_OUTCOMES: Final = {"pass": Said("pass"), "fail": Said("fail"), "warn": Said("warn"), "skip": Said("skip")}


@command(
    short_help="Play a bot through every case of the protocol.",
    epilog="""\b
Examples:
  arena check sample_bots/greedy
  arena check "node bot.js" --time-limit 500ms
  arena check my_bot.py --rules standard --rules wild
  arena check my_bot.py --json | jq .passed
""",
)
@click.argument("bot", metavar="BOT")
@click.option(
    "--rules",
    multiple=True,
    metavar="RULES",
    help="Rule set, a name or a path to a .toml file; may be repeated. By default those that bot.toml lists, or all"
    " without jokers.",
)
@match_option("decision", "Time for one decision.", "--time-limit")
@match_option("startup", "Time until the bot's hello.")
@isolation_option("Isolation level, as in a match; auto trusts bare commands.")
@click.option(
    "--logs",
    type=click.Path(path_type=Path),
    metavar="DIR",
    default=LOGS,
    show_default=True,
    help="Folder for the bot's output.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def check(bot: str, rules: tuple[str, ...], logs: Path, as_json: bool, **match: Any) -> None:
    """Play BOT through every case of the protocol and report its faults.

    BOT is a folder with bot.toml, a .py file, or a quoted command. Each failure names the section of SPEC.md that it
    is about. The exit status is 0 when no step fails; warnings are not failures.
    """
    program = resolve(bot, Path.cwd())
    if program.remote:
        raise UsageError(
            "{bot}: a remote bot is checked by its author, where it runs: arena check and its folder", bot=bot
        )
    if milliseconds(match["decision"], "--time-limit") < 1:
        raise UsageError("--time-limit: expected at least 1ms")
    checked_rules = [rules_given(name) for name in rules] or rules_to_check(program)
    settings = section_of(**match).settings("arena check")
    log = logs / f"{plain_file_name(program.name)}.log"
    become_subreaper()
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    checked = Check(program, settings, checked_rules, log)
    shown = _Shown(program.name, checked.steps, quiet=as_json)
    reports = []
    with closing(checked.run()) as steps:
        for report in steps:
            reports.append(report)
            shown.add(report)
    failed = sum(report.outcome == "fail" for report in reports)
    if as_json:
        document = {"passed": not failed, "bot": program.name, "isolation": checked.isolation, "steps": reports}
        click.echo(msgspec.json.encode(document))
    else:
        shown.conclude(reports, checked.isolation, log)
    sys.exit(1 if failed else 0)


class _Shown:
    """The finished steps on standard output, numbered; the current one on standard error."""

    def __init__(self, bot: str, steps: tuple[Step, ...], quiet: bool) -> None:
        self._steps = steps
        self._done = 0
        self._alike: list[StepReport] = []
        """The last steps, as long as they were skipped for the same reason."""
        self._quiet = quiet
        self._out = Console(emoji=False, highlight=False)
        self._out.width = min(self._out.width, WIDTH) if self._out.is_terminal else WIDTH
        errors = Console(stderr=True)
        self._watched = errors.is_terminal and not errors.is_dumb_terminal
        if not quiet:
            heading = counted(len(steps), "{bot}: {number} step", "{bot}: {number} steps", bot=bot)
            self._out.print(Text(heading, style="bold"), soft_wrap=True)
        self._say_next()

    def add(self, report: StepReport) -> None:
        """Print a finished step."""
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

    def conclude(self, reports: Sequence[StepReport], isolation: str, log: Path) -> None:
        """Print the verdict on all steps, and where the bot's output is."""
        failed, warned = (sum(report.outcome == outcome for report in reports) for outcome in ("fail", "warn"))
        verdict = counted(failed, "{number} failed", "{number} failed") if failed else _("passed")
        if warned:
            verdict = counted(warned, "{verdict}, {number} warning", "{verdict}, {number} warnings", verdict=verdict)
        self._out.print(Text(verdict, style=_STYLES["fail" if failed else "pass"]))
        for line in (
            _("isolation {level}", level=isolation_term(isolation)),
            _("The bot's own output is in {file}.", file=log),
        ):
            for part in wrapped(printable(line), self._out.width):
                self._out.print(part, style="dim", markup=False, soft_wrap=True)

    def _print_alike(self) -> None:
        """Print steps in a row that were skipped for the same reason as one line."""
        if len(self._alike) > 1:
            words = _("to {last}: {reason}", last=self._done, reason=Stored(self._alike[0].message))
            line = _head(self._done - len(self._alike) + 1, "skip").append(f" {printable(words)}")
            self._out.print(line, soft_wrap=True)
        elif self._alike:
            self._print(self._alike[0], self._done - 1)
        self._alike = []

    def _print(self, report: StepReport, place: int) -> None:
        head = _head(place + 1, report.outcome).append(f" {_name(self._steps[place])} ")
        head.pad_right(_MESSAGE_AT - head.cell_len)
        first, *rest = _lines(Stored(report.message), self._out.width - _MESSAGE_AT)
        self._out.print(head.append(first), soft_wrap=True)
        for line in rest:
            self._out.print(" " * _MESSAGE_AT + line, soft_wrap=True, markup=False)
        for label, words in (
            (Said("sent"), report.sent),
            (Said("got"), report.got),
            (Said("expected"), Stored(report.expected)),
            ("SPEC.md", Said(report.clause)),
        ):
            if str(words):
                self._explain(told(label), words)

    def _explain(self, label: str, words: Said | str) -> None:
        """Print words below a step's line, with the label before their first line."""
        for line in _lines(words, self._out.width - _LABELLED_AT):
            head = padded(label, _LABELLED_AT - 1, right=True)
            self._out.print(f"{head} {line}", soft_wrap=True, markup=False)
            label = ""

    def _say_next(self) -> None:
        if self._watched and self._done < len(self._steps):
            name = _name(self._steps[self._done])
            words = _("{place} of {steps}: {step} …", place=f"{self._done + 1:>2}", steps=len(self._steps), step=name)
            sys.stderr.write(f"\r{words}")
            sys.stderr.flush()

    def _wipe(self) -> None:
        if self._watched:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _head(number: int, outcome: str) -> Text:
    return Text(f"{number:>2} ").append(told(_OUTCOMES[outcome]), style=_STYLES[outcome])


def _name(step: Step) -> str:
    return told(Said(step.name))


def _lines(words: Said | str, width: int) -> list[str]:
    return wrapped(printable(told(words)), width, cut=True)
