"""The head of the page, and the proof of fairness at its foot."""

from collections.abc import Iterator

from protocol.text import Counted, Listed, Said
from tournaments.reports.fairness import committed_said, doubt_said
from tournaments.reports.html.markup import Markup, both, esc, join, tag
from tournaments.reports.html.section import code, fact, section
from tournaments.reports.labels import isolation_levels, isolation_said, played_once
from tournaments.results.summary import Summary


def head(summary: Summary) -> Markup:
    """Return name, champion, and the conditions of play."""
    parts = [tag("h1", esc(summary.cup.name))]
    if summary.plan.finished:
        champion: Said | str = summary.champion or Said("nobody, all who could be are out")
        parts.append(tag("p", tag("strong", both(Said("Champion: {bot}", bot=champion)))))
    parts.append(tag("p", join(_facts(summary), " · "), class_="dim"))
    levels = isolation_levels(summary)
    for level, names in levels:
        bots = Listed(names) if len(levels) > 1 else Said("every bot")
        parts.append(fact(Said("Isolation {level}: {bots}", level=isolation_said(level), bots=bots)))
    if once := played_once(summary):
        parts.append(
            fact(Said("Not duplicate, since a remote bot's process is never fresh: {tables}", tables=Listed(once)))
        )
    return join(parts)


def _facts(summary: Summary) -> Iterator[Markup]:
    cup, settings = summary.cup, summary.cup.settings()
    yield both(
        Said(
            "{bots}, {matches}, {deals}",
            bots=Counted(len(cup.bots), "{number} bot", "{number} bots"),
            matches=Counted(len(summary.matches), "{number} match", "{number} matches"),
            deals=Counted(summary.deals, "{number} deal", "{number} deals"),
        )
    )
    yield both(Said("rules {rules}", rules=cup.tournament.rules))
    yield both(Counted(settings.rounds, "{number} round a leg", "{number} rounds a leg"))
    yield both(Said("{decision} ms a decision", decision=settings.decision_ms))
    yield esc(f"{summary.started} – {summary.finished or '…'}")


def fairness(summary: Summary) -> Markup:
    """Return the proof that the deals were fair."""
    return section(Said("Fairness"), tag("ul", *(tag("li", line) for line in _proofs(summary))))


def _proofs(summary: Summary) -> Iterator[Markup]:
    yield join([both(Said("{commitment}: ", commitment=committed_said(summary))), code(summary.commitment)])
    if summary.secret is not None:
        yield join([both(Said("The secret (hex) that it is the SHA-256 of: ")), code(summary.secret.hex())])
    if (doubt := doubt_said(summary)) is not None:
        yield tag("strong", both(doubt))
    if summary.cup.tournament.beacon:
        yield join([both(Said("Beacon: ")), code(summary.cup.tournament.beacon)])
    if summary.seal is not None:
        yield join([both(Said("Seal over every stored fact: ")), code(summary.seal)])
    yield join([both(Said("To recompute everything: ")), code("arena verify DIR")])
    for bot in summary.cup.bots:
        yield join([esc(f"{bot.name}: "), code(bot.digest)])
    for block in (block for blocks in summary.blocks.values() for block in blocks):
        yield join([both(Said("Deal seed of {match}: ", match=block.match)), code(block.deal_seed.hex())])
