"""`report.md`: a finished tournament as one page that can be published."""

from collections.abc import Iterable, Iterator, Sequence

from arena.text import counted
from protocol.reasons import MEANING
from tournaments.formats.plan import LeagueTable, PlannedTable, Stage, Table
from tournaments.reports import leagues
from tournaments.reports.labels import held, played_once, standing_word, table_words
from tournaments.reports.markdown_text import code, in_cell, md
from tournaments.reports.numbers import chance_text, elo_text, plain, water_text, winnings
from tournaments.results.details import Details
from tournaments.results.summary import Summary
from tournaments.store.matches import table_of


def markdown(summary: Summary, details: Details) -> str:
    """The whole report."""
    parts = [
        _head(summary),
        _ranking(summary),
        _bracket(summary, details),
        *(_league(summary, league) for league in summary.leagues),
        _rulings(summary),
        _decisions(summary),
        _elo(summary),
        _strikes(summary),
        _fairness(summary),
    ]
    return "\n".join(line for part in parts for line in (*part, ""))


def _head(summary: Summary) -> Iterator[str]:
    cup = summary.cup
    settings = cup.settings()
    yield f"# {md(cup.name)}"
    yield ""
    if summary.plan.finished:
        yield f"**冠军 Champion: {md(summary.champion) if summary.champion else 'nobody, all who could be are out'}**"
        yield ""
    yield f"- Rules 规则: {code(cup.tournament.rules)}; base 底分 {cup.rules['base']}"
    yield f"- {counted(settings.rounds, 'round')} a leg{_duplicate(summary)}"
    yield f"- {settings.decision_ms} ms a decision, {settings.grace_ms} ms grace, {settings.bank_ms} ms bank a leg"
    matches = counted(len(summary.matches), "match", "matches")
    yield f"- {counted(len(cup.bots), 'bot')}, {matches}, {counted(summary.deals, 'deal')}"
    for words, names in held(summary):
        yield f"- Isolation 隔离 {md(words)}: {', '.join(map(md, names))}"
    yield f"- Started {summary.started}, finished {summary.finished or 'not yet'}; arena {summary.arena}"


def _duplicate(summary: Summary) -> str:
    if not summary.cup.match.duplicate:
        return ""
    once = played_once(summary)
    if not once:
        return ", duplicate: every bot plays every hand once"
    why = f"not duplicate 非复式, since a remote bot's process is never fresh: {', '.join(once)}"
    if len(once) == len(summary.matches):
        return f", {why}"
    return f", duplicate, so that every bot plays every hand once, at the tables without a remote bot; {why}"


def _ranking(summary: Summary) -> Iterator[str]:
    won = winnings(summary)
    yield "## Ranking 最终排名"
    yield ""
    yield from _table(
        ("Place", "Bot", "", "Version", "Author", "Stage reached", "Water 水", "Chips"),
        [
            (
                standing.place,
                md(standing.name),
                standing_word(summary, standing.name),
                *map(md, (bot.version, bot.author)),
                standing.stage,
                *map(plain, won[standing.name]),
            )
            for standing in summary.plan.standings
            for bot in (summary.cup.program(standing.name),)
        ],
        right={0, 5, 6, 7},
    )


def _bracket(summary: Summary, details: Details) -> Iterator[str]:
    yield "## Bracket 淘汰晋级"
    for stage in summary.plan.stages:
        yield ""
        yield f"### {md(stage.title)}"
        for planned in stage.tables:
            yield ""
            yield from _planned(summary, details, stage, planned)
            yield from _length(summary, planned.table.match)
        if stage.byes:
            yield ""
            yield f"Byes 轮空: {', '.join(map(md, stage.byes))}"


def _planned(summary: Summary, details: Details, stage: Stage, planned: PlannedTable) -> Iterator[str]:
    columns: list[Table] = [table for table in (planned.table, *planned.extra) if table.match in summary.matches]
    water = {table.match: summary.water_of(table.match) for table in columns}
    lines, words = [], table_words(summary, stage, planned)
    for bot in sorted(planned.table.seats, key=lambda bot: planned.places.get(bot, 0)):
        figures = [water_text(water[table.match][bot]) if bot in water[table.match] else "–" for table in columns]
        lines.append((planned.places.get(bot, ""), md(bot), *figures, _luck(details, planned, bot), words[bot]))
    heads = [f"水 {table.match}" for table in columns]
    yield from _table(("Place", "Bot", *heads, "a deal", ""), lines, right={0, *range(2, 3 + len(columns))})


