"""What a planner says, on the terminal: shares by deals a table, drawn as bars."""

from typing import Final

from rich.console import Console
from rich.text import Text

from arena.language import told
from protocol.text import Said
from tournaments.cup.chances import Answer, Chances
from tournaments.cup.cup import Cup
from tournaments.reports.terminal.grid import Column, Line, table

_BAR: Final = 20
"""Terminal columns of a bar of 100 %."""
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"


def show_chances(console: Console, cup: Cup, found: Answer, world: Said) -> None:
    """Print the answer; `world` says what strengths and luck were taken as."""
    columns = [
        Column(Said("Deals a table"), "figure"),
        Column(Said("Best bot wins"), "figure"),
        Column("", "whole", gives_way=3),
        Column(Said("Best in first 3"), "figure", gives_way=2),
        Column(Said("Pairs in order"), "figure"),
    ]
    lines = [_line(each, cup.match.rounds) for each in found.chances]
    console.print(table(console.width, Said("{cup}: how sure its result will be", cup=cup.name), columns, lines))
    console.print()
    for sentence in (answered(found), world, *_caveats(cup, found)):
        console.print(told(sentence), highlight=False, markup=False)


def answered(found: Answer) -> Said:
    """Return the answer in a sentence."""
    wanted = _percent(found.wanted)
    if found.deals is None:
        most = found.chances[-1].deals
        return Said(
            "The best bot does not win {wanted} of cups with up to {most} deals a table.", wanted=wanted, most=most
        )
    if found.deals == found.chances[0].deals:
        return Said("The best bot wins {wanted} of cups with {deals} deals a table.", wanted=wanted, deals=found.deals)
    return Said(
        "The best bot wins {wanted} of cups from about {deals} deals a table on.", wanted=wanted, deals=found.deals
    )


def bar(share: float) -> str:
    """Return a bar for a share from 0 to 1, `_BAR` terminal columns wide at 1."""
    eighths = round(share * _BAR * 8)
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip().ljust(_BAR)


def _line(each: Chances, rounds: int) -> Line:
    return Line(
        (
            f"{each.deals:,}",
            f"{100 * each.best_wins:.0f} ± {_percent(each.best_wins95)}",
            Text(bar(each.best_wins), no_wrap=True),
            _percent(each.best_in_three),
            _percent(each.in_order),
        ),
        style="bold" if each.deals == rounds else "",
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _caveats(cup: Cup, found: Answer) -> list[Said]:
    said = [
        Said(
            "{cups} simulated cups a line, seed {seed}; ± is half a 95 % interval. Bold: the file's own rounds.",
            cups=found.cups,
            seed=found.seed,
        )
    ]
    if cup.match.until is not None:
        said.append(Said("Tables are simulated at full length; until ends those sooner that are clear."))
    return said
