"""What came of playing matches again, in words."""

from collections.abc import Iterator, Mapping
from typing import Final

from arena.language import Stored
from protocol.text import Counted, Listed, Said
from tournaments.results.verify.replayed import Replay
from tournaments.store.store import Store

_MOST_NAMED: Final = 5
_WHY: Final = {
    "remote": Said("a bot on another machine sat there"),
    "person": Said("a person sat there"),
    "void": Said("it was made void"),
    "unplayable": Said("it could not be played"),
}


def said_of(replay: Replay) -> Said:
    """Say what came of playing a match again."""
    if replay.lost:
        return Said("{match}: could not be played again: {reason}", match=replay.match, reason=Stored(replay.lost))
    answers = Counted(replay.compared, "{number} answer", "{number} answers")
    if not replay.differs and not replay.unsteady:
        words = Said("{match}: {answers} as recorded", match=replay.match, answers=answers)
    else:
        other = Counted(len(replay.differs), "{number} is otherwise", "{number} are otherwise")
        loose = Counted(len(replay.unsteady), "{number} changes each time", "{number} change each time")
        words = Said(
            "{match}: of {answers} {other}, {loose}", match=replay.match, answers=answers, other=other, loose=loose
        )
    return words if not replay.faults else Said("{replay}; {faults}", replay=words, faults=_faults(replay))


def _faults(replay: Replay) -> Said:
    return Said(
        "{answers} not compared, the record has a fault there: {faults} (given here: {given})",
        answers=Counted(sum(replay.faults.values()), "{number} answer", "{number} answers"),
        faults=Listed(f"{code} {count}" for code, count in replay.faults.items()),
        given=replay.given,
    )


def left_out_said(left_out: Mapping[str, list[str]]) -> Iterator[Said]:
    """Say which matches are not played again, and why, a sentence a reason."""
    for why, matches in left_out.items():
        more = Said(", …") if len(matches) > _MOST_NAMED else ""
        yield Said(
            "{count} not played again, because {why}: {matches}{more}",
            count=Counted(len(matches), "{number} match", "{number} matches"),
            why=_WHY[why],
            matches=Listed(matches[:_MOST_NAMED]),
            more=more,
        )


def differences_of(store: Store, replay: Replay) -> Iterator[Said]:
    """Yield what of a match is otherwise in the record than its bots play it, a sentence a bot."""
    stored = store.match(replay.match)
    if replay.lost or stored is None:
        yield said_of(replay)
        return
    for bot, name in enumerate(stored.seats):
        places = [place for place in replay.differs if place.bot == bot]
        if places:
            yield Said(
                "{match}: {bot} plays {answers} otherwise than recorded, first in leg {leg} round {round}",
                match=replay.match,
                bot=name,
                answers=Counted(len(places), "{number} answer", "{number} answers"),
                leg=places[0].leg,
                round=places[0].round,
            )
