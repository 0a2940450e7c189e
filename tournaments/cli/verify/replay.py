"""`arena verify --replay`: matches played again while somebody looks on."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from arena.language import _, told
from protocol.text import Counted, Said
from tournaments.run.stopping import StopRequest
from tournaments.store.store import Store

if TYPE_CHECKING:
    from arena.records.result import Progress as MatchProgress
    from tournaments.results.verify.replayed import Replay


class Replayed(NamedTuple):
    """What came of playing matches again. `seats` has the bots of each match."""

    plays: Sequence["Replay"]
    seats: dict[str, list[str]]
    left_out: dict[str, list[str]]
    differences: list[Said]

    def document(self) -> dict[str, Any]:
        """Return it as plain data; bots by name, legs and rounds from 1."""
        return {
            "compared": sum(play.compared for play in self.plays),
            "faults": dict(self.faults()),
            "left_out": self.left_out,
            "matches": [
                {
                    "match": play.match,
                    "compared": play.compared,
                    "faults": play.faults,
                    "given": play.given,
                    "lost": play.lost or None,
                    "differs": self._places(play, play.differs),
                    "unsteady": self._places(play, play.unsteady),
                }
                for play in self.plays
            ],
        }

    def faults(self) -> Counter[str]:
        """Return the answers that were not compared because the record has a fault there, by code."""
        return sum((Counter(play.faults) for play in self.plays), Counter())

    def _places(self, play: "Replay", places: Sequence[Any]) -> list[dict[str, Any]]:
        names = self.seats[play.match]
        return [{"bot": names[place.bot], "leg": place.leg, "round": place.round} for place in places]


def play_again(folder: Path, share: float, jobs: int | None, bots: Path | None, *, aloud: bool) -> Replayed:
    """Have matches played again; print what came of each if that is to be read aloud."""
    with StopRequest() as stop, Store.read(folder) as store:
        from tournaments.run.director import Stopped  # noqa: PLC0415
        from tournaments.run.local import LocalExecutor  # noqa: PLC0415
        from tournaments.run.machine import default_slots  # noqa: PLC0415
        from tournaments.run.replay.playing import Replaying, chosen  # noqa: PLC0415
        from tournaments.run.replay.words import differences_of, left_out_said, said_of  # noqa: PLC0415

        cup, choice = store.cup(), chosen(store, share)
        slots = jobs or default_slots(cup.settings(), cup.largest_table)
        say = click.echo if aloud else _nothing
        count = Counted(len(choice.matches), "{number} match", "{number} matches")
        say(_("playing {matches} again", matches=count))
        for sentence in left_out_said(choice.left_out):
            say("  " + _("note: {note}", note=sentence))
        plays: list[Replay] = []
        differences: list[Said] = []
        try:
            with _Following(len(choice.matches)) as following:
                playing = Replaying(store, LocalExecutor(slots, stop), lambda: stop.requested, following.observe, bots)
                for each in playing.run(choice.matches):
                    plays.append(each)
                    following.over(each.match, told(said_of(each)) if aloud else "")
                    differences += differences_of(store, each)
        except Stopped:
            click.echo(_("Stopped. The same command resumes."), err=True)
            sys.exit(1)
        seats = {match: stored.seats for match in choice.matches if (stored := store.match(match)) is not None}
    found = Replayed(plays, seats, choice.left_out, differences)
    hidden = found.faults().total()
    if hidden:
        answers = Counted(hidden, "{number} answer", "{number} answers")
        say("  " + _("note: {answers} not compared, because the record has a fault in their place", answers=answers))
    return found


def _nothing(_words: str) -> None:
    """Say nothing: standard output is for the one document."""


class _Following:
    """Shows on standard error, where that is a terminal, how far the matches are."""

    def __init__(self, matches: int) -> None:
        errors = Console(stderr=True, emoji=False)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TimeRemainingColumn(),
            console=errors,
            transient=True,
            redirect_stdout=False,
            disable=not errors.is_terminal,
        )
        self._task = self._bar.add_task(_("playing again"), total=matches)
        self._over = 0
        self._playing: dict[str, float] = {}

    def __enter__(self) -> "_Following":
        if not self._bar.disable:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if not self._bar.disable:
            self._bar.stop()

    def observe(self, progress: "MatchProgress") -> None:
        """Take in how far a match in play is."""
        self._playing[progress.match] = progress.played / max(1, progress.total)
        self._show()

    def over(self, match: str, line: str) -> None:
        """Take in that a match is over; print a line on standard output if there is one."""
        self._playing.pop(match, None)
        self._over += 1
        if line and self._bar.disable:
            click.echo(f"  {line}")
        elif line:
            self._bar.stop()  # so that the line is not written into the bar
            click.echo(f"  {line}")
            self._bar.start()
        self._show()

    def _show(self) -> None:
        self._bar.update(self._task, completed=self._over + sum(self._playing.values()))
