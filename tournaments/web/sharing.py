"""A round in a sentence, for whoever is sent its address."""

from arena.language import Language, told
from protocol.text import Counted, Listed, Said
from tournaments.reports.numbers import water_text
from tournaments.reports.words import payment, special_hand
from tournaments.results.replay import RoundView


def sentence(view: RoundView, language: Language) -> str:
    """Return who won and lost what in a round, and what was great about it."""
    shares = [
        Said("{bot} {water}", bot=seat.bot, water=water_text(seat.water))
        for seat in sorted(view.seats, key=lambda seat: -seat.water)
    ]
    parts: list[Said | str] = [
        Said("Round {round} of {match}: {shares}", round=view.round, match=view.match, shares=Listed(shares))
    ]
    guns = sum(move.reason == "gun" for move in view.transfers)
    if guns:
        parts.append(Counted(guns, "{number} gun", "{number} guns"))
    homes = sorted({move.reason for move in view.transfers if move.reason.startswith("home-run")})
    parts += [payment(reason) for reason in homes]
    parts += [special_hand(seat.special) for seat in view.seats if seat.special]
    return " · ".join(told(part, language) for part in parts)
