"""`arena arrange --compare`: what an arrangement is worth beside the best, and what makes the difference."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table

from arena.cli.terminal.card_input import texts_given
from arena.cli.terminal.terms import special_term
from arena.errors import ArenaError, UsageError
from arena.language import _, term, told
from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.arranger.advice import Advice, advise, judge
from arena.shisanshui.arranger.choice import Arranger
from arena.shisanshui.legality import IllegalArrangement, laid_cards
from protocol.text import Said

_DECLINED: Final = "declined"
_WIDTH: Final = 80
_SAME: Final = 0.005
"""Water that makes no difference."""


_PARTS: Final = {
    "front": ("front", "头墩"),
    "middle": ("middle", "中墩"),
    "back": ("back", "尾墩"),
    "guns": ("guns and home runs", "打枪与通杀"),
    "special": ("special hands", "特殊牌型"),
    "foul": ("foul", "倒水"),
}
"""What expected water is made of, in English and Chinese."""


class Valued(NamedTuple):
    """An arrangement, and the expected water that comes of each part; together they are all of it."""

    advice: Advice
    parts: dict[str, float]

    @property
    def water(self) -> float:
        return self.advice.choice.water


class Comparison(NamedTuple):
    """An arrangement as it was given, and the best of the same cards."""

    given: Valued
    best: Valued

    @property
    def margin(self) -> float:
        """The water a round that the best is worth more."""
        return self.best.water - self.given.water


def arrangement_given(text: str) -> Arrangement:
    """Return the arrangement written as `front | middle | back`, or with `| declined` behind.

    Raises UsageError when the parts are others. The cards are not looked at.

    >>> arrangement_given("A♠ kd 2h | 3s 3d 5c 6c 9h | 7s 7d 7c Qh Qd").front
    ['As', 'Kd', '2h']
    """
    rows = [texts_given(part) for part in text.split("|")]
    declined = rows[3:] == [[_DECLINED]]
    if len(rows) != 3 + declined:
        raise UsageError(
            '--compare: three rows are expected, such as "As Kd 2h | 3s 3d 5c 6c 9h | 7s 7d 7c Qh Qd"; '
            '"| declined" behind them gives up a special hand'
        )
    return Arrangement(rows[0], rows[1], rows[2], decline=declined)


def compare(arranger: Arranger, held: Sequence[int], action: Arrangement) -> Comparison:
    """Return the arrangement beside the best of the hand, which is 13 cards from high to low.

    Raises ArenaError when the arrangement is none of this hand.
    """
    try:
        laid_cards(action, list(held))
    except IllegalArrangement as error:
        raise ArenaError("--compare: {fault}", fault=error) from None
    best = advise(arranger, held, 1)[0]
    return Comparison(*(Valued(each, _parts(arranger, each)) for each in (judge(arranger, action), best)))


def _parts(arranger: Arranger, advice: Advice) -> dict[str, float]:
    water = advice.choice.water
    if advice.choice.outcome == "special":
        return dict.fromkeys(_PARTS, 0.0) | {"special": water}
    to_specials = -arranger.table.to_specials * arranger.horse_scale(advice.choice.cards)
    if advice.expectation is None:
        return dict.fromkeys(_PARTS, 0.0) | {"special": to_specials, "foul": water - to_specials}
    return dict(zip(_PARTS, (*advice.expectation.parts, to_specials, 0.0), strict=True))


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """Return what the JSON of an arrangement says besides when it is compared: water by part, and the margin."""
    return {
        "margin": round(comparison.margin, 4),
        "parts": {
            part: {"given": round(water, 4), "best": round(comparison.best.parts[part], 4)}
            for part, water in comparison.given.parts.items()
        },
    }


def show_comparison(comparison: Comparison) -> None:
    """Print what the arrangement is worth, and which parts make the difference to the best."""
    console = Console(emoji=False, highlight=False)
    console.width = min(console.width, _WIDTH)
    console.print(told(_worth(comparison)))
    if abs(comparison.margin) < _SAME:
        return
    grid = Table.grid(padding=(0, 2, 0, 0))
    for column in range(4):
        grid.add_column(justify="right" if column else "left")
    grid.add_row("", _("yours"), _("best"), _("difference"))
    for part, name in _PARTS.items():
        yours, best = comparison.given.parts[part], comparison.best.parts[part]
        if max(abs(yours), abs(best)) >= _SAME:
            grid.add_row(f"  {term(*name)}", *map(_water, (yours, best, best - yours)))
    console.print(grid)


def _water(water: float) -> str:
    return f"{water:+.2f}" if abs(water) >= _SAME else "–"


def _worth(comparison: Comparison) -> Said:
    values = {
        "yours": f"{comparison.given.water:+.2f}",
        "best": f"{comparison.best.water:+.2f}",
        "one": _outcome(comparison.given.advice),
        "other": _outcome(comparison.best.advice),
        "margin": f"{abs(comparison.margin):.2f}",
    }
    if abs(comparison.margin) < _SAME:
        return Said("Yours ({one}) is worth {yours} water, as much as the best.", **values)
    if comparison.margin < 0:
        return Said("Yours ({one}) is worth {yours} water, {margin} more than the best that was found.", **values)
    return Said(
        "Yours ({one}) is worth {yours} water, {margin} less than the best ({other}), which is worth {best}.", **values
    )


def _outcome(advice: Advice) -> Said | str:
    choice = advice.choice
    if choice.special is not None:
        return special_term(choice.special)
    if choice.outcome == "foul":
        return Said("a foul 倒水, rows out of order")
    return Said("rows, the special hand declined") if choice.decline else Said("plain rows")