def _length(summary: Summary, table: str) -> Iterator[str]:
    """How long a table lasted that was to last until it was clear who goes on."""
    until, verdict = summary.cup.match.until, summary.verdicts.get(table)
    if until is not None and verdict is not None:
        clear = f"clear at {until.confidence:.0%} confidence" if verdict.decided else "not clear at the limit"
        yield ""
        yield (
            f"Who goes on is {clear}: {counted(verdict.rounds, 'deal')}, at most {until.max_rounds}; "
            f"{verdict.saving(until.max_rounds):.0%} of them saved."
        )


def _luck(details: Details, planned: PlannedTable, bot: str) -> str:
    """Water a deal with its standard error from the deals."""
    luck = details.luck.get(planned.table.match, {}).get(bot)
    if luck is None:
        return "–"
    return f"{luck.mean:+.2f}" + (f" ± {luck.error:.2f}" if luck.error is not None else "")


def _league(summary: Summary, league: LeagueTable) -> Iterator[str]:
    yield f"## {' '.join(leagues.title(league))}"
    yield ""
    heads = [" ".join(pair) for pair in leagues.heads(league)]
    lines = ((place, md(bot), *figures) for place, bot, *figures in leagues.cells(summary, league))
    yield from _table(heads, lines, right={0, *range(2, len(heads))})


def _rulings(summary: Summary) -> Iterator[str]:
    yield "## Rulings 裁定"
    yield ""
    yield from (f"- `{ruling.match}`, by {ruling.decided_by}: {md(ruling.words)}" for ruling in summary.rulings)
    if not summary.rulings:
        yield "None: water decided every table."


def _decisions(summary: Summary) -> Iterator[str]:
    yield "## Decisions of the organizer 主办方裁定"
    yield ""
    for decision in summary.decisions:
        again = f" Played again: {', '.join(map(table_of, decision.voided))}." if decision.voided else ""
        yield f"- {decision.at}: {decision.kind} {code(decision.subject)}: {md(decision.reason)}.{again}"
    if not summary.decisions:
        yield "None."


def _elo(summary: Summary) -> Iterator[str]:
    ratings = summary.ratings
    yield "## Elo"
    yield ""
    sd = ratings.settings.prior_sd
    deals = counted(ratings.deals, "deal")
    yield f"A Plackett–Luce fit over {deals}, prior sd {sd:g}; ± is the half-width of a 95 % interval."
    yield ""
    yield from _table(
        ("Rank", "Bot", "Elo", "Better than the next", "Deals"),
        [
            (
                player.rank,
                md(player.name),
                elo_text(player.elo, player.error95),
                chance_text(player.better_than_next),
                player.results,
            )
            for player in ratings.players
        ],
        right={0, 3, 4},
    )
    for warning in ratings.warnings:
        yield ""
        yield f"{md(warning[:1].upper() + warning[1:])}."


def _strikes(summary: Summary) -> Iterator[str]:
    yield "## Strikes 犯规"
    yield ""
    found = summary.strikes
    if not found:
        yield "No bot was charged with any fault."
        return
    yield from _table(
        ("Bot", "Code", "Meaning", "Times"),
        [
            (md(bot), f"`{fault}`", " · ".join(MEANING.get(fault, ("", ""))), times)  # type: ignore[call-overload]
            for bot, counts in sorted(found.items())
            for fault, times in counts.most_common()
        ],
        right={3},
    )


def _fairness(summary: Summary) -> Iterator[str]:
    yield "## Fairness 公平性"
    yield ""
    yield f"- Commitment, published before the first deal: `{summary.commitment}`"
    if summary.secret is not None:
        yield f"- The secret it commits to: `{summary.secret.hex()}` (hex; its SHA-256 is the commitment)"
    if not summary.cup.provably_fair:
        yield "- **The seed was given in the tournament file: whoever wrote it could have known the deals.**"
    if summary.cup.tournament.salt:
        yield f"- Public salt: {code(summary.cup.tournament.salt)}"
    if summary.seal is not None:
        yield f"- Seal over every stored fact: `{summary.seal}`"
    yield "- To recompute every deal, score, advancement and rating: `arena verify DIR`, with the folder of this report"
    yield ""
    heads = ("Bot", "SHA-256 of its files, or a remote bot's key")
    yield from _table(heads, [(md(bot.name), f"`{bot.digest}`") for bot in summary.cup.bots], right=set())


def _table(heads: Sequence[str], lines: Iterable[Sequence[object]], right: set[int]) -> Iterator[str]:
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "|".join("---:" if index in right else "---" for index in range(len(heads))) + "|"
    yield from ("| " + " | ".join(in_cell(str(value)) for value in line) + " |" for line in lines)
