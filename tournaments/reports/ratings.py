"""What ratings rest on, what each ± beside them means, and where Elo and water disagree, in either language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal

from arena.language import told
from protocol.text import Counted, Said

if TYPE_CHECKING:
    from tournaments.ratings.allies import Allied
    from tournaments.ratings.table import RatedBot, RatingTable
    from tournaments.ratings.water import Difference

Unit = Literal["deals", "matches"]
LISTED: Final = 5
"""How many disagreements are told in words."""
UNITS: Final = {"deals": Said("deals"), "matches": Said("matches")}
PER_100: Final = {"deals": Said("Water per 100 deals"), "matches": Said("Score per 100 matches")}
"""The heading of what is told besides Elo: a file's matches have scores."""


def basis(rated: RatingTable, unit: Unit) -> Iterator[Said]:
    """Sentences, each with its full stop."""
    settings = rated.settings
    yield Said("A Plackett–Luce fit over {results}; {prior}.", results=counted(rated.deals, unit), prior=_prior(rated))
    if settings.anchor is None:
        yield Said("Each ± is half of a 95 % interval. That of Elo is against the mean of the pool.")
    else:
        yield Said("Each ± is half of a 95 % interval. That of Elo is against {bot}.", bot=settings.anchor)
    if has_leads(rated.players):
        yield Said("The lead is that over the next bot, with an interval of its own: it decides the order.")
    if has_water(rated.players):
        yield Said(
            "{water} is against opponents of average strength, by least squares, with errors by deal and by table.",
            water=PER_100[unit],
        )


def _prior(rated: RatingTable) -> Said:
    if rated.field_sd is None:
        return Said("prior N(0, {sd:g}²) Elo", sd=rated.settings.prior_sd or 350)
    if rated.table_sd is None:
        return Said("the spread of its prior, {sd:.0f} Elo, is weighed by the results", sd=rated.field_sd)
    return Said(
        "the spread of its prior, {sd:.0f} Elo, and the effect of a table, {table:.0f} Elo, are weighed by the results",
        sd=rated.field_sd,
        table=rated.table_sd,
    )


def paragraph(sentences: Iterable[Said]) -> str:
    """The sentences in the language of the moment; Chinese has no space between them."""
    return " ".join(map(told, sentences)).replace("。 ", "。")


def counted(number: int, unit: Unit) -> Counted:
    """How many results."""
    if unit == "deals":
        return Counted(number, "{number} deal", "{number} deals")
    return Counted(number, "{number} match", "{number} matches")


def disagreements(rated: RatingTable, unit: Unit) -> Iterator[Said]:
    """Sentences about bots that Elo and water order differently by more than chance."""
    apart = {frozenset(each.bots): each for each in rated.differences}
    for by_elo, by_water in rated.disagree[:LISTED]:
        found = apart[frozenset((by_elo, by_water))]
        more, common = _with_error(found.water100, found.water95, ".1f"), counted(found.deals, unit)
        if unit == "deals":
            yield Said(
                "Elo puts {one} ahead of {other}, yet {other} won {more} more water per 100 deals than {one} over the"
                " {common} that both played.",
                one=by_elo,
                other=by_water,
                more=more,
                common=common,
            )
        else:
            yield Said(
                "Elo puts {one} ahead of {other}, yet {other} scored {more} more per 100 matches than {one} over the"
                " {common} that both played.",
                one=by_elo,
                other=by_water,
                more=more,
                common=common,
            )
    if len(rated.disagree) > LISTED:
        yield Said("Elo and water disagree about {count} more pairs.", count=len(rated.disagree) - LISTED)


def alliances(found: Iterable[Allied], unit: Unit) -> Iterator[Said]:
    """Sentences about pairs that did for each other what strengths and chance do not explain."""
    for each in found:
        one, other = each.bots
        words = _TOGETHER if each.kind == "together" else _ONE_FOR_THE_OTHER
        common = counted(each.deals, unit)
        yield Said(words[unit].template, one=one, other=other, more=f"{each.water100:.1f}", common=common)


_TOGETHER: Final = {
    "deals": Said(
        "{one} and {other} may be allies: at tables of three and more where both sat, each won {more} more water per"
        " 100 deals than strength explains, over {common}."
    ),
    "matches": Said(
        "{one} and {other} may be allies: at tables of three and more where both sat, each scored {more} more per 100"
        " matches than strength explains, over {common}."
    ),
}
_ONE_FOR_THE_OTHER: Final = {
    "deals": Said(
        "{other} may play for {one}: at tables of three and more where both sat, {one} won {more} more water per 100"
        " deals from {other} than strength explains, over {common}."
    ),
    "matches": Said(
        "{other} may play for {one}: at tables of three and more where both sat, {one} scored {more} more per 100"
        " matches against {other} than strength explains, over {common}."
    ),
}


def lead_text(player: RatedBot) -> str:
    """Elo ahead of the next bot: `12 ± 30`; nothing for the last."""
    return "" if player.lead is None else _with_error(player.lead, player.lead95, ".0f")


def water100_text(player: RatedBot) -> str:
    """Water per 100 deals with its sign: `+12.3 ± 4.5`; nothing where it is not told."""
    return "" if player.water100 is None else _with_error(player.water100, player.water95, "+.1f")


def difference_text(apart: Difference) -> str:
    """Water per 100 common deals of the first bot more than the second."""
    return _with_error(apart.water100, apart.water95, "+.1f")


def has_leads(players: Sequence[RatedBot]) -> bool:
    """Whether leads are told: ratings of the first version have none."""
    return any(player.lead is not None for player in players)


def has_water(players: Sequence[RatedBot]) -> bool:
    """Whether water is told, likewise."""
    return any(player.water100 is not None for player in players)


def _with_error(value: float, error: float | None, form: str) -> str:
    return f"{value:{form}} ± {error:{form.lstrip('+')}}" if error is not None else f"{value:{form}} ± ?"
