"""The words beside a name: who has won, who goes on, who is out and by whose decision, and at what isolation it ran."""

from collections.abc import Callable
from typing import Final

from arena.language import told
from protocol.text import Counted, Said
from tournaments.cup.cup import champion_of, moving_on
from tournaments.formats.plan import PlannedTable, Ruling, Stage
from tournaments.formats.rulings import DECIDED_BY
from tournaments.formats.titles import bracket_title
from tournaments.reports.words import listed, title
from tournaments.results.summary import Summary
from tournaments.store.interventions import Decision
from tournaments.store.matches import table_of

_OUT: Final = {"withdraw": "withdrawn", "disqualify": "disqualified"}
"""By kind of decision, for other programs."""
_SAID_OUT: Final = {"withdraw": Said("withdrawn"), "disqualify": Said("disqualified")}
_FINAL: Final = bracket_title(2, final=True, head_to_head=True)
_ISOLATION: Final = {
    str(part): part
    for part in (
        Said("system-call filter"),
        Said("limits"),
        Said("user of its own"),
        Said("limits only, trusted"),
        Said("on a machine of its author's, held by nothing here"),
    )
}
"""What levels of isolation consist of, as results say it; names of programs need no translation."""


def is_for_third_place(stage: Stage, planned: PlannedTable) -> bool:
    """Whether the losers of the semi-finals play here, beside the final."""
    return stage.title == _FINAL and planned.table != stage.tables[0].table


def table_words(summary: Summary, stage: Stage, planned: PlannedTable) -> dict[str, Said | str]:
    """By bot at a table of the stage: who won the tournament there, who goes on, who is third; else nothing."""
    words: dict[str, Said | str] = dict.fromkeys(planned.table.seats, "")
    if is_for_third_place(stage, planned):
        return words | {bot: Said("third") for bot in planned.advanced or ()}
    word = Said("advances") if champion_of(summary.plan, planned) is None else Said("champion")
    return words | dict.fromkeys(moving_on(summary.plan, stage, planned), word)


def standing_word(summary: Summary, bot: str) -> Said | str:
    """In the ranking: champion, withdrawn or disqualified."""
    if bot == summary.champion:
        return Said("champion")
    return out_word(summary, bot)


def out_word(summary: Summary, bot: str) -> Said | str:
    """How a bot has left, if it has."""
    return _SAID_OUT[summary.out[bot].kind] if bot in summary.out else ""


def out_code(summary: Summary, bot: str) -> str | None:
    """For other programs: "withdrawn", "disqualified" or None."""
    return _OUT[summary.out[bot].kind] if bot in summary.out else None


def with_word(name: str, word: Said | str) -> str:
    """A name and what is said beside it, in the language of the moment."""
    return f"{name} {told(word)}".strip()


def stage_reached(summary: Summary, number: int) -> Said | str:
    """The title of the last stage that a bot reached."""
    return next((title(stage.title) for stage in summary.plan.stages if stage.number == number), str(number))


def decided_by(ruling: Ruling) -> Said | str:
    """What decided, in a word."""
    return DECIDED_BY.get(ruling.decided_by, ruling.decided_by)


def intervention_said(it: Decision, name: Callable[[str], str] = str, reason: Callable[[str], str] = str) -> Said:
    """What the organizer did: when, to whom, why, and what is played again; `name` and `reason` escape those."""
    holes = {
        "time": it.at,
        "subject": name(it.subject),
        "reason": reason(it.reason),
        "again": Said("; played again: {tables}", tables=listed(map(table_of, it.voided))) if it.voided else "",
    }
    if it.kind == "withdraw":
        return Said("{time}: {subject} withdrew: {reason}{again}", **holes)
    if it.kind == "disqualify":
        return Said("{time}: {subject} was disqualified: {reason}{again}", **holes)
    return Said("{time}: {subject} does not count: {reason}{again}", **holes)


def length_said(summary: Summary, table: str) -> Said | None:
    """How long a table lasted that was to last until it was clear who goes on."""
    until, certainty = summary.cup.match.until, summary.certainties.get(table)
    if until is None or certainty is None:
        return None
    clear = Said("clear at {confidence:.0%} confidence", confidence=until.confidence)
    return Said(
        "Who goes on is {clear}: {deals}, at most {most}; {saving:.0%} of them saved.",
        clear=clear if certainty.decided else Said("not clear at the limit"),
        deals=Counted(certainty.rounds, "{number} deal", "{number} deals"),
        most=until.max_rounds,
        saving=certainty.saving(until.max_rounds),
    )


def played_once(summary: Summary) -> list[str]:
    """The tables of a duplicate tournament that were not duplicate, because a remote bot sat there."""
    matches = summary.matches.items() if summary.cup.match.duplicate else ()
    return [match for match, stored in matches if not stored.settings.duplicate]


def isolation_levels(summary: Summary) -> list[tuple[str, list[str]]]:
    """Level of isolation, in words that begin with its number, and the bots it was for; the weakest first.

    A bot that ran at several levels, on several machines say, stands under each.
    """
    bots: dict[str, set[str]] = {}
    for match in summary.matches.values():
        for name, words in zip(match.seats, match.result.isolation, strict=False):
            bots.setdefault(words, set()).add(name)
    return [(words, sorted(bots[words])) for words in sorted(bots)]


def isolation_said(words: str) -> Said:
    """A level of isolation as a result has it: `4: bubblewrap + limits`."""
    number, _, rest = words.partition(": ")
    parts = [_ISOLATION.get(part, part) for part in rest.split(" + ")]
    said: Said | str = parts[0]
    for part in parts[1:]:
        said = Said("{parts} + {part}", parts=said, part=part)
    return Said("{level}: {parts}", level=Said("remote") if number == "remote" else number, parts=said)
