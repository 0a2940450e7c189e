"""The events of a cup as sentences."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from arena.language import Stored
from protocol.text import Listed, Said
from tournaments.reports.numbers import water_text
from tournaments.reports.words import title

Event = Mapping[str, Any]


def said_of(event: Event) -> Said | None:
    """Return an event of `events.jsonl` as a sentence; None for one that is not news, or not one of ours."""
    say = _SENTENCES.get(str(event.get("type")))
    try:
        return None if say is None else say(event)
    except (KeyError, TypeError, ValueError):
        return None


def _began(event: Event) -> Said:
    return Said("The cup resumes") if event["resumed"] else Said("The cup begins")


def _ended(event: Event) -> Said:
    shares = [
        Said("{bot} {water}", bot=bot, water=water_text(water))
        for bot, water in zip(event["seats"], event["water"], strict=bool(event["water"]))
    ]
    return Said("{match} ends: {shares}", match=event["match"], shares=Listed(shares or event["seats"]))


def _decided(event: Event) -> Said | None:
    if event["champion"]:
        return Said("{table}: champion {bot}", table=event["match"], bot=event["champion"])
    if event["advanced"]:
        return Said("{table} decided, advancing: {bots}", table=event["match"], bots=Listed(event["advanced"]))
    return None


_SENTENCES: Final[Mapping[str, Callable[[Event], Said | None]]] = {
    "began": _began,
    "stage": lambda event: Said("Drawn: {stage}", stage=title(event["title"])),
    "table": lambda event: Said("{match} begins: {bots}", match=event["match"], bots=Listed(event["seats"])),
    "finished": _ended,
    "lost": lambda event: Said("{match} lost its process: {reason}", match=event["match"], reason=_reason(event)),
    "halted": lambda event: Said("{match} cannot be played: {reason}", match=event["match"], reason=_reason(event)),
    "decided": _decided,
    "league": lambda _: Said("The league is decided"),
    "ended": lambda _: Said("The cup is over"),
}


def _reason(event: Event) -> Stored:
    return Stored(event["words"])
