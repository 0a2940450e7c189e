"""The whole page, in the language in use."""

from collections.abc import Iterator

from arena.language import _, told
from protocol.text import Counted, Listed, Said
from tournaments.reports.fairness import committed_said, doubt_said
from tournaments.reports.labels import isolation_levels, isolation_said, played_once
from tournaments.reports.markdown.bracket import bracket, interventions, rulings
from tournaments.reports.markdown.standings import elo, fouls, league, ranking, strikes
from tournaments.reports.markdown.table import table
from tournaments.reports.markdown.text import code, md
from tournaments.results.details import Details
from tournaments.results.summary import Summary


def markdown(summary: Summary, details: Details) -> str:
    """Return the report."""
    parts = [
        _head(summary),
        ranking(summary),
        bracket(summary, details),
        *(league(summary, standings) for standings in summary.leagues),
        rulings(summary),
        interventions(summary),
        elo(summary),
        fouls(details),
        strikes(summary),
        _fairness(summary),
    ]
    return "\n".join(line for part in parts for line in (*part, ""))


def _head(summary: Summary) -> Iterator[str]:
    yield f"# {md(summary.cup.name)}"
    yield ""
    if summary.plan.finished:
        nobody = Said("nobody, all who could be are out")
        champion = _("Champion: {bot}", bot=md(summary.champion) if summary.champion else nobody)
        yield f"**{champion}**"
        yield ""
    yield from (f"- {fact}" for fact in _facts(summary))


def _facts(summary: Summary) -> Iterator[str]:
    cup = summary.cup
    settings = cup.settings()
    yield _("Rules: {rules}; base {base}", rules=code(cup.tournament.rules), base=cup.rules["base"])
    rounds = Counted(settings.rounds, "{number} round a leg", "{number} rounds a leg")
    yield told(rounds) + told(_duplicate(summary))
    yield _(
        "{decision} ms a decision, {grace} ms grace, {bank} ms bank a leg",
        decision=settings.decision_ms,
        grace=settings.grace_ms,
        bank=settings.bank_ms,
    )
    yield _(
        "{bots}, {matches}, {deals}",
        bots=Counted(len(cup.bots), "{number} bot", "{number} bots"),
        matches=Counted(len(summary.matches), "{number} match", "{number} matches"),
        deals=Counted(summary.deals, "{number} deal", "{number} deals"),
    )
    for words, names in isolation_levels(summary):
        level = md(told(isolation_said(words)))
        yield _("Isolation {level}: {bots}", level=level, bots=Listed(map(md, names)))
    yield _(
        "Started {started}, finished {finished}; arena {version}",
        started=summary.started,
        finished=summary.finished or Said("not yet"),
        version=summary.arena,
    )


def _duplicate(summary: Summary) -> Said | str:
    if not summary.cup.match.duplicate:
        return ""
    once = played_once(summary)
    if not once:
        return Said(", duplicate: every bot plays every hand once")
    why = Said("not duplicate, since a remote bot's process is never fresh: {tables}", tables=Listed(once))
    if len(once) == len(summary.matches):
        return Said(", {why}", why=why)
    return Said(
        ", duplicate, so that every bot plays every hand once, at the tables without a remote bot; {why}", why=why
    )


def _fairness(summary: Summary) -> Iterator[str]:
    yield "## " + _("Fairness")
    yield ""
    yield from (f"- {proof}" for proof in _proofs(summary))
    yield ""
    heads = (Said("Bot"), Said("SHA-256 of its files, or a remote bot's key"))
    yield from table(heads, [(md(bot.name), f"`{bot.digest}`") for bot in summary.cup.bots])
    yield ""
    seeds = [(block.match, f"`{block.deal_seed.hex()}`") for blocks in summary.blocks.values() for block in blocks]
    yield from table((Said("Match"), Said("Deal seed")), seeds)


def _proofs(summary: Summary) -> Iterator[str]:
    yield _("{commitment}: `{hash}`", commitment=committed_said(summary), hash=summary.commitment)
    if summary.secret is not None:
        secret = summary.secret.hex()
        yield _("The secret it commits to: `{secret}` (hex; its SHA-256 is the commitment)", secret=secret)
    if (doubt := doubt_said(summary)) is not None:
        yield f"**{told(doubt)}**"
    if summary.cup.tournament.beacon:
        yield _("Beacon: {beacon}", beacon=code(summary.cup.tournament.beacon))
    if summary.cup.tournament.salt:
        yield _("Public salt: {salt}", salt=code(summary.cup.tournament.salt))
    if summary.seal is not None:
        yield _("Seal over every stored fact: `{seal}`", seal=summary.seal)
    yield _(
        "To recompute every deal, score, advancement and rating: `arena verify DIR`, with the folder of this report"
    )
