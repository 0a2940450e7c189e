"""Lays the rows whose chances to win add up to the most: no row is given away for another's glory.

`chances.json` holds, for the front, the middle and the back, the values of rows that bots like this one lay, in order:
a row's chance to win is the share of them that it beats. `learn.py` makes that file by letting the bot play itself.
"""

import json
from bisect import bisect_left, bisect_right
from itertools import combinations, islice
from pathlib import Path

from arena.shisanshui.jokers import stand_ins
from arena.shisanshui.rows import row_value
from protocol.sdk import Bot

LEARNT = Path(__file__).parent / "chances.json"
ALL = (1 << 13) - 1
BITS = [1 << place for place in range(13)]


class Chances(dict):
    """Row value to its chance to win against `laid`, a sorted list of row values; a tie is half a win."""

    def __init__(self, laid):
        self.laid = laid

    def __missing__(self, value):
        beaten_or_tied = bisect_left(self.laid, value) + bisect_right(self.laid, value)
        self[value] = beaten_or_tied / (2 * len(self.laid))
        return self[value]


class BalancedBot(Bot):
    name = "balanced"
    event_detail = "none"

    def __init__(self):
        learnt = json.loads(LEARNT.read_text())
        self.chances = [Chances(learnt[row]) for row in ("front", "middle", "back")]

    def arrange(self, hand, table):
        step = 1 if table.rules.get("equal_rows") == "foul" else 0
        rows = most_promising(stand_ins(hand), self.chances, step)
        return [[hand[place] for place in range(13) if row >> place & 1] for row in rows]


def most_promising(cards, chances, step):
    """Front, middle and back, each as a set of places in `cards` (bit 0 is the first card).

    Backs are tried from the best down; one is passed over when the best front and the best middle that it leaves, each
    taken for itself, could not make it better than what was found. `step` is how far each row must at least be below
    the one behind it.
    """
    front_chance, middle_chance, back_chance = chances
    threes, fives = row_values(cards, 3), row_values(cards, 5)
    as_front = {row: front_chance[value] for row, value in threes.items()}
    as_middle = {row: middle_chance[value] for row, value in fives.items()}
    fronts, backs = sorted(threes, key=threes.get, reverse=True), sorted(fives, key=fives.get, reverse=True)
    most, best = -1.0, None
    for index, back in enumerate(backs):
        to_find = most - back_chance[fives[back]]
        if middle_chance[fives[back]] + as_front[fronts[0]] <= to_find:
            break
        best_front = next(front for front in fronts if not front & back)
        best_middle = next((middle for middle in islice(backs, index, None) if not middle & back), back)
        if as_middle[best_middle] + as_front[best_front] <= to_find:
            continue
        rest = ALL ^ back
        for one, two, three in combinations([bit for bit in BITS if bit & rest], 3):
            front = one | two | three
            found = as_front[front] + as_middle[rest ^ front]
            if found > to_find and threes[front] + step <= fives[rest ^ front] <= fives[back] - step:
                to_find, best = found, (front, rest ^ front, back)
        most = to_find + back_chance[fives[back]]
    return best


def row_values(cards, size):
    """The value of every row of `size` cards, by the set of its places."""
    rows = zip(combinations(BITS, size), combinations(cards, size), strict=True)
    return {sum(places): row_value(row) for places, row in rows}


if __name__ == "__main__":
    BalancedBot().run()
