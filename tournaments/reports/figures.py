"""Numbers as people read them."""

from fractions import Fraction

from tournaments.summary import Summary


def exact_water(summary: Summary) -> dict[str, str]:
    """Each bot's water over all its matches, added exactly, as `water_text` shows it."""
    sums: dict[str, Fraction] = {}
    for match in summary.matches.values():
        if not match.void:
            for bot, total in zip(match.seats, match.totals, strict=True):
                sums[bot] = sums.get(bot, Fraction(0)) + Fraction(total, match.result.seatings)
    return {bot: f"{float(water):.4f}".rstrip("0").rstrip(".") for bot, water in sums.items()}


def water_text(water: float) -> str:
    """Water with its sign and at most two decimals: `+12`, `-3.25`, `0`."""
    text = f"{water:+.2f}".rstrip("0").rstrip(".")
    return "0" if text in {"+0", "-0"} else text


def elo_text(elo: float | None, error95: float | None) -> str:
    """`1523 ± 41`; without what cannot be told."""
    if elo is None:
        return "too little data"
    return f"{elo:.0f} ± {error95:.0f}" if error95 is not None else f"{elo:.0f} (error unknown)"
