"""Run with `python test_bot.py`, or with pytest."""

import random

from bot import best_back_first

from arena.shisanshui.rows import row_value


def test_all_cards_are_laid_in_rows_that_rise():
    chance = random.Random(1)
    for packs in (1, 2):
        for step in (0, 1):
            for _ in range(50):
                cards = chance.sample(list(range(52)) * packs, 13)
                front, middle, back = best_back_first(cards, step)
                assert (len(front), len(middle), len(back)) == (3, 5, 5)
                assert sorted([*front, *middle, *back]) == list(range(13))
                values = [row_value([cards[place] for place in row]) for row in (front, middle, back)]
                assert values[0] + step <= values[1] <= values[2] - step


if __name__ == "__main__":
    test_all_cards_are_laid_in_rows_that_rise()
    print("all tests passed")
