"""Advice on the terminal: rows under each other, suits in colour, and in a sentence what decides."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.sheet_text import Tongue
from arena.shisanshui.arranger.advice import PARTS, Advice, reason
from arena.shisanshui.arranger.choice import Arranger
from arena.shisanshui.arranger.classes import VALUES
from arena.shisanshui.cards import SMALL_JOKER, SUIT_SYMBOLS, TEXTS
from arena.shisanshui.rows import RowType, row_type
from arena.shisanshui.settlement import REASONS, ROWS
from arena.shisanshui.specials import BY_ID

_STYLES: Final = ("", "red", "blue", "green")
"""Of the suits, in the order s h d c: four colours, so that a flush is seen at once."""
_WIDTH: Final = 80


def show_advice(arranger: Arranger, held: Sequence[int], found: list[Advice], most: int, say: Tongue) -> None:
    """Print the hand, the best `most` arrangements, and why the first is better than the second."""
    console = Console(emoji=False, highlight=False)
    console.width = min(console.width, _WIDTH)
    rules, players = arranger.rules, arranger.table.players
    line = card_text(held)
    line.append(say(f"   {rules.name}, {players} players", f"   {rules.chinese}，{players} 人"), style="dim")
    console.print(line)
    for number, advice in enumerate(found[:most], 1):
        console.print()
        console.print(_heading(number, advice, say))
        console.print(_rows(advice, say))
    if len(found) > 1:
        console.print()
        console.print(because(found[0], found[1], say))


def card_text(cards: Sequence[int]) -> Text:
    """Cards side by side, high to low, each suit in its colour."""
    line = Text()
    for card in sorted(cards, reverse=True):
        if line:
            line.append(" ")
        if card >= SMALL_JOKER:
            line.append("小王" if card == SMALL_JOKER else "大王", style="yellow")
        else:
            line.append(TEXTS[card][0] + SUIT_SYMBOLS[card & 3], style=_STYLES[card & 3])
    return line


def because(better: Advice, worse: Advice, say: Tongue) -> str:
    """One sentence on what makes the first better than the second."""
    why = reason(better, worse)
    if abs(why.margin) < 0.005:
        return say("The first two are worth the same.", "前两种摆法价值相同。")
    margin = say(f"{why.margin:.2f} water", f"{why.margin:.2f} 水")
    if not why.gains:
        return _because_of_outcome(better, worse, margin, say)
    gains = say(", ", "，").join(_part(part, water, say) for part, water in why.gains)
    if not why.costs:
        return say(f"The first is {margin} better than the second: {gains}.", f"第一种比第二种多 {margin}：{gains}。")
    costs = say(", ", "，").join(_part(part, water, say) for part, water in why.costs)
    return say(
        f"The first is {margin} better than the second: it gains in {gains}, more than it gives up in {costs}.",
        f"第一种比第二种多 {margin}：所得（{gains}）多于所失（{costs}）。",
    )


def _because_of_outcome(better: Advice, worse: Advice, margin: str, say: Tongue) -> str:
    one, other = (_outcome(advice, say) for advice in (better, worse))
    return say(
        f"The first ({one}) is {margin} better than the second ({other}).",
        f"第一种（{one}）比第二种（{other}）多 {margin}。",
    )


def _part(part: int, water: float, say: Tongue) -> str:
    return say(f"{PARTS[part][0]} {water:.2f}", f"{PARTS[part][1]} {water:.2f}")


def _outcome(advice: Advice, say: Tongue) -> str:
    choice = advice.choice
    if choice.special is not None:
        return say(f"{choice.special} {BY_ID[choice.special].chinese}", BY_ID[choice.special].chinese)
    if choice.outcome == "foul":
        return say("a foul on purpose 倒水", "故意倒水")
    return say("rows, the special hand declined", "放弃特殊牌型") if choice.decline else say("plain rows", "普通牌型")


def _heading(number: int, advice: Advice, say: Tongue) -> Text:
    water = say(f"{advice.choice.water:+.2f} water 水", f"{advice.choice.water:+.2f} 水")
    line = Text(f"{number}. ").append(water, style="bold")
    if advice.choice.outcome != "plain" or advice.choice.decline:
        line.append(f"  {_outcome(advice, say)}", style="yellow")
    if advice.expectation is not None:
        gun, run = advice.expectation.gun, advice.expectation.home_run
        line.append(say(f"  gun 打枪 {gun:.0%}  home run 通杀 {run:.1%}", f"  打枪 {gun:.0%}  通杀 {run:.1%}"))
    return line


def _rows(advice: Advice, say: Tongue) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    for cells in _row_cells(advice, say):
        grid.add_row(*cells)
    return grid


def _row_cells(advice: Advice, say: Tongue) -> Iterator[list[Text | str]]:
    cards = advice.choice.cards
    for place, laid in enumerate((cards[:3], cards[3:8], cards[8:])):
        kind = row_type(int(VALUES[advice.choice.classes[place]]))
        chinese = "三尖刀" if place == 0 and kind is RowType.THREE_OF_A_KIND else kind.chinese
        english, name = REASONS[ROWS[place]]
        chance = "" if advice.expectation is None else f"{advice.expectation.win[place]:.0%}"
        yield [
            "   " + say(f"{english.removesuffix(' row')} {name}", name),
            card_text(laid),
            say(f"{kind.id} {chinese}", chinese),
            say(f"wins {chance}", f"胜 {chance}") if chance else "",
        ]
