"""The biggest rounds, card by card, each under an address of its own."""

from arena.shisanshui.cards import NUMBERS
from arena.shisanshui.settlement import REASONS
from arena.shisanshui.specials import SPECIALS
from tournaments.reports.html.markup import Markup, both, esc, grid, join, tag
from tournaments.reports.rounds import JOKERS, OUTCOMES, SUITS
from tournaments.results.details import Details
from tournaments.results.replay import RoundView, SeatView

_SPECIALS = {special.id: (special.id, special.chinese) for special in SPECIALS}


def biggest(details: Details) -> Markup:
    """A list of links, and what they lead to."""
    links = [
        tag("li", tag("a", esc(_title(view)), href=f"#{_address(view)}"), esc(": "), _best(view))
        for view in details.biggest
    ]
    rounds = [_round(view) for view in details.biggest]
    return tag("section", tag("h2", both("Biggest rounds", "最大的局")), tag("ol", *links), *rounds)


def _round(view: RoundView) -> Markup:
    heads = [
        both("Bot", "机器人"),
        both("Water", "水"),
        both("Front", "头墩"),
        both("Middle", "中墩"),
        both("Back", "尾墩"),
    ]
    lines = [
        [esc(seat.bot), esc(f"{seat.water:+d}"), *map(_cards, (seat.front, seat.middle, seat.back)), _outcome(seat)]
        for seat in view.seats
    ]
    table = grid([*heads, esc("")], lines, right={1})
    moves = join((_move(view, place) for place in range(len(view.transfers))), "; ")
    return tag("article", tag("h3", esc(_title(view))), table, tag("p", moves, class_="dim"), id=_address(view))


def _move(view: RoundView, place: int) -> Markup:
    move = view.transfers[place]
    names = esc(f"{move.source or '–'} → {move.target or '–'} {move.water} ")
    return join([names, both(*REASONS[move.reason])])  # type: ignore[index]


def _cards(texts: list[str] | None) -> Markup:
    ordered = sorted(texts or (), key=NUMBERS.__getitem__, reverse=True)
    return tag("span", join(map(_card, ordered), " ") if texts else esc("–"), class_="cards")


def _card(text: str) -> Markup:
    if text in JOKERS:
        return esc(JOKERS[text][0])
    symbol, colour = SUITS[text[1]]
    return tag("span", esc(text[0] + symbol), class_=colour)


def _outcome(seat: SeatView) -> Markup:
    if seat.special is not None:
        return both(*_SPECIALS[seat.special])
    return both(seat.outcome, OUTCOMES[seat.outcome]) if seat.outcome in OUTCOMES else esc("")


def _best(view: RoundView) -> Markup:
    best = max(view.seats, key=lambda seat: seat.water)
    return join([esc(f"{best.bot} {best.water:+d} "), _outcome(best)])


def _title(view: RoundView) -> str:
    return f"{view.match} {view.round}.{view.leg}"


def _address(view: RoundView) -> str:
    return f"{view.match}-{view.round}-{view.leg}".replace("#", "-")
