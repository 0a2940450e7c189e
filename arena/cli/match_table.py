"""One match on the terminal: a progress bar while it is played, then a table of water and strikes."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from types import TracebackType
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from arena.cli.editor import Editor
from arena.cli.interval import half_interval
from arena.cli.terminal.console import table_console
from arena.cli.terminal.terms import code_term, isolation_term, state_term
from arena.errors import ArenaError
from arena.language import Paired, Stored, _, counted, told
from arena.records.job import BotProgram, MatchJob
from arena.records.result import MatchResult, Strike
from arena.records.result import Progress as News
from arena.tally import Tally
from protocol.text import Listed, Said, printable

_FIRST_STRIKES: Final = 3
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
        self._task = self._bar.add_task(_("rounds 局"), total=None)
        self._bots = job.bots
        self._editors = {bot: Editor(Path(), job.bots[bot]) for bot in job.by_hand}

    def __enter__(self) -> "MatchProgress":
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._bar.stop()
        for editor in self._editors.values():
            editor.forget()

    def update(self, news: News) -> None:
        """Advance the bar, and say which bot is waited for."""
        self._bar.update(self._task, completed=news.played, total=news.total)
        if news.by_hand is not None:
            bot = news.by_hand.bot
            ready = self._ready(bot, news.by_hand.environment) if bot in self._editors else ""
            self._ask_for(self._bots[bot], news.by_hand.environment)
            if ready:
                self._say(ready)

    def _ready(self, bot: int, environment: dict[str, str]) -> str:
        """Have the editor's files start the bot, and return what to say of them."""
        editor = self._editors[bot]
        try:
            editor.write(environment)
        except ArenaError as error:
            return _("F5 in VS Code does not start it: {fault}", fault=error)
        return _(
            "Or press F5 in VS Code: {launch} starts it with {file}.", launch=editor.launch, file=editor.environment
        )

    def _ask_for(self, bot: BotProgram, environment: dict[str, str]) -> None:
        """Print how to start a bot by hand, as lines to paste into a shell."""
        if bot.remote:
            self._say(_("Waiting for {bot}. Start it with this environment, and its own secret key:", bot=bot.name))
        else:
            self._say(_("Waiting for {bot}. Start it with this environment; it has no time limit:", bot=bot.name))
        for name, value in environment.items():
            self._say(f"  export {name}={shlex.quote(value)}")
        if bot.remote:
            self._say("  export ARENA_SECRET_KEY_FILE=…")
            if "ADDRESS" in environment["ARENA_ENDPOINT"]:
                self._say(f"  {_('(ADDRESS is an address of this machine)')}")
            return
        self._say(f"  cd {shlex.quote(bot.folder)} && {shlex.join(bot.command)}")

    def _say(self, line: str) -> None:
        """Print to standard error without breaking the line, so that it can be copied."""
        self._bar.console.print(line, soft_wrap=True, highlight=False, markup=False)


def print_match(
    result: MatchResult, counts: Sequence[Tally], programs: Sequence[BotProgram], rules: str, seed: str, logs: Path
) -> None:
    """Print water, places, fouls and strikes on standard output, best bot first."""
    console = table_console()
    console.print(_heading(result, rules))
    _print_line(console, _("seed {seed}", seed=seed), "dim")
    console.print(_table(result, counts, programs))
    names = [program.name for program in programs]
    if remote := [program.name for program in programs if program.remote]:
        _print_line(
            console, _("Not duplicate: the process of a remote bot is never fresh: {bots}", bots=Listed(remote))
        )
    for line in _strikes(result, names):
        _print_line(console, line)
    for name, tally in zip(names, counts, strict=True):
        for line in _told(name, tally):
            _print_line(console, line)
    for level in dict.fromkeys(result.isolation):
        bots = [name for name, own in zip(names, result.isolation, strict=True) if own == level]
        _print_line(console, _("isolation {level}: {bots}", level=isolation_term(level), bots=Listed(bots)), "dim")
    if result.strikes:
        _print_line(console, _("The bots' own output is in {folder}.", folder=logs), "dim")


