"""Lays any legal arrangement, with no thought: what every other bot should beat."""

import random

from arena.shisanshui.jokers import stand_ins
from arena.shisanshui.rows import row_value
from protocol.sdk import Bot


class RandomBot(Bot):
    name = "random"
    event_detail = "none"

    def arrange(self, hand, table):
        equal_rows_foul = table.rules.get("equal_rows") == "foul"
        cards = list(zip(stand_ins(hand), hand, strict=True))
        chance = random.Random(" ".join(hand))  # the hand's own, so that a match played again goes the same way
        while True:
            chance.shuffle(cards)
            rows = cards[:3], cards[3:8], cards[8:]
            front, middle, back = (row_value([number for number, _ in row]) for row in rows)
            if front < middle < back if equal_rows_foul else front <= middle <= back:
                return [[text for _, text in row] for row in rows]


if __name__ == "__main__":
    RandomBot().run()
