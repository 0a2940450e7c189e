"""The first page: what is played now, what is over, what comes."""

from pathlib import Path
from typing import Any, Final, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arena.errors import ArenaError
from tournaments.layout import RESULTS
from tournaments.results.final import part_from
from tournaments.store.lock import holder
from tournaments.store.store import Store
from tournaments.web.rendering import page
from tournaments.web.shelf import Shelf

MOST_SINGLE: Final = 12


class Card(NamedTuple):
    """A cup in a line: `state` is "running", "stopped", "finished", "coming" or "damaged"."""

    name: str
    title: str
    state: str
    bots: int = 0
    started: str = ""
    finished: str = ""
    champion: str = ""
    tables: tuple[str, ...] = ()
    """The tables in play."""


async def home(request: Request) -> Response:
    """Show every cup, those in play first."""
    cards, single = await run_in_threadpool(_cards, request.app.state.shelf)
    order = ("running", "stopped", "coming", "finished", "damaged")
    groups = [(state, [card for card in cards if card.state == state]) for state in order]
    values: dict[str, Any] = {"groups": [group for group in groups if group[1]], "single": single}
    return page(request, "home.html", title="", **values, play=request.app.state.settings.allow_play)


def _cards(shelf: Shelf) -> tuple[list[Card], list[Card]]:
    cards = [_card(name, folder) for name, folder in shelf.cups().items()]
    cards.sort(key=lambda card: card.finished or card.started, reverse=True)
    single = [_card(name, folder) for name, folder in list(shelf.single_matches().items())[:MOST_SINGLE]]
    return cards, single


def _champion(store: Store) -> str:
    """Return who won a finished cup and stayed in it; empty where nobody did."""
    out = {it.subject for it in store.interventions() if it.withdrawn is not None}
    standings = part_from("standings", store.final()["standings"])
    return next((it.name for it in standings if it.place == 1 and it.name not in out), "")


def _card(name: str, folder: Path) -> Card:
    """Return a cup's line, from what its store says of itself: no match is read for it."""
    if not (folder / RESULTS).exists():
        return Card(name, name, "coming")
    try:
        with Store.read(folder) as store:
            cup, header = store.cup(), store.header()
            champion = _champion(store) if header.finished else ""
            process = holder(folder)
            tables = tuple(table.id for table in store.in_play() if process is not None and table.process == process)
    except ArenaError:
        return Card(name, name, "damaged")
    running = "running" if process is not None else "stopped"
    state = "finished" if header.finished else running
    return Card(name, cup.name, state, len(cup.bots), header.started, header.finished or "", champion, tables)
