"""The sections of the page, each under its heading in both languages."""

from collections.abc import Iterator

from arena.text import counted
from protocol.reasons import MEANING
from tournaments.formats.plan import LeagueTable
from tournaments.reports import leagues
from tournaments.reports.html.bracket import bracket
from tournaments.reports.html.elo import elo_plot
from tournaments.reports.html.markup import Markup, both, esc, grid, join, tag
from tournaments.reports.labels import held, played_once, standing_word
from tournaments.reports.numbers import chance_text, elo_text, plain, water_text, winnings
from tournaments.results.details import Details, Luck
from tournaments.results.summary import Summary
from tournaments.store.match_ids import table_of


def head(summary: Summary) -> Markup:
    cup, settings = summary.cup, summary.cup.settings()
    parts = [tag("h1", esc(cup.name))]
    if summary.plan.finished:
        nobody = both("nobody: all who could be are out", "无：可夺冠者均已退出")
        champion = esc(summary.champion) if summary.champion else nobody
        parts.append(tag("p", tag("strong", both("Champion", "冠军"), Markup(": "), champion)))
    bots, matches, deals = counts = (len(cup.bots), len(summary.matches), summary.deals)
    facts = [
        both(
            f"{counted(bots, 'bot')}, {counted(matches, 'match', 'matches')}, {counted(deals, 'deal')}",
            "{} 个机器人，{} 场比赛，{} 副牌".format(*counts),
        ),
        both(f"rules {cup.tournament.rules}", f"规则 {cup.tournament.rules}"),
        both(f"{counted(settings.rounds, 'round')} a leg", f"每轮 {settings.rounds} 局"),
        both(f"{settings.decision_ms} ms a decision", f"每手 {settings.decision_ms} 毫秒"),
        esc(f"{summary.started} – {summary.finished or '…'}"),
    ]
    levels = [
        tag("p", both(f"Isolation {words}", f"隔离 {words}"), Markup(": "), esc(", ".join(names)), class_="dim")
        for words, names in held(summary)
    ]
    if once := played_once(summary):
        why = both("Not duplicate, since a remote bot's process is never fresh", "非复式（远程机器人不重启）")
        levels.append(tag("p", why, Markup(": "), esc(", ".join(once)), class_="dim"))
    return join([*parts, tag("p", join(facts, " · "), class_="dim"), *levels])


def ranking(summary: Summary) -> Markup:
    won = winnings(summary)
    lines = [
        [
            *map(esc, (standing.place, standing.name, standing_word(summary, standing.name))),
            *map(esc, (bot.version, bot.author, standing.stage)),
            *(esc(plain(amount)) for amount in won[standing.name]),
        ]
        for standing in summary.plan.standings
        for bot in (summary.cup.program(standing.name),)
    ]
    heads = [both("Place", "名次"), both("Bot", "机器人"), esc(""), both("Version", "版本"), both("Author", "作者")]
    heads += [both("Stage reached", "止步"), both("Water", "水"), both("Chips", "筹码")]
    return _section("Ranking", "最终排名", grid(heads, lines, right={0, 5, 6, 7}))


def draw(summary: Summary) -> Markup:
    rulings = [
        tag("li", tag("code", esc(ruling.where)), esc(f" ({ruling.decided_by}): {ruling.words}"))
        for ruling in summary.rulings
    ]
    interventions = [
        tag("li", esc(f"{it.at}: {it.kind} {it.subject}: {it.reason} {' '.join(map(table_of, it.voided))}".strip()))
        for it in summary.interventions
    ]
    parts = [tag("div", bracket(summary), class_="scroll")]
    if rulings:
        parts += [tag("p", both("What water did not decide:", "不由水数决定的：")), tag("ul", *rulings)]
    if interventions:
        parts += [tag("p", both("Decisions of the organizer:", "主办方裁定：")), tag("ul", *interventions)]
    return _section("Bracket", "淘汰晋级", *parts)


def standings(summary: Summary) -> Markup:
    """Of each league, one for each group."""
    return join(_league(summary, league) for league in summary.leagues)


def _league(summary: Summary, league: LeagueTable) -> Markup:
    heads = [both(*head) for head in leagues.heads(league)]
    lines = [[esc(cell) for cell in line] for line in leagues.cells(summary, league)]
    return _section(*leagues.title(league), grid(heads, lines, right={0, *range(2, len(heads))}))


