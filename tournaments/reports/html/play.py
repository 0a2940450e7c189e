"""The bracket and what decided it, luck, head to head, and strikes."""

from arena.language import LANGUAGES, told
from protocol.text import Counted, Said
from tournaments.formats.plan import Ruling
from tournaments.reports.fouls import FOUL_HEADS, foul_lines
from tournaments.reports.html.bracket.drawing import brackets
from tournaments.reports.html.markup import Markup, PageOf, Words, both, esc, grid, join, no_page, tag
from tournaments.reports.html.section import code, section
from tournaments.reports.labels import decided_by, first_charge, intervention_said, length_said
from tournaments.reports.numbers import water_text
from tournaments.reports.words import beside, fault
from tournaments.results.details import Details, Luck
from tournaments.results.summary import Summary


def draw(summary: Summary, page_of: PageOf = no_page) -> Markup:
    """Return the bracket, how certain each table was, and what water did not decide.

    `page_of` gives the address of a table's page, where it has one.
    """
    lengths = [
        tag("li", code(planned.table.id), esc(" "), both(length))
        for stage in summary.plan.stages
        for planned in stage.tables
        if (length := length_said(summary, planned.table.id)) is not None
    ]
    rulings = [tag("li", code(ruling.where), esc(" "), both(_ruling(ruling))) for ruling in summary.rulings]
    interventions = [tag("li", both(intervention_said(it))) for it in summary.interventions]
    return section(
        Said("Bracket"),
        brackets(summary, page_of),
        *_notes(Said("How long tables lasted:"), lengths),
        *_notes(Said("What water did not decide:"), rulings),
        *_notes(Said("Interventions by the organizer:"), interventions),
    )


def _notes(heading: Words, lines: list[Markup]) -> list[Markup]:
    return [tag("p", both(heading)), tag("ul", *lines)] if lines else []


def _ruling(ruling: Ruling) -> Said:
    return Said("({cause}): {words}", cause=decided_by(ruling), words=ruling.said)


def luck(summary: Summary, details: Details) -> Markup:
    """Return the water a deal with its 95 % interval, at each table."""
    words = Said(
        "Water a deal, ± half of its 95 % interval over the deals. The last column: how many deals played once would "
        "have been needed for the same interval."
    )
    lines = [
        [*map(esc, (match, bot, _mean(it), len(summary.matches[match].result.deals), _alone(it)))]
        for match, bots in details.luck.items()
        for bot, it in sorted(bots.items(), key=lambda pair: -pair[1].mean)
    ]
    heads = (
        Said("Table"),
        Said("Bot"),
        Said("{water} a deal", water=beside("Water", "水")),
        Said("Deals"),
        Said("Deals played once"),
    )
    return section(Said("Luck"), tag("p", both(words)), grid([both(head) for head in heads], lines, right={2, 3, 4}))


def _mean(it: Luck) -> str:
    return water_text(it.mean) + (f" ± {it.error95:.2f}" if it.error95 is not None else "")


def _alone(it: Luck) -> str:
    return f"{it.alone:.0f}" if it.alone is not None else ""


def meetings(summary: Summary, details: Details) -> Markup:
    """Return the share of deals in which the row's bot had more water than the column's, a level deal half."""
    names = [standing.name for standing in summary.plan.standings]
    words = Said("In per cent of their common deals: the bot of the row had more water than that of the column.")

    def cell(row: str, column: str) -> Markup:
        met = details.meetings.get((row, column))
        if met is None:
            return esc("")
        share = f"{100 * met.share:.0f}"
        deals = Counted(met.deals, "{number} deal", "{number} deals")
        return join(tag("span", esc(share), lang=language, title=told(deals, language)) for language in LANGUAGES)

    lines = [[esc(row), *(cell(row, column) for column in names)] for row in names]
    table = grid([esc(""), *(esc(name) for name in names)], lines, right=set(range(1, len(names) + 1)))
    return section(Said("Head to head"), tag("p", both(words)), table)


def fouls(details: Details) -> Markup:
    """Return how often each bot fouled and why, escaped, or was stood in for; nothing where none did."""
    lines = [[esc(cell) for cell in line] for line in foul_lines(details.tallies)]
    if not lines:
        return esc("")
    heads = [both(head) for head in FOUL_HEADS]
    return section(Said("Fouls and escapes"), grid(heads, lines, right=set(range(1, len(heads)))))


def strikes(summary: Summary) -> Markup:
    """Return the strikes of each bot by reason code, without what bots wrote: a page is for everybody."""
    found = summary.charges
    if not found:
        return section(Said("Strikes"), tag("p", both(Said("No bot was charged with any fault."))))
    lines = [
        [esc(it.bot), code(it.code), both(fault(it.code)), esc(it.times), both(first_charge(it, own_words=False))]
        for it in found
    ]
    heads = (Said("Bot"), Said("Code"), Said("Meaning"), Said("Times"), Said("The first"))
    return section(Said("Strikes"), grid([both(head) for head in heads], lines, right={3}))
