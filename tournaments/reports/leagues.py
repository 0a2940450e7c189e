"""The standings of leagues as cells, the same for every report."""

from typing import Any

from tournaments.formats.plan import LeagueTable
from tournaments.reports.labels import out_code, standing_word
from tournaments.reports.numbers import plain_number
from tournaments.results.summary import Summary

_WORDS = {
    "head-to-head": ("Head to head", "直接对话"),
    "buchholz": ("Buchholz", "对手分"),
    "sonneborn-berger": ("S.-Berger", "索伯分"),
    "water": ("Water", "水"),
    "wins": ("Wins", "胜桌"),
}


def title(league: LeagueTable) -> tuple[str, str]:
    """In English and in Chinese; interim standings say so."""
    english, chinese = league.title.split(" · ")
    if league.finished:
        return f"Standings: {english}", f"积分榜：{chinese}"
    return f"Interim standings: {english}", f"当前积分：{chinese}"


def criteria(league: LeagueTable) -> list[str]:
    """The tie-breaks that have a figure, in their order."""
    most = max((line.criteria for line in league.lines), key=len)
    return list(most)


def heads(league: LeagueTable) -> list[tuple[str, str]]:
    """Of the columns of `cells`, in English and in Chinese; all but the second hold numbers."""
    shown = [_WORDS[word] for word in criteria(league)]
    return [("Place", "名次"), ("Bot", "机器人"), ("Points", "积分"), *shown]


def cells(summary: Summary, league: LeagueTable) -> list[list[str]]:
    """A row for each bot, best first. The name carries 退赛 or 取消资格, and nothing else that is known later."""
    words = criteria(league)
    return [
        [
            str(line.place),
            f"{line.name} {standing_word(summary, line.name) if line.name in summary.out else ''}".strip(),
            plain_number(line.points),
            *(plain_number(line.criteria[word]) if word in line.criteria else "" for word in words),
        ]
        for line in league.lines
    ]


def document(summary: Summary) -> list[dict[str, Any]]:
    """For other programs. `criteria` are in their order; head-to-head only where somebody is level on points."""
    return [
        {
            "title": league.title,
            "stage": league.stage,
            "finished": league.finished,
            "standings": [
                {
                    "place": line.place,
                    "name": line.name,
                    "out": out_code(summary, line.name),
                    "points": line.points,
                    "criteria": line.criteria,
                }
                for line in league.lines
            ],
        }
        for league in summary.leagues
    ]
