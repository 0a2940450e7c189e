"""Makes `chances.json`: the bot lays hands, what it laid so far becomes what it expects of others, and so on.

    python learn.py

Takes a minute or two; the same file comes out every time.
"""

import json
import random

from bot import LEARNT, Chances, most_promising

from arena.shisanshui.rows import row_value

TURNS = 8
HANDS = 1500
KEPT = 400
"""How many row values stand for all those laid."""


def main():
    chance = random.Random(13)
    laid = {row: [] for row in ("front", "middle", "back")}
    # At first nothing was laid and a row is worth what its value says.
    chances = [Chances(range(0, 10 << 20, 1 << 12))] * 3
    for turn in range(TURNS):
        for _ in range(HANDS):
            cards = chance.sample(range(52), 13)
            for values, row in zip(laid.values(), most_promising(cards, chances, 0), strict=True):
                values.append(row_value([card for place, card in enumerate(cards) if row >> place & 1]))
        step = HANDS * (turn + 1) // KEPT
        learnt = {row: sorted(values)[step // 2 :: step][:KEPT] for row, values in laid.items()}
        chances = [Chances(values) for values in learnt.values()]
        print(f"turn {turn + 1}: a middling row is {[values[KEPT // 2] for values in learnt.values()]}")
    LEARNT.write_text(json.dumps(learnt) + "\n")


if __name__ == "__main__":
    main()
