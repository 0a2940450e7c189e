"""The words beside a name: who has won, who goes on, who is out and by whose decision, and at what isolation it ran."""

from typing import Final

from tournaments.cup.cup import champion_of, moving_on
from tournaments.formats.plan import PlannedTable, Stage
from tournaments.results.summary import Summary
from tournaments.store.interventions import Intervention
from tournaments.store.match_ids import table_of

OUT: Final = {"withdraw": ("withdrawn", "退赛"), "disqualify": ("disqualified", "取消资格")}
"""By kind of intervention, in English and in Chinese."""


def table_words(summary: Summary, stage: Stage, planned: PlannedTable) -> dict[str, str]:
    """By bot at a table of the stage: 冠军 for who won the tournament there, 晋级 for who goes on, else nothing."""
    word = "晋级" if champion_of(summary.plan, planned) is None else "冠军"
    return dict.fromkeys(planned.table.seats, "") | dict.fromkeys(moving_on(summary.plan, stage, planned), word)


def standing_word(summary: Summary, bot: str) -> str:
    """冠军, 退赛 or 取消资格 in the ranking."""
    if bot == summary.champion:
        return "冠军"
    return OUT[summary.out[bot].kind][1] if bot in summary.out else ""


def out_code(summary: Summary, bot: str) -> str | None:
    """For other programs: "withdrawn", "disqualified" or None."""
    return OUT[summary.out[bot].kind][0] if bot in summary.out else None


def intervention_text(intervention: Intervention) -> str:
    """An intervention of the organizer: when, what, whom it concerns, why, and what is played again."""
    again = f" Played again: {', '.join(map(table_of, intervention.voided))}." if intervention.voided else ""
    return f"{intervention.at}: {intervention.kind} {intervention.subject}: {intervention.reason}.{again}"


def played_once(summary: Summary) -> list[str]:
    """The tables of a duplicate tournament that were not duplicate, because a remote bot sat there."""
    matches = summary.matches.items() if summary.cup.match.duplicate else ()
    return [match for match, stored in matches if not stored.settings.duplicate]


def held(summary: Summary) -> list[tuple[str, list[str]]]:
    """Level of isolation, in words that begin with its number, and the bots it was for; the weakest first.

    A bot that was held at several levels, on several machines say, stands under each.
    """
    bots: dict[str, set[str]] = {}
    for match in summary.matches.values():
        for name, words in zip(match.seats, match.result.isolation, strict=False):
            bots.setdefault(words, set()).add(name)
    return [(words, sorted(bots[words])) for words in sorted(bots)]
