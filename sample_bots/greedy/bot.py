"""Lays the best back there is, then the best middle that the rest gives: strong where it is seen least."""

from itertools import combinations

from arena.shisanshui.jokers import stand_ins
from arena.shisanshui.rows import row_value
from protocol.sdk import Bot


class GreedyBot(Bot):
    name = "greedy"
    event_detail = "none"

    def arrange(self, hand, table):
        cards = stand_ins(hand)
        step = 1 if table.rules.get("equal_rows") == "foul" else 0
        rows = best_back_first(cards, step)
        return [[hand[place] for place in row] for row in rows]


def best_back_first(cards, step):
    """Front, middle and back as places in `cards`; each row at least `step` below the one behind it."""
    for back, back_value in best_fives(cards, range(13)):
        rest = [place for place in range(13) if place not in back]
        for middle, middle_value in best_fives(cards, rest):
            front = [place for place in rest if place not in middle]
            front_value = row_value([cards[place] for place in front])
            if front_value + step <= middle_value <= back_value - step:
                return front, middle, back
    raise ValueError("no legal arrangement of these cards")


def best_fives(cards, places):
    """Every choice of five of `places` with its row value, the best first."""
    valued = [(five, row_value([cards[place] for place in five])) for five in combinations(places, 5)]
    return sorted(valued, key=lambda pair: pair[1], reverse=True)


if __name__ == "__main__":
    GreedyBot().run()
