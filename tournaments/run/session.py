"""A run of a tournament in its folder, from the cup to the final marker; the same call starts and resumes it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from arena import __version__
from arena.errors import ArenaError
from arena.isolation.choice import choose
from protocol.text import Said
from tournaments.cup.changes import differences, listed
from tournaments.cup.cup import Cup
from tournaments.cup.file import as_begun
from tournaments.layout import LOGS
from tournaments.reports.files import write_reports
from tournaments.results.details import details_of
from tournaments.results.ledger import Ledger
from tournaments.results.summary import Summary, settle, summarize
from tournaments.run.commitment import Drawn, drawn_for, forget, is_committed
from tournaments.run.director import Director
from tournaments.run.event_log.showing import showing
from tournaments.run.event_log.writing import logged
from tournaments.run.events import Observer, StoreUpdated, TournamentBegan
from tournaments.run.executor import Executor
from tournaments.run.in_play import noting
from tournaments.run.machine import machine
from tournaments.store.lock import locked
from tournaments.store.store import Store


class Surroundings(NamedTuple):
    """What a run gets from outside: what plays, who watches, the time as text, and whether to stop.

    `begin` is called when everything is checked and something is left to play, before anything is written; an error
    that it raises ends the run.
    """

    executor: Executor
    observe: Observer
    clock: Callable[[], str]
    stopped: Callable[[], bool]
    begin: Callable[[], None] = lambda: None


def run_tournament(cup: Cup, file: str, folder: Path, around: Surroundings) -> Summary:
    """Play `cup`, read from the text `file`, to its end in `folder`; return its summary.

    Raises ArenaError when the isolation that it demands is not available, the folder holds another tournament, or
    another process is at work there; Stopped when the organizer stops it. The same call resumes it later.
    """
    _check_isolation(cup, folder)
    folder.mkdir(parents=True, exist_ok=True)
    _refuse_another(cup, folder)
    with locked(folder):
        if not _is_over(cup, file, folder):
            around.begin()
        with _store_for(cup, file, folder, around.clock()) as store:
            forget(folder)
            if store.header().finished is None:
                _play(cup, file, store, folder, around)
                return _finish(store, folder, around.clock())
            summary = summarize(store)
            write_reports(summary, details_of(store, summary), folder)
            store.fold()
            return summary


def left_to_play(cup: Cup, file: str, folder: Path) -> bool:
    """Return whether a run of `cup`, read from the text `file`, in `folder` would have anything to play; write nothing.

    Raises ArenaError for everything a run is refused for, except another process at work.
    """
    _check_isolation(cup, folder)
    _refuse_another(cup, folder)
    return not _is_over(cup, file, folder)


def _check_isolation(cup: Cup, folder: Path) -> None:
    if cup.match.isolation != "auto" and not Store.exists(folder):
        choose(cup.match.isolation)


def _refuse_another(cup: Cup, folder: Path) -> None:
    """Asked before the lock is taken, so that a run of another tournament is told from a second run of this one."""
    if Store.exists(folder):
        with Store.read(folder) as store:
            begun = store.cup().name
        if begun != cup.name:
            raise ArenaError(
                '{folder}: holds another tournament, "{begun}", not "{name}"; choose another folder with --out',
                folder=folder,
                begun=begun,
                name=cup.name,
            )


def _store_for(cup: Cup, file: str, folder: Path, now: str) -> AbstractContextManager[Store]:
    """Return the folder's store, or a new one."""
    if Store.exists(folder):
        return Store.open(folder)
    seed = cup.tournament.seed
    if seed is not None and is_committed(folder):
        raise ArenaError(
            "{folder}: a secret was committed to, and the tournament file gives a seed; take one of them away: the key"
            " tournament.seed, or the folder",
            folder=folder,
        )
    drawn = drawn_for(folder) if seed is None else Drawn(seed.encode(), None)
    return Store.create(folder, cup, file, drawn.secret, __version__, now, drawn.committed)


def _is_over(cup: Cup, file: str, folder: Path) -> bool:
    """Return whether the folder holds the finished tournament. Raises ArenaError when it was begun with other input."""
    if not Store.exists(folder):
        return False
    with Store.read(folder) as store:  # what is refused is left as it is
        over = store.header().finished is not None
        if not over:
            Ledger.of(store).plan()
        begun = store.cup()
        changed = differences(begun, as_begun(cup, file, begun.methods))
    if changed:
        what = Said("the tournament is finished") if over else Said("the tournament cannot be resumed")
        raise ArenaError(
            "{folder}: {what}, and what is given now differs from what it was started with:\n{changes}\n"
            "change it back, or start a new tournament in another folder with --out",
            folder=folder,
            what=what,
            changes=listed(changed),
        )
    return over


def _play(cup: Cup, file: str, store: Store, folder: Path, around: Surroundings) -> None:
    cup = as_begun(cup, file, store.cup().methods)  # it ends as it was begun
    store.begin_run(cup, around.clock(), around.executor.slots, machine())
    began = TournamentBegan(
        name=cup.name,
        bots=[bot.name for bot in cup.bots],
        commitment=store.header().commitment,
        jobs=around.executor.slots,
        resumed=len(store.matches()),
    )
    with logged(folder, around.clock, around.observe) as observe:
        if store.kept is not None:
            observe(StoreUpdated(str(store.kept)))
        observe(began)
        with showing(folder, noting(store, around.clock, observe)) as watch:
            Director(cup, store, around.executor, folder / LOGS, watch, around.clock, around.stopped).run()


def _finish(store: Store, folder: Path, now: str) -> Summary:
    """Write the final parts and the seal, then every report, then the marker: a run that dies before is unfinished."""
    summary = settle(store, now)
    write_reports(summary, details_of(store, summary), folder)
    store.finish(now)
    return summary
