"""The biggest rounds, card by card, each with a link of its own."""

from arena.shisanshui.cards import NUMBERS
from protocol.text import Said
from tournaments.reports.html.markup import Markup, both, esc, grid, join, tag
from tournaments.reports.html.section import section
from tournaments.reports.words import ROWS, beside, card, outcome, payment, special_hand
from tournaments.results.details import Details
from tournaments.results.replay import RoundView, SeatView, TransferView


def biggest(details: Details) -> Markup:
    """Return a list of links and the rounds they lead to."""
    links = [
        tag("li", tag("a", esc(_title(view)), href=f"#{_address(view)}"), esc(": "), _best(view))
        for view in details.biggest
    ]
    rounds = [_round(view) for view in details.biggest]
    return section(Said("Biggest rounds"), tag("ol", *links), *rounds)


def _round(view: RoundView) -> Markup:
    heads = [both(head) for head in (Said("Bot"), beside("Water", "水"), *ROWS, "")]
    lines = [
        [esc(seat.bot), esc(f"{seat.water:+d}"), *map(_cards, (seat.front, seat.middle, seat.back)), _outcome(seat)]
        for seat in view.seats
    ]
    moves = tag("p", join(map(_move, view.transfers), "; "), class_="dim")
    return tag("article", tag("h3", esc(_title(view))), grid(heads, lines, right={1}), moves, id=_address(view))


def _move(move: TransferView) -> Markup:
    return join([esc(f"{move.source or '–'} → {move.target or '–'} {move.water} "), both(payment(move.reason))])


def _cards(texts: list[str] | None) -> Markup:
    ordered = sorted(texts or (), key=NUMBERS.__getitem__, reverse=True)
    return tag("span", join(map(_card, ordered), " ") if texts else esc("–"), class_="cards")


def _card(text: str) -> Markup:
    face, colour = card(text)
    return tag("span", both(face), class_=colour) if colour else both(face)


def _outcome(seat: SeatView) -> Markup:
    return both(special_hand(seat.special) if seat.special is not None else outcome(seat.outcome))


def _best(view: RoundView) -> Markup:
    best = max(view.seats, key=lambda seat: seat.water)
    return join([esc(f"{best.bot} {best.water:+d} "), _outcome(best)])


def _title(view: RoundView) -> str:
    return f"{view.match} {view.round}.{view.leg}"


def _address(view: RoundView) -> str:
    return f"{view.match}-{view.round}-{view.leg}".replace("#", "-")
