"""One match on the terminal: a progress bar while it is played, then a table of water and strikes."""

import shlex
from collections import Counter
from pathlib import Path
from types import TracebackType

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from arena.cli.stand_ins import stand_ins
from arena.records.job import BotProgram, MatchJob
from arena.records.result import MatchResult
from arena.records.result import Progress as News
from arena.text import counted

_FIRST_STRIKES = 3
"""Strikes of a bot that are shown in words; the rest are counted."""


class MatchProgress:
    """A bar on standard error where that is a terminal; nothing elsewhere."""

    def __init__(self, job: MatchJob) -> None:
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True, emoji=False),
            transient=True,
            disable=not Console(stderr=True, emoji=False).is_terminal,
        )
        self._task = self._bar.add_task("rounds 局", total=None)
        self._bots = job.bots

    def __enter__(self) -> "MatchProgress":
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._bar.stop()

    def update(self, news: News) -> None:
        self._bar.update(self._task, completed=news.played, total=news.total)
        if news.by_hand is not None:
            self._ask_for(self._bots[news.by_hand.bot], news.by_hand.environment)

    def _ask_for(self, bot: BotProgram, environment: dict[str, str]) -> None:
        """How to start a bot by hand, as lines that a shell takes."""
        if bot.remote:
            self._say(f"Waiting for {bot.name}. Start it with this environment, and its own secret key:")
        else:
            self._say(f"Waiting for {bot.name}. Start it with this environment; it has no time limit:")
        for name, value in environment.items():
            self._say(f"  export {name}={shlex.quote(value)}")
        if bot.remote:
            self._say("  export ARENA_SECRET_KEY_FILE=…")
            if "ADDRESS" in environment["ARENA_ENDPOINT"]:
                self._say("  (ADDRESS is one of this machine's)")
            return
        self._say(f"  cd {shlex.quote(bot.folder)} && {shlex.join(bot.command)}")

    def _say(self, line: str) -> None:
        """To standard error, without breaking the line, so that it can be copied."""
        self._bar.console.print(line, soft_wrap=True, highlight=False, markup=False)


def print_match(result: MatchResult, programs: list[BotProgram], rules: str, seed: str, logs: Path) -> None:
    """Water, places and strikes, best bot first, on standard output."""
    console = Console(emoji=False, highlight=False)
    deals = len(result.deals)
    legs = f", {len(result.legs)} legs, every seating settled" if len(result.legs) > 1 else ""
    console.print(f"[bold]{escape(rules)}[/] · {counted(deals, 'deal')}{legs}")
    console.print(f"seed {seed}", style="dim", markup=False, soft_wrap=True)
    table = Table(box=None, pad_edge=False)
    table.add_column("place 名次", justify="right")
    table.add_column("bot 机器人", overflow="fold")
    for title in ("water 水", "a deal 每局", "strikes 判罚", "stale"):
        table.add_column(title, justify="right")
    table.add_column("state", overflow="fold")
    water, places = result.water(), result.places()
    strikes = Counter(strike.bot for strike in result.strikes)
    for bot in sorted(range(len(programs)), key=lambda bot: places[bot]):
        state = result.states[bot]
        table.add_row(
            str(places[bot]),
            Text(programs[bot].name),
            f"{water[bot]:+.10g}",
            f"{water[bot] / deals:+.2f}" if deals else "-",
            str(strikes[bot]) if strikes[bot] else "-",
            str(result.stale[bot]) if result.stale[bot] else "-",
            state if state == "playing" else f"[red]{state}[/]",
        )
    console.print(table)
    if remote := [program.name for program in programs if program.remote]:
        console.print(f"Not duplicate 非复式: a remote bot's process is never fresh: {', '.join(remote)}", markup=False)
    _print_strikes(console, result, programs)
    for program, laid_for in zip(programs, stand_ins(result), strict=True):
        if laid_for:
            console.print(f"stand-in 接管 {program.name}: the arena laid {laid_for} of its rounds", markup=False)
    for level in dict.fromkeys(result.isolation):
        held = ", ".join(program.name for program, own in zip(programs, result.isolation, strict=True) if own == level)
        console.print(f"isolation 隔离 {level}: {held}", style="dim", markup=False)
    if result.strikes:
        console.print(f"The bots' own output is in {logs}.", style="dim", markup=False)


def _print_strikes(console: Console, result: MatchResult, programs: list[BotProgram]) -> None:
    for bot, program in enumerate(programs):
        mine = [strike for strike in result.strikes if strike.bot == bot]
        for strike in mine[:_FIRST_STRIKES]:
            place = f"leg {strike.leg + 1}, round {strike.round}"
            console.print(f"{program.name}: {place}: {strike.code}: {strike.message}", markup=False)
        if len(mine) > _FIRST_STRIKES:
            causes = ", ".join(f"{code} {count}" for code, count in Counter(s.code for s in mine).most_common())
            console.print(f"{program.name}: {len(mine)} strikes in all: {causes}", markup=False)
