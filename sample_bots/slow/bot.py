"""Wastes 20 ms on every hand, to show that a slow bot costs nobody but itself; the best layout it happens on, it plays.

This is how to use time: do so much that it ends well before `table.decision_ms`, and keep the best so far. To stop by
the clock instead would play better on a faster machine, and differently each time.
"""

import random
import time

from arena.shisanshui.jokers import stand_ins
from arena.shisanshui.rows import row_value
from protocol.sdk import Bot


class SlowBot(Bot):
    name = "slow"
    event_detail = "none"

    def arrange(self, hand, table):
        tries = min(20, table.decision_ms // 5)
        chance = random.Random(" ".join(hand))
        equal_rows_foul = table.rules.get("equal_rows") == "foul"
        cards = list(zip(stand_ins(hand), hand, strict=True))
        best, best_values = None, ()
        while best is None or tries > 0:
            tries -= 1
            chance.shuffle(cards)
            rows = cards[:3], cards[3:8], cards[8:]
            front, middle, back = (row_value([number for number, _ in row]) for row in rows)
            legal = front < middle < back if equal_rows_foul else front <= middle <= back
            if legal and (back, middle, front) > best_values:
                best, best_values = rows, (back, middle, front)
            time.sleep(0.001)
        return [[text for _, text in row] for row in best]


if __name__ == "__main__":
    SlowBot().run()