def ratings(summary: Summary) -> Markup:
    table = summary.ratings
    deals = counted(table.deals, "deal")
    words = both(
        f"A Plackett–Luce fit over {deals}, prior sd {table.settings.prior_sd:g}; ± is a 95 % interval.",
        f"对 {table.deals} 副牌作 Plackett–Luce 拟合，先验标准差 {table.settings.prior_sd:g}；± 为 95% 置信区间。",
    )
    lines = [
        [
            esc(player.rank),
            esc(player.name),
            esc(elo_text(player.elo, player.error95)),
            esc(chance_text(player.better_than_next)),
            esc(player.results),
        ]
        for player in table.players
    ]
    heads = [both("Rank", "排名"), both("Bot", "机器人"), esc("Elo"), both("Better than the next", "强于下一名的概率")]
    warnings = [tag("p", esc(warning), class_="dim") for warning in table.warnings]
    listed = grid([*heads, both("Deals", "副数")], lines, right={0, 2, 3, 4})
    return _section("Elo", "等级分", tag("p", words), elo_plot(summary), listed, *warnings)


def luck(summary: Summary, details: Details) -> Markup:
    """Water a deal with its standard error, at each table."""
    words = both(
        "Water a deal, with its standard error from the deals. The last column: how many deals played once would have "
        "been needed for the same error.",
        "每副牌的平均水数及其标准误差（以副为单位）。末列：若每副只打一次，达到同样误差所需的副数。",
    )
    lines = [
        [esc(match), esc(bot), esc(_mean(it)), esc(len(summary.matches[match].result.deals)), esc(_alone(it))]
        for match, bots in details.luck.items()
        for bot, it in sorted(bots.items(), key=lambda pair: -pair[1].mean)
    ]
    heads = [both("Table", "桌"), both("Bot", "机器人"), both("Water a deal", "每副水数"), both("Deals", "副数")]
    return _section("Luck", "运气", tag("p", words), grid([*heads, both("Alone", "单打")], lines, right={2, 3, 4}))


def meetings(summary: Summary, details: Details) -> Markup:
    """Share of deals in which the row's bot had more water than the column's, a level deal half."""
    names = [standing.name for standing in summary.plan.standings]
    words = both(
        "In per cent of their common deals: the bot of the row had more water than that of the column.",
        "行机器人在共同牌局中水数多于列机器人的百分比。",
    )

    def cell(row: str, column: str) -> Markup:
        met = details.meetings.get((row, column))
        return esc("") if met is None else tag("span", esc(f"{100 * met.share:.0f}"), title=counted(met.deals, "deal"))

    lines = [[esc(row), *(cell(row, column) for column in names)] for row in names]
    table = grid([esc(""), *(esc(name) for name in names)], lines, right=set(range(1, len(names) + 1)))
    return _section("Head to head", "交手", tag("p", words), table)


def strikes(summary: Summary) -> Markup:
    found = summary.strikes
    if not found:
        return _section("Strikes", "犯规", tag("p", both("No bot was charged with any fault.", "无任何犯规。")))
    lines = [
        [esc(bot), tag("code", esc(code)), both(*MEANING[code]), esc(times)]  # type: ignore[index]
        for bot, counts in sorted(found.items())
        for code, times in counts.most_common()
    ]
    heads = [both("Bot", "机器人"), both("Code", "代码"), both("Meaning", "含义"), both("Times", "次数")]
    return _section("Strikes", "犯规", grid(heads, lines, right={3}))


def fairness(summary: Summary) -> Markup:
    return _section("Fairness", "公平性", tag("ul", *(tag("li", line) for line in _fairness(summary))))


def _fairness(summary: Summary) -> Iterator[Markup]:
    yield join([both("Commitment, published before the first deal: ", "开赛前公布的承诺："), _code(summary.commitment)])
    if summary.secret is not None:
        yield join(
            [
                both("The secret (hex) that it is the SHA-256 of: ", "揭示的秘密（十六进制）："),
                _code(summary.secret.hex()),
            ]
        )
    if not summary.cup.provably_fair:
        yield tag(
            "strong",
            both("The seed was given in the tournament file: not proven fair.", "种子由赛事文件给定：不能证明公平。"),
        )
    if summary.seal is not None:
        yield join([both("Seal over every stored fact: ", "全部记录的封印："), _code(summary.seal)])
    yield join([both("To recompute everything: ", "重新验算一切："), _code("arena verify DIR")])
    for bot in summary.cup.bots:
        yield join([esc(f"{bot.name}: "), _code(bot.digest)])


def _section(english: str, chinese: str, *inside: Markup) -> Markup:
    return tag("section", tag("h2", both(english, chinese)), *inside)


def _code(text: str) -> Markup:
    return tag("code", esc(text))


def _mean(it: Luck) -> str:
    return water_text(it.mean) + (f" ± {it.error:.2f}" if it.error is not None else "")


def _alone(it: Luck) -> str:
    return f"{it.alone:.0f}" if it.alone is not None else ""
