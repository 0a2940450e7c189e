"""Rounds worked by hand for every rule set, at least six each, with the clause that decides them.

`FIRST` to `FIFTH` are plain hands without a big row, each better than the next in all three rows: between two of them
three water for the rows. The hands of a round share cards here, as no deck would.
"""

import pytest

from tests.arena.shisanshui.tables import example, ladder, table

FIRST, SECOND, THIRD, FOURTH, FIFTH = ladder(5)
FOUL, GONE = "foul", "escaped"
BEHIND = "/ Ts Th Td 4c 5s / Js Jh Jd 4h 6s"
ACE, KING, QUEEN, JACK = (f"{rank}s 7h 2d {BEHIND}" for rank in "AKQJ")
"""Hands that differ in front alone."""
TRIPLE = f"9s 9h 9d {BEHIND}"
"""Better than FIRST in every row, with a triple in front."""
QUADS = "As 3h 5d / 6s 6h 6d 6c 9s / 7s 7h 7d 7c 9h"
LOW_QUADS = "5s 3h 2d / 6s 6h 6d 6c 9s / 7s 7h 7d 7c 9h"
FULL_MIDDLE = "As 7h 2d / 9s 9h 9d 4c 4s / Js Jh Jd 5h 5s"
SAME_BUT_TRIPLE = "As 7h 2d / 8s 8h 8d 4c 5s / Js Jh Jd 5h 5s"
TWO_FIVES = "2s 4h 5d / 8s 8h 8d 8c 8d / 9s 9h 9d 9c 9d"
FIVE_BEHIND = "2s 4h 5d / 9s 9h Kd Kc 6s / 8s 8h 8d 8c 8d"
EQUAL_STRAIGHTS = "Qs Kd Ah / 2c 3c 4h 5c 6c / 2d 3d 4d 5h 6d"
EQUAL_FLUSHES = "3s 5s 9s / 2h 4h 6h 8h Th / 2d 4d 6d 8d Td"
RED_AND_LOW = "2h 2d 3h / 3d 4h 4d 5h 5d / 6h 6d 7h 7d 8h"
EIGHTS_AND_THREES = "8s 8h 8d / 8c 8s 8h 8d 8c / 3s 3h 3d 3c Ks"
SIX_EIGHTS = "8s 8h 8d / 8c 8s 8h 4d 4c / 4s 3h 3d 3c Ks"
BLACK_PAIRS_AND_A_RED = "2s 2c 4s / 4c 6s 6c 9s 9c / Js Jc Ks Kc 3h"
LOW_PAIRS = "As Ah 2d / 2c 4s 4h 6d 6c / 8s 8h Ts Th 9d"
LOW_WITHOUT_ACE = "7s 2h 3d / 3c 4s 5h 7d 8c / 9s 9h Td Tc 6s"

