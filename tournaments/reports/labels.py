"""The words beside a name: champion, advancing, out and why, and the isolation it ran at."""

from collections.abc import Callable
from typing import Final

from arena.language import Stored, public, told
from protocol.text import Counted, Listed, Said
from tournaments.cup.cup import champion_of, moving_on
from tournaments.formats.plan import PlannedTable, Ruling, Stage
from tournaments.formats.rulings import DECIDED_BY
from tournaments.formats.titles import bracket_title
from tournaments.reports.words import title
from tournaments.results.charges import Charge
from tournaments.results.summary import Summary
from tournaments.store.interventions import Intervention
from tournaments.store.match_ids import table_of

_OUT: Final = {"withdraw": "withdrawn", "disqualify": "disqualified"}
"""By kind of intervention, for other programs."""
_SAID_OUT: Final = {"withdraw": Said("withdrawn"), "disqualify": Said("disqualified")}
_FINAL: Final = bracket_title(2, final=True, head_to_head=True)


def first_charge(charge: Charge, *, own_words: bool) -> Said:
    """Say where a bot was first charged with a reason code and what happened, with the bot's `own_words` or not."""
    strike = charge.first
    fault = Stored(strike.message) if own_words else public(strike.message)
    where = {"table": charge.table, "leg": strike.leg + 1, "round": strike.round}
    if fault is None:
        return Said("{table}, leg {leg}, round {round}", **where)
    return Said("{table}, leg {leg}, round {round}: {fault}", **where, fault=fault)


def is_for_third_place(stage: Stage, planned: PlannedTable) -> bool:
    """Return whether this is the match for third place, played beside the final."""
    return stage.title == _FINAL and planned.table != stage.tables[0].table


def table_words(summary: Summary, stage: Stage, planned: PlannedTable) -> dict[str, Said | str]:
    """Return by bot at a table of the stage whether it is champion there, advances, or is third; else nothing."""
    words: dict[str, Said | str] = dict.fromkeys(planned.table.seats, "")
    if is_for_third_place(stage, planned):
        return words | {bot: Said("third") for bot in planned.advanced or ()}
    word = Said("advances") if champion_of(summary.plan, planned) is None else Said("champion")
    return words | dict.fromkeys(moving_on(summary.plan, stage, planned), word)


def standing_word(summary: Summary, bot: str) -> Said | str:
    """Return the word in the ranking: champion, withdrawn or disqualified."""
    if bot == summary.champion:
        return Said("champion")
    return out_word(summary, bot)


def out_word(summary: Summary, bot: str) -> Said | str:
    """Return how a bot left, if it did."""
    return _SAID_OUT[summary.out[bot].kind] if bot in summary.out else ""


def out_code(summary: Summary, bot: str) -> str | None:
    """Return "withdrawn", "disqualified" or None, for other programs."""
    return _OUT[summary.out[bot].kind] if bot in summary.out else None


def with_word(name: str, word: Said | str) -> str:
    """Return a name and the word beside it, in the language in use."""
    return f"{name} {told(word)}".strip()


def stage_reached(summary: Summary, number: int) -> Said | str:
    """Return the title of a stage."""
    return next((title(stage.title) for stage in summary.plan.stages if stage.number == number), str(number))


def decided_by(ruling: Ruling) -> Said | str:
    """Return what decided, in a word."""
    return DECIDED_BY.get(ruling.decided_by, ruling.decided_by)


def intervention_said(it: Intervention, name: Callable[[str], str] = str, reason: Callable[[str], str] = str) -> Said:
    """Say when the organizer did what, why, and what is played again; `name` and `reason` escape those texts."""
    holes = {
        "time": it.at,
        "subject": name(it.subject),
        "reason": reason(it.reason),
        "again": Said("; played again: {tables}", tables=Listed(map(table_of, it.voided))) if it.voided else "",
    }
    if it.kind == "withdraw":
        return Said("{time}: {subject} withdrew: {reason}{again}", **holes)
    if it.kind == "disqualify":
        return Said("{time}: {subject} was disqualified: {reason}{again}", **holes)
    return Said("{time}: {subject} does not count: {reason}{again}", **holes)


def length_said(summary: Summary, table: str) -> Said | None:
    """Say how long a table lasted under `until`; None where its length was fixed."""
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
    """Return the tables of a duplicate tournament that were not duplicate because of a remote bot."""
    matches = summary.matches.items() if summary.cup.match.duplicate else ()
    return [match for match, stored in matches if not stored.settings.duplicate]


def isolation_levels(summary: Summary) -> list[tuple[str, list[str]]]:
    """Return each level of isolation, as results have it, with its bots; the weakest first.

    A bot that ran at several levels, on several machines say, stands under each.
    """
    bots: dict[str, set[str]] = {}
    for match in summary.matches.values():
        for name, words in zip(match.seats, match.result.isolation, strict=False):
            bots.setdefault(words, set()).add(name)
    return [(words, sorted(bots[words])) for words in sorted(bots)]


def isolation_said(words: str) -> Said:
    """Return a level of isolation part by part, from words such as `4: bubblewrap + limits`."""
    level, _, parts = words.partition(": ")
    if not level.isdigit():
        return Stored(words)
    means, semicolon, caveat = parts.partition("; ")
    said = Said("{level}: {parts}", level=level, parts=Listed(map(Stored, means.split(" + ")), Said(" + ")))
    return Said("{level}; {caveat}", level=said, caveat=Stored(caveat)) if semicolon else said
