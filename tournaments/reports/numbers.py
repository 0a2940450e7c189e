"""Numbers as people read them."""

from fractions import Fraction
from typing import NamedTuple

from protocol.text import Said
from tournaments.formats.plan import PlannedTable
from tournaments.results.summary import Summary


class Won(NamedTuple):
    """A bot's exact water over all its matches, and the same in chips: times base and multiplier."""

    water: Fraction
    chips: Fraction


def winnings(summary: Summary) -> dict[str, Won]:
    """Return the winnings by bot, including bots that played nothing."""
    water = {bot.name: Fraction(0) for bot in summary.cup.bots}
    for match in summary.matches.values():
        if not match.void:
            for bot, total in zip(match.seats, match.totals, strict=True):
                water[bot] += Fraction(total, match.result.seatings)
    chips = summary.cup.rules["base"] * summary.cup.rules["multiplier"]
    return {bot: Won(amount, amount * chips) for bot, amount in water.items()}


def plain(amount: Fraction) -> str:
    """Return an amount to at most four decimals, without a plus sign: `-3.25`, `12`."""
    return plain_number(float(amount))


def plain_number(amount: float) -> str:
    """Return a float in the same way."""
    text = f"{amount:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def water_text(water: float) -> str:
    """Return water with its sign and at most two decimals: `+12`, `-3.25`, `0`."""
    text = f"{water:+.2f}".rstrip("0").rstrip(".")
    return "0" if text in {"+0", "-0"} else text


def water_at(summary: Summary, planned: PlannedTable, bot: str) -> str:
    """Return a bot's water at a table and its extra tables: `+12 (+3)`; nothing before it is played."""
    found = []
    for played in (planned.table, *planned.extra):
        if played.id in summary.matches:
            water = summary.water_of(played.id).get(bot)
            found.append("–" if water is None else water_text(water))
    return "".join(f" ({water})" if place else water for place, water in enumerate(found))


def chance_text(chance: float | None) -> str:
    """Return a probability in per cent; nothing for None."""
    if chance is None:
        return ""
    return "> 99.9 %" if chance > 0.999 else f"{100 * chance:.1f} %"


def elo_text(elo: float, error95: float | None) -> Said | str:
    """Return `1523 ± 41`, or say that the error is unknown."""
    return f"{elo:.0f} ± {error95:.0f}" if error95 is not None else Said("{elo:.0f} (error unknown)", elo=elo)


def duration(seconds: float) -> Said:
    """Return a duration: `40 ms`, `12 s`, `3 min`, `2 h 05 min`."""
    if seconds < 1:
        return Said("{milliseconds:.0f} ms", milliseconds=seconds * 1000)
    if seconds < 120:
        return Said("{seconds:.0f} s", seconds=seconds)
    minutes = round(seconds / 60)
    if minutes < 120:
        return Said("{minutes} min", minutes=minutes)
    return Said("{hours} h {minutes:02d} min", hours=minutes // 60, minutes=minutes % 60)
