"""The end of a tournament on a terminal: bracket, ranking, Elo, and what makes it fair."""

from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.text import Text

from arena.language import _, told
from protocol.text import Counted, Listed, Said, printable
from tournaments.reports.fairness import committed_said, doubt_said
from tournaments.reports.labels import (
    decided_by,
    first_charge,
    intervention_said,
    isolation_levels,
    isolation_said,
    played_once,
)
from tournaments.reports.terminal.bracket import stage_table
from tournaments.reports.terminal.standings import elo, league_table, ranking
from tournaments.reports.words import fault_word
from tournaments.results.charges import Charge
from tournaments.results.summary import Summary


def show_summary(console: Console, summary: Summary) -> None:
    """Print what is known by now; everything once the tournament is finished."""
    width = console.width
    for stage in summary.plan.stages:
        _show(console, stage_table(summary, stage, width))
    for league in summary.leagues:
        _show(console, league_table(summary, league, width))
    if summary.plan.finished:
        _show(console, ranking(summary, width))
    _show_notes(
        console,
        Said("Rulings"),
        (
            Said("{table} ({cause}): {words}", table=it.where, cause=decided_by(it), words=it.said)
            for stage in summary.plan.stages
            for it in stage.rulings
        ),
    )
    _show_notes(console, Said("Interventions by the organizer"), map(intervention_said, summary.interventions))
    _show_notes(console, Said("Strikes"), map(_charge, summary.charges))
    if summary.ratings.players:
        _show(console, elo(summary, width))


def _charge(charge: Charge) -> Said:
    return Said(
        "{bot}: {code} ({times}); {first}",
        bot=charge.bot,
        code=fault_word(charge.code),
        times=Counted(charge.times, "{number} time", "{number} times"),
        first=first_charge(charge, own_words=True),
    )


def _show(console: Console, shown: RenderableType) -> None:
    console.print(shown)
    console.print()


def _show_notes(console: Console, title: Said, notes: Iterable[Said]) -> None:
    lines = [Text(f"- {printable(told(note))}") for note in notes]
    if lines:
        console.print(Text(told(title), style="bold"))
        for line in lines:
            console.print(line)
        console.print()


def show_fairness(console: Console, summary: Summary) -> None:
    """Print the commitment, and the secret when the tournament is finished."""
    for words, names in isolation_levels(summary):
        level = _("Isolation {level}: {bots}", level=isolation_said(words), bots=Listed(names))
        console.print(level, style="dim", markup=False, highlight=False)
    if once := played_once(summary):
        console.print(_not_duplicate(once), style="dim", markup=False, highlight=False)
    commitment, secret = _("Commitment"), _("Secret")
    console.print(f"{commitment} {summary.commitment}", style="dim", soft_wrap=True, highlight=False)
    if summary.secret is not None:
        padding = " " * (len(commitment) - len(secret))
        console.print(f"{secret}{padding} {summary.secret.hex()}", style="dim", soft_wrap=True, highlight=False)
    if summary.committed is not None:
        console.print(told(committed_said(summary)), style="dim", highlight=False)
    if (doubt := doubt_said(summary)) is not None:
        console.print(told(doubt), style="yellow", highlight=False)


def _not_duplicate(tables: list[str]) -> str:
    return _("Not duplicate, since a remote bot's process is never fresh: {tables}", tables=Listed(tables))