ROUNDS: dict[str, list[tuple[str, list[str], list[int]]]] = {
    "standard": [
        ("2, 4, 5: 9 rows, 9 guns, 36", [FIRST, SECOND, THIRD, FOURTH], [54, -6, -18, -30]),
        ("2: the triple's 3 counts in front for every pair", [TRIPLE, FIRST, SECOND], [38, -12, -26]),
        ("1, 3: a foul pays the special and the plain hand", [example("six-pairs"), FOUL, FIRST], [8, -7, -1]),
        (
            "4.3 ranked: 36 in every pair",
            [example("dragon"), example("one-color"), example("six-pairs")],
            [72, 0, -72],
        ),
        ("6: the leaver 18, the others 1 and a table of two", [GONE, FIRST, SECOND], [-18, 16, -14]),
        ("2, 5: a full house in the middle, two ties", [FULL_MIDDLE, SAME_BUT_TRIPLE], [14, -14]),
    ],
    "regional": [
        ("2: 4 in front, 1, 1, and 12", [TRIPLE, FIRST], [18, -18]),
        ("special hands: one-color 15 before all-low", [RED_AND_LOW, FIRST], [15, -15]),
        ("special hands: 三冲加弹 8", [example("three-triples-quad"), FIRST, SECOND], [16, -5, -11]),
        ("1: 104 and 26", [example("pure-dragon"), example("dragon"), FIRST], [208, -78, -130]),
        ("special hands: six-pairs 3", [example("six-pairs"), FIRST], [3, -3]),
        ("2: four of a kind 10 and 5, the front lost", [LOW_QUADS, FIRST], [14, -14]),
    ],
    "tianmei": [
        ("equal rows foul", [EQUAL_STRAIGHTS, FIRST], [-3, 3]),
        (
            "three-straights above three-flushes",
            [example("three-straights"), example("three-flushes"), FIRST],
            [6, 0, -6],
        ),
        ("equal flushes are no three-flushes but a foul", [EQUAL_FLUSHES, FIRST], [-3, 3]),
        ("a foul by equal rows pays specials", [example("six-pairs"), EQUAL_STRAIGHTS], [4, -4]),
        ("4.3 ranked between the two", [example("three-flushes"), example("three-straights")], [-3, 3]),
        ("otherwise standard", [FIRST, SECOND, THIRD, FOURTH], [54, -6, -18, -30]),
    ],
    "shisanzhang": [
        ("no three-quads: six-pairs 4", [example("three-quads"), FIRST], [4, -4]),
        ("no five-pairs-triple: six-pairs 4", [example("five-pairs-triple"), FIRST], [4, -4]),
        ("no twelve-royals: all-high 15", [example("twelve-royals"), FIRST], [15, -15]),
        ("no one-color: it plays its rows and loses", [example("one-color"), FIRST], [-15, 15]),
        ("no four-triples: laid so it fouls", [example("four-triples"), FIRST], [-3, 3]),
        ("no three-straight-flushes: three-flushes 3", [example("three-straight-flushes"), FIRST], [3, -3]),
    ],
    "pinluosong": [
        (
            "全黑一点红 above 全红一点黑, 13 each",
            [example("black-with-one-red"), example("red-with-one-black"), FIRST],
            [26, 0, -26],
        ),
        ("半小 3", [example("half-low"), FIRST], [3, -3]),
        ("半小 is last: six-pairs 4", [LOW_PAIRS, FIRST], [4, -4]),
        ("半小 needs an ace: rows −1 −1 +1", [LOW_WITHOUT_ACE, FIRST], [-1, 1]),
        ("全黑一点红 13 before six-pairs 4", [BLACK_PAIRS_AND_A_RED, FIRST], [13, -13]),
        ("all black is one-color 10, above 全黑一点红", [example("one-color"), FIRST], [10, -10]),
    ],
    "common": [
        ("4, 5: rows 3, gun 3, once more 6", [FIRST, SECOND, THIRD], [24, -6, -18]),
        ("the same among four", [FIRST, SECOND, THIRD, FOURTH], [36, 0, -12, -24]),
        ("a declined special plays its rows: 3, once more", [example("six-pairs") + " declined", FIRST], [6, -6]),
        ("3: a foul is shot and swept", [FIRST, SECOND, FOUL], [24, -6, -18]),
        ("4: guns with a special at the table", [example("six-pairs"), FIRST, SECOND], [8, 2, -10]),
        ("2: the triple's 3 counts only for itself", [TRIPLE, FIRST, SECOND], [40, -14, -26]),
        (
            "4.3 pairwise: each its own",
            [example("dragon"), example("six-pairs"), example("three-flushes")],
            [72, -32, -40],
        ),
    ],
    "multiply": [
        ("3.2: (3 + 2) · 2 from each", [FIRST, SECOND, THIRD], [20, -5, -15]),
        ("3.2 among four: (3 + 3) · 3 from each", [FIRST, SECOND, THIRD, FOURTH], [54, -6, -18, -30]),
        ("at two players the bonus of 12", [FIRST, SECOND], [15, -15]),
        ("3.2, B's example: 30 become 60", [QUADS, SECOND, THIRD], [60, -15, -45]),
        ("no home run beside a foul", [FIRST, SECOND, FOUL], [8, -2, -6]),
        ("one win and two ties: (1 + 2) · 2", [ACE, KING, QUEEN], [12, -3, -9]),
    ],
    "totals": [
        ("B's 21", [FIRST, SECOND], [21, -21]),
        ("B's 40", [FIRST, SECOND, THIRD], [40, -15, -25]),
        ("B's 54", [FIRST, SECOND, THIRD, FOURTH], [54, -6, -18, -30]),
        ("B's 19: one win, two ties", [ACE, KING], [19, -19]),
        ("5 for the rows, 18", [TRIPLE, FIRST], [23, -23]),
        ("no home run beside a special", [example("six-pairs"), FIRST, SECOND], [8, -1, -7]),
    ],
    "five-players": [
        ("five: rows 3, guns 4, 12", [FIRST, SECOND, THIRD, FOURTH, FIFTH], [76, 2, -12, -26, -40]),
        ("five of a kind behind: 10, the front lost", [FIVE_BEHIND, FIRST], [10, -10]),
        ("five of a kind in the middle 20 and behind 10", [TWO_FIVES, FIRST], [29, -29]),
        ("6: four of five stay", [GONE, FIRST, SECOND, THIRD, FOURTH], [-18, 55, -5, -17, -29]),
        (
            "4.1: one special, no guns",
            [example("six-pairs"), FIRST, SECOND, THIRD, FOURTH],
            [16, 5, -1, -7, -13],
        ),
        ("1.2: two are best, guns at 4", [ACE, ACE, KING, QUEEN, JACK], [15, 15, 0, -10, -20]),
    ],
    "six-players": [
        (
            "3, 4: a foul among six, guns at 5",
            [FIRST, SECOND, THIRD, FOURTH, FIFTH, FOUL],
            [35, 19, 3, -13, -29, -15],
        ),
        ("6: five of six stay", [GONE, FIRST, SECOND, THIRD, FOURTH, FIFTH], [-18, 77, 3, -11, -25, -39]),
        (
            "4.3 ranked among six",
            [
                *map(example, ("dragon", "one-color", "four-triples")),
                *map(example, ("six-pairs", "three-flushes", "three-straights")),
            ],
            [180, 108, 36, -36, -108, -180],
        ),
        (
            "4.1: two specials, four plain",
            [example("dragon"), example("six-pairs"), FIRST, SECOND, THIRD, FOURTH],
            [180, -20, -31, -37, -43, -49],
        ),
        (
            "rows: five of a kind above a straight flush",
            [FIVE_BEHIND, "As 3h 5c / 2c 2d 4s 4d 7h / 5h 6h 7h 8h 9h"],
            [10, -10],
        ),
        (
            "rows: a flush with equal cards, card by card",
            [
                "2s 4h 6s / 8s 8h 3c 4c 7h / Ad Ad 9d 5d 3d",
                "2s 4h 6s / 8s 8h 3c 4c 7h / Ad Kd Qd Jd 9d",
            ],
            [13, -13],
        ),
    ],
    "two-packs": [
        ("1: eight at the table", [example("dragon"), *[FOUL] * 7], [252, *[-36] * 7]),
        ("special hands: eight of a rank are two fours", [EIGHTS_AND_THREES, FIRST], [20, -20]),
        ("special hands: six of a rank are two triples", [SIX_EIGHTS, FIRST], [6, -6]),
        ("2: five of a kind 20 and 10", [TWO_FIVES, FIRST], [29, -29]),
        ("6: two of four stay and gain for both", [GONE, GONE, FIRST, SECOND], [-18, -18, 17, -13]),
        ("rows: equal hands of two packs tie", [FIRST, FIRST, SECOND], [5, 5, -10]),
    ],
    "wild": [
        (
            "6: a flush in the middle would foul, so it is three aces",
            ["2h 4h 6h / Ac Kc 9c Xs Xb / 2s 4s 5s 7s 9s", "3c 4d 8h / Kd Kh Js 9h 6c / Ad As Ah Th 2d"],
            [1, -1],
        ),
        ("6: a joker makes the sixth pair", ["2s 2h 4d / 4c 6s 6h 9d Tc / Js Jh Ks Kh Xb", FIRST], [4, -4]),
        ("6: two jokers make the dragon", ["Xs 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc Xb", FIRST], [36, -36]),
        ("6: the fifth five", ["3s 4d 6h / 2c 2h 9d Ts 8s / 5c 5s 5d 5h Xb", FIRST], [10, -10]),
        ("6: a front with no reading below the middle", ["Ks Kd Xb / 2c Kc 9d Ts 8s / 2s 2d 5s 7s 9s", FIRST], [-3, 3]),
        ("6: the front as ace high, no pair below 22", ["Xb 4h 6h / 2c 2d 9d Ts 8s / Ks Kd 5s 7s 9s", FIRST], [1, -1]),
    ],
}
CASES = [(name, clause, seats, water) for name, rounds in ROUNDS.items() for clause, seats, water in rounds]


@pytest.mark.parametrize(("name", "clause", "seats", "water"), CASES, ids=[f"{case[0]}: {case[1]}" for case in CASES])
def test_water(name: str, clause: str, seats: list[str], water: list[int]) -> None:
    assert table(name, *seats).water == water, clause


def test_every_rule_set_has_six() -> None:
    from arena.shisanshui.ruleset import rule_names

    assert {name: len(ROUNDS[name]) >= 6 for name in rule_names()} == dict.fromkeys(ROUNDS, True)
