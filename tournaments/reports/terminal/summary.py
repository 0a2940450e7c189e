"""The end of a tournament on a terminal: bracket, ranking, Elo; at most 80 columns."""

import os
import sys

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from arena.text import counted
from tournaments.formats.plan import LeagueTable, PlannedTable, Stage
from tournaments.reports import leagues
from tournaments.reports.labels import decision_text, held, played_once, standing_word, table_words
from tournaments.reports.numbers import chance_text, elo_text, water_text
from tournaments.results.summary import Summary

WIDTH = 80


class PatientConsole(Console):
    """A console whose reader may go away: a cup is not to end because `head` has seen enough.

    `farewell` is then said on standard error, if there is something to say.
    """

    def __init__(self, farewell: str = "") -> None:
        super().__init__(emoji=False)
        self._farewell = farewell

    def on_broken_pipe(self) -> None:
        self.quiet = True
        if self._farewell:
            sys.stderr.write(f"arena: {self._farewell}\n")
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def report_console(farewell: str = "") -> Console:
    """Standard output, 80 columns wide at most on a terminal and exactly so elsewhere.

    `farewell` is said on standard error when nobody reads the output any more.
    """
    console = PatientConsole(farewell)
    console.width = min(console.width, WIDTH) if console.is_terminal else WIDTH
    return console


def show_summary(console: Console, summary: Summary) -> None:
    """Print what is known by now; everything once the tournament is finished."""
    for stage in summary.plan.stages:
        console.print(_bracket(summary, stage))
    for league in summary.leagues:
        console.print(_league(summary, league))
    if summary.plan.finished:
        console.print(_ranking(summary))
    standing = [ruling for stage in summary.plan.stages for ruling in stage.rulings]
    _show_notes(console, "Rulings 裁定", [f"{it.match}, by {it.decided_by}: {it.words}" for it in standing])
    _show_notes(console, "Decisions of the organizer 主办方裁定", [decision_text(it) for it in summary.decisions])
    if summary.ratings.players:
        console.print(_elo(summary))


def _show_notes(console: Console, title: str, lines: list[str]) -> None:
    if lines:
        console.print(Text(title, style="bold"))
        for line in lines:
            console.print(Text(f"- {line}"))
        console.print()


def show_fairness(console: Console, summary: Summary) -> None:
    """Print the commitment, and the secret when the tournament is finished."""
    for words, names in held(summary):
        console.print(f"Isolation 隔离 {words}: {', '.join(names)}", style="dim", markup=False, highlight=False)
    if once := played_once(summary):
        words = f"Not duplicate 非复式, since a remote bot's process is never fresh: {', '.join(once)}"
        console.print(words, style="dim", markup=False, highlight=False)
    console.print(f"Commitment {summary.commitment}", style="dim", soft_wrap=True, highlight=False)
    if summary.secret is not None:
        console.print(f"Secret     {summary.secret.hex()}", style="dim", soft_wrap=True, highlight=False)
    if not summary.cup.provably_fair:
        console.print("The seed was given in the tournament file: not proven fair.", style="yellow")


def _bracket(summary: Summary, stage: Stage) -> Grid:
    grid = _grid(stage.title)
    grid.add_column("Table 桌")
    grid.add_column("Place", justify="right")
    grid.add_column("Bot")
    grid.add_column("Water 水", justify="right")
    grid.add_column("", no_wrap=True)
    for planned in stage.tables:
        grid.add_section()
        _add_table(grid, summary, stage, planned)
    if stage.byes:
        grid.add_section()
        for bot in stage.byes:
            grid.add_row("bye 轮空", "", Text(bot), "", "")
    return grid


def _add_table(grid: Grid, summary: Summary, stage: Stage, planned: PlannedTable) -> None:
    words = table_words(summary, stage, planned)
    for row, bot in enumerate(sorted(planned.table.seats, key=lambda bot: planned.places.get(bot, 0))):
        word = words[bot]
        ruled = sorted({ruling.decided_by for ruling in planned.rulings if bot in ruling.bots})
        grid.add_row(
            planned.table.match if row == 0 else "",
            str(planned.places.get(bot, "")),
            Text(bot),
            _water(summary, planned, bot),
            " ".join([word, *(f"by {how}" for how in ruled)]).strip(),
            style="bold" if word else "",
        )


def _water(summary: Summary, planned: PlannedTable, bot: str) -> str:
    """The water of the table and of its extra tables: `+12 (+3)`."""
    if planned.table.match not in summary.matches:
        return "…"
    found = []
    for table in (planned.table, *planned.extra):
        if table.match in summary.matches:
            water = summary.water_of(table.match).get(bot)
            found.append("–" if water is None else water_text(water))
    return found[0] + "".join(f" ({extra})" for extra in found[1:])


def _league(summary: Summary, league: LeagueTable) -> Grid:
    grid = _grid(" · ".join(leagues.title(league)))
    for head in leagues.heads(league):
        if head[0] == "Bot":
            grid.add_column("\n".join(head), overflow="fold")
        else:
            grid.add_column("\n".join(head), justify="right", no_wrap=True)
    for place, bot, *figures in leagues.cells(summary, league):
        grid.add_row(place, Text(bot), *figures)
    return grid


def _ranking(summary: Summary) -> Grid:
    grid = _grid("Final ranking · 最终排名")
    grid.add_column("Place", justify="right")
    grid.add_column("Bot")
    grid.add_column("Author")
    grid.add_column("Strikes", justify="right")
    strikes = summary.strikes
    for standing in summary.plan.standings:
        counts, word = strikes.get(standing.name), standing_word(summary, standing.name)
        grid.add_row(
            str(standing.place),
            Text(f"{standing.name} {word}".strip()),
            Text(summary.cup.program(standing.name).author),
            str(counts.total()) if counts else "0",
            style="bold" if standing.name == summary.champion else "",
        )
    return grid


def _elo(summary: Summary) -> Grid:
    grid = _grid(f"Elo over {counted(summary.ratings.deals, 'deal')}, ± 95 %")
    grid.add_column("Rank", justify="right")
    grid.add_column("Bot")
    grid.add_column("Elo", justify="right")
    grid.add_column("Better than the next", justify="right")
    grid.add_column("Deals", justify="right")
    for player in summary.ratings.players:
        grid.add_row(
            str(player.rank),
            Text(player.name),
            elo_text(player.elo, player.error95),
            chance_text(player.better_than_next),
            str(player.results),
        )
    if summary.ratings.warnings:
        grid.caption = Text("\n".join(summary.ratings.warnings), style="table.caption")
        grid.caption_justify = "left"
    return grid


def _grid(title: str) -> Grid:
    return Grid(title=Text(title, style="bold"), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
