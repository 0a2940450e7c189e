"""A run of a tournament from its file to its final marker, in one folder, whether it begins, goes on or is over."""

import os
import platform
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from arena import __version__
from arena.errors import ArenaError
from arena.isolation.choice import choose
from tournaments.cup.changes import differences, listed
from tournaments.cup.cup import Cup
from tournaments.reports.files import write_reports
from tournaments.results.details import details_of
from tournaments.results.final import final_parts
from tournaments.results.ledger import Ledger
from tournaments.results.summary import Summary, summarize
from tournaments.run.director import Director
from tournaments.run.event_log import logged
from tournaments.run.events import Observer, StoreUpdated, TournamentBegan
from tournaments.run.executor import Executor
from tournaments.run.in_play import noting
from tournaments.store.lock import locked
from tournaments.store.store import Store

SECRET_BYTES = 32
LOGS = "logs"
"""The folder of the bots' and referees' output, in the tournament's."""


class Surroundings(NamedTuple):
    """What a run is given from outside: who plays, who watches, the time as text, and whether it is to stop.

    `begin` is called once all is checked, where something is left to play, before anything is written; what it raises
    ends the run.
    """

    executor: Executor
    observe: Observer
    clock: Callable[[], str]
    stopped: Callable[[], bool]
    begin: Callable[[], None] = lambda: None


def run_tournament(cup: Cup, file: str, folder: Path, around: Surroundings) -> Summary:
    """Play `cup`, read from the text `file`, to its end in `folder`; returns what came of it.

    Raises ArenaError when the isolation that is demanded cannot be had, the folder holds something else or another
    process works on it, Stopped when the organizer stops it; each time the same call goes on later.
    """
    _check_isolation(cup, folder)
    folder.mkdir(parents=True, exist_ok=True)
    _refuse_another(cup, folder)
    with locked(folder):
        if not _is_over(cup, folder):
            around.begin()
        with _store_for(cup, file, folder, around.clock()) as store:
            if store.header().finished is None:
                _play(cup, store, folder, around)
                _finish(store, folder, around.clock())
            summary = summarize(store)
            write_reports(summary, details_of(store, summary), folder)
            store.fold()
            return summary


def left_to_play(cup: Cup, folder: Path) -> bool:
    """Whether a run of `cup` in `folder` would have anything to play; writes nothing.

    Raises ArenaError for all that it would be refused for before it begins, but another process at work.
    """
    _check_isolation(cup, folder)
    _refuse_another(cup, folder)
    return not _is_over(cup, folder)


def _check_isolation(cup: Cup, folder: Path) -> None:
    if cup.match.isolation != "auto" and not Store.exists(folder):
        choose(cup.match.isolation)


def _refuse_another(cup: Cup, folder: Path) -> None:
    """Asked before the folder is taken: whoever holds it is at another tournament then."""
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
    """The folder's store, or a new one."""
    if Store.exists(folder):
        return Store.open(folder)
    seed = cup.tournament.seed
    secret = secrets.token_bytes(SECRET_BYTES) if seed is None else seed.encode()
    return Store.create(folder, cup, file, secret, __version__, now)


def _is_over(cup: Cup, folder: Path) -> bool:
    """Whether the folder holds the whole tournament. Raises ArenaError when it holds one that was begun otherwise."""
    if not Store.exists(folder):
        return False
    with Store.read(folder) as store:  # what is refused is left as it is
        over = store.header().finished is not None
        if not over:
            Ledger.of(store).plan()
        changed = differences(store.cup(), cup)
    if changed and over:
        raise ArenaError(
            "{folder}: holds a finished tournament, and what is given is not what was begun:\n{changes}\n"
            "put it back as it was, or begin anew in another folder with --out",
            folder=folder,
            changes=listed(changed),
        )
    if changed:
        raise ArenaError(
            "{folder}: the tournament cannot resume, since what is given is not what was begun:\n{changes}\n"
            "put it back as it was, or begin anew in another folder with --out",
            folder=folder,
            changes=listed(changed),
        )
    return over


def _play(cup: Cup, store: Store, folder: Path, around: Surroundings) -> None:
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
        watch = noting(store, around.clock, observe)
        Director(cup, store, around.executor, folder / LOGS, watch, around.clock, around.stopped).run()


def _finish(store: Store, folder: Path, now: str) -> None:
    """Decisions and seal, then every report, then the marker: whatever breaks this off leaves it unfinished."""
    store.settle(final_parts(summarize(store, now).final), now)
    summary = summarize(store, now)
    write_reports(summary, details_of(store, summary), folder)
    store.finish(now)


def machine() -> dict[str, Any]:
    """What the record says of the machine."""
    return {
        "system": f"{platform.system()} {platform.release()}",
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "arena": __version__,
    }