def _print_line(console: Console, words: str, style: str = "") -> None:
    """Print a line that holds names, bots' words or paths: it is plain text."""
    console.print(printable(words), style=style, markup=False)


def _heading(result: MatchResult, rules: str) -> Text:
    deals = counted(len(result.deals), "{number} deal", "{number} deals")
    line = Text().append(rules, style="bold").append(f" · {deals}")
    if len(result.legs) > 1:
        line.append(_(", {legs} legs, every seating settled", legs=len(result.legs)))
    return line


def _table(result: MatchResult, counts: Sequence[Tally], programs: Sequence[BotProgram]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(_("place 名次"), justify="right")
    table.add_column(_("bot 机器人"), overflow="fold")
    for title in (_("water 水"), _("a deal 每副 ± 95 %"), _("fouls 倒水"), _("strikes 判罚"), _("stale")):
        table.add_column(title, justify="right")
    table.add_column(_("state"), overflow="fold")
    water, places = result.water(), result.places()
    strikes = result.strike_counts()
    for bot in sorted(range(len(programs)), key=lambda bot: places[bot]):
        state = result.states[bot]
        table.add_row(
            str(places[bot]),
            Text(programs[bot].name),
            f"{water[bot]:+.10g}",
            _a_deal([deal[bot] / result.seatings for deal in result.deals]),
            Text(str(counts[bot].fouls or "-"), style="red" if counts[bot].fouls else ""),
            str(strikes[bot] or "-"),
            str(result.stale[bot] or "-"),
            Text(state_term(state), style="" if state == "playing" else "red"),
        )
    return table


def _a_deal(water: Sequence[float]) -> str:
    """The mean, with half of its 95 % interval where there are deals enough for one."""
    half = half_interval(water)
    if half is None:
        return f"{water[0]:+.2f}" if water else "-"
    return f"{fmean(water):+.2f} ± {half:.2f}"


def _told(bot: str, tally: Tally) -> Iterator[str]:
    """Yield what cost a bot its rounds, a line for each kind."""
    causes = (
        (tally.out_of_order, Said("{rounds} with rows out of order", rounds=tally.out_of_order)),
        (tally.nil, Said("{rounds} answered nil", rounds=tally.nil)),
        (tally.invalid, Said("{rounds} without a valid answer", rounds=tally.invalid)),
    )
    if tally.fouls:
        why = Listed(words for rounds, words in causes if rounds)
        yield _(
            "{bot}: {fouls} of {rounds} rounds fouled 倒水: {causes}",
            bot=bot,
            fouls=tally.fouls,
            rounds=tally.rounds,
            causes=why,
        )
    if tally.escapes:
        yield _("{bot}: {escapes} of {rounds} rounds escaped 逃跑", bot=bot, escapes=tally.escapes, rounds=tally.rounds)
    if tally.stand_ins:
        yield _("stand-in 接管 {bot}: the arena laid {rounds} of its rounds", bot=bot, rounds=tally.stand_ins)


def _strikes(result: MatchResult, names: Sequence[str]) -> list[str]:
    """The first strikes of each bot in words, and the number of all by reason code."""
    lines = []
    for bot, name in enumerate(names):
        mine = [strike for strike in result.strikes if strike.bot == bot]
        lines += [_strike(name, strike) for strike in mine[:_FIRST_STRIKES]]
        if len(mine) > _FIRST_STRIKES:
            codes = Listed(f"{code} {count}" for code, count in Counter(s.code for s in mine).most_common())
            lines.append(_("{bot}: {strikes} strikes in all: {codes}", bot=name, strikes=len(mine), codes=codes))
    return lines


def _strike(bot: str, strike: Strike) -> str:
    return _(
        "{bot}: leg {leg}, round {round}: {code}: {fault}",
        bot=bot,
        leg=strike.leg + 1,
        round=strike.round,
        code=told(Paired(strike.code, code_term(strike.code))),
        fault=Stored(strike.message),
    )
