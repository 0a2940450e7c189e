"""The bracket in Markdown: a table for each table, and what decided it."""

from collections.abc import Iterator

from arena.language import _, told
from protocol.text import Listed, Said
from tournaments.formats.plan import PlannedTable, Stage
from tournaments.reports.labels import decided_by, intervention_said, is_for_third_place, length_said, table_words
from tournaments.reports.markdown.table import table
from tournaments.reports.markdown.text import code, md
from tournaments.reports.numbers import water_text
from tournaments.reports.words import beside, title
from tournaments.results.details import Details
from tournaments.results.summary import Summary


def bracket(summary: Summary, details: Details) -> Iterator[str]:
    """Yield the stages in order."""
    yield "## " + _("Bracket")
    for stage in summary.plan.stages:
        yield ""
        yield f"### {md(told(title(stage.title)))}"
        for planned in stage.tables:
            yield ""
            if is_for_third_place(stage, planned):
                yield _("Match for third place:")
                yield ""
            yield from _table(summary, details, stage, planned)
            length = length_said(summary, planned.table.id)
            if length is not None:
                yield ""
                yield told(length)
        if stage.byes:
            yield ""
            yield _("Byes: {bots}", bots=Listed(map(md, stage.byes)))


def _table(summary: Summary, details: Details, stage: Stage, planned: PlannedTable) -> Iterator[str]:
    played = [it.id for it in (planned.table, *planned.extra) if it.id in summary.matches]
    water = {match: summary.water_of(match) for match in played}
    words = table_words(summary, stage, planned)
    lines = []
    for bot in sorted(planned.table.seats, key=lambda bot: planned.places.get(bot, 0)):
        figures = [water_text(water[match][bot]) if bot in water[match] else "–" for match in played]
        lines.append((planned.places.get(bot, ""), md(bot), *figures, _luck(details, planned, bot), words[bot]))
    heads = [Said("{water} at {table}", water=beside("Water", "水"), table=match) for match in played]
    right = {0, *range(2, 3 + len(played))}
    yield from table((Said("Place"), Said("Bot"), *heads, Said("a deal, ± 95 %"), ""), lines, right)


def _luck(details: Details, planned: PlannedTable, bot: str) -> str:
    """Return the water a deal, ± half of its 95 % interval over the deals."""
    luck = details.luck.get(planned.table.id, {}).get(bot)
    if luck is None:
        return "–"
    return f"{luck.mean:+.2f}" + (f" ± {luck.error95:.2f}" if luck.error95 is not None else "")


def rulings(summary: Summary) -> Iterator[str]:
    """Yield what water alone did not decide."""
    yield "## " + _("Rulings")
    yield ""
    for ruling in summary.rulings:
        words = _("({cause}): {words}", cause=decided_by(ruling), words=md(told(ruling.said)))
        yield f"- `{ruling.where}` {words}"
    if not summary.rulings:
        yield _("None: water decided every table.")


def interventions(summary: Summary) -> Iterator[str]:
    """Yield the interventions of the organizer, with their reasons."""
    yield "## " + _("Interventions by the organizer")
    yield ""
    yield from (f"- {told(intervention_said(it, name=code, reason=md))}" for it in summary.interventions)
    if not summary.interventions:
        yield _("None.")
