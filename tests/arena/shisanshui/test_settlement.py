"""The worked examples of the rules (section 7) and each clause of the settlement (section 5) by itself."""

from typing import Any

import pytest

from arena.shisanshui.ruleset import RuleSet, load_rules, rules_from
from arena.shisanshui.settlement import settle, settled_water, transfer_data
from tests.arena.shisanshui.tables import example, hand, ladder, moved, table

ROWS = ("front", "middle", "back")
FOULED = "As Ah Ad / 2s 3h 5d 7c 9s / Ks Kh 4d 6c 8s"
TRIPLE_IN_FRONT = "9s 9h 9d / Ts Th Td 4c 5s / Js Jh Jd 4h 6s"
BEST_FRONT = "As 7h 2d / 8h 8s Qd 6c 3s / Kd Kc 9s 5d 4c"
BEST_REST = "Ks 7h 2d / Th Ts Qd 6c 3s / Ad Ac 9c 5d 4c"
SAME_BEHIND = "/ Ts Th Td 4c 5s / Js Jh Jd 4h 6s"


def standard(**changes: Any) -> RuleSet:
    return rules_from(changes)


@pytest.mark.parametrize(
    ("players", "water"),
    [(4, [54, -6, -18, -30]), (3, [34, -12, -22]), (2, [15, -15])],
    ids=["9 rows + 9 guns + 36", "6 + 4 + 24", "3 + 12"],
)
def test_one_is_best_in_all_rows(players: int, water: list[int]) -> None:
    assert table("standard", *ladder(players)).water == water


def test_regional_triple_in_front_is_worth_4_in_every_comparison() -> None:
    fronts = [f"{high}s 7h 2d {SAME_BEHIND}" for high in "AKQ"]
    assert moved(table("regional", TRIPLE_IN_FRONT, *fronts), "front") == [12, 4, -4, -12]


def test_two_tie_for_the_best_row() -> None:
    fronts = [f"{high} 7h 2d {SAME_BEHIND}" for high in ("As", "Ah", "Kd")]
    assert moved(table("standard", *fronts), "front") == [1, 1, -2]


def test_one_special_and_three_plain() -> None:
    settlement = table("standard", example("six-pairs"), *ladder(3))
    assert moved(settlement, "special") == [12, -4, -4, -4]
    assert moved(settlement, *ROWS) == [0, 6, 0, -6]
    assert moved(settlement, "gun", "home-run") == [0, 0, 0, 0]


def test_two_specials_and_two_plain() -> None:
    settlement = table("standard", example("dragon"), example("six-pairs"), *ladder(2))
    assert moved(settlement, "special") == [108, -28, -40, -40]
    assert settlement.water == [108, -28, -37, -43]


def test_one_foul_and_nothing_big() -> None:
    settlement = table("standard", FOULED, *ladder(3))
    assert moved(settlement, *ROWS) == [-9, 9, 3, -3]
    # guns of three winners' pairs at p − 1 = 3, none against the foul
    assert moved(settlement, "gun") == [0, 6, 0, -6]
    assert moved(settlement, "home-run") == [0, 0, 0, 0]


def test_ties_share_the_average_of_their_places() -> None:
    """1.2–1.4: three players at +2t 0 −2t; the first two equal get +t each, the last two equal −t each."""
    best, same, last = (f"{high} 7h 2d {SAME_BEHIND}" for high in ("As", "Ah", "Kd"))
    assert moved(table("standard", best, last, last.replace("Kd", "Kc")), "front") == [2, -1, -1]
    assert moved(table("standard", best, same, same), "front") == [0, 0, 0]


def test_the_largest_water_at_the_table_counts_for_every_pair() -> None:
    """1.1: a full house in the middle makes the middle worth 2, for pairs without it too."""
    full = "As 7h 2d / 9s 9h 9d 4c 4s / Js Jh Jd 5h 5s"
    middles = [f"As 7h 2d / {rank}s {rank}h {rank}d 4c 5s / Js Jh Jd 5h 5s" for rank in "87"]
    assert moved(table("standard", full, *middles), "middle") == [4, 0, -4]
    assert moved(table(standard(row_water="winner"), full, *middles), "middle") == [4, -1, -3]


def test_a_foul_pays_each_row_at_the_plain_players_water() -> None:
    assert moved(table("standard", "foul", TRIPLE_IN_FRONT), *ROWS) == [-5, 5]
    assert moved(table("standard", FOULED, *ladder(1)), *ROWS) == [-3, 3]


def test_a_foul_with_its_own_big_rows_does_not_raise_what_it_pays() -> None:
    assert table("standard", FOULED, *ladder(1)).water == [-3, 3]


def test_fouls_owe_each_other_nothing() -> None:
    assert table("standard", "foul", FOULED, "foul").water == [0, 0, 0]


def test_nobody_has_a_home_run_while_a_foul_sits_at_the_table() -> None:
    assert moved(table("standard", *ladder(2), "foul"), "home-run") == [0, 0, 0]
    assert moved(table(standard(foul_is_shot=True), *ladder(2), "foul"), "home-run") == [24, -12, -12]


def test_a_foul_that_is_shot_pays_guns() -> None:
    settlement = table(standard(foul_is_shot=True), *ladder(2), "foul")
    assert moved(settlement, "gun") == [4, 0, -4]


def test_cards_of_a_special_hand_are_special_in_rows_that_foul() -> None:
    pairs = "As Ah Kd / 2s 4d 5s 7h 9d / 2h 4c 5h 7s 9c"
    assert table("standard", pairs, *ladder(1)).water == [4, -4]
    assert table(standard(declare="optional"), pairs + " declined", *ladder(1)).water == [-3, 3]


def test_a_seat_without_rows_is_a_foul_and_never_special() -> None:
    assert table("standard", "foul", example("three-flushes"), *ladder(1)).water == [-6, 6, 0]


@pytest.mark.parametrize(
    ("gun", "water"),
    [("table", [4, 0, -4]), ("double", [6, 0, -6]), (7, [14, 0, -14]), (0, [0, 0, 0])],
)
def test_guns(gun: str | int, water: list[int]) -> None:
    """4: three rows of 1; the second of three loses one gun and wins one."""
    assert moved(table(standard(gun=gun), *ladder(3)), "gun") == water


def test_a_win_and_two_ties_are_a_gun() -> None:
    fronts = [f"{high}s 7h 2d {SAME_BEHIND}" for high in "AKQ"]
    assert moved(table("standard", *fronts), "gun") == [4, 0, -4]


def test_a_row_lost_is_no_gun() -> None:
    settlement = table("standard", BEST_FRONT, BEST_REST, ladder(4)[3])
    assert moved(settlement, "gun") == [2, 2, -4]
    assert moved(settlement, "home-run") == [0, 0, 0]


def test_two_players_have_no_gun_only_a_home_run() -> None:
    settlement = table("common", *ladder(2))
    assert moved(settlement, "gun") == [0, 0]
    assert settlement.water == [6, -6]


def test_guns_with_specials_at_the_table() -> None:
    seats = (example("six-pairs"), *ladder(2))
    assert moved(table("standard", *seats), "gun") == [0, 0, 0]
    assert moved(table(standard(guns_with_specials=True), *seats), "gun") == [0, 2, -2]


def test_the_ways_a_home_run_grows_come_in_their_order() -> None:
    """Rows 3, gun 2, times p − 1 = 2, once more, plus 12: (3 + 2) · 2 · 2 + 12 = 32 from each of two."""
    rules = standard(home_run={"multiply": True, "double": True})
    settlement = table(rules, *ladder(3))
    assert moved(settlement, "home-run-multiply") == [10, -5, -5]
    assert moved(settlement, "home-run-double") == [20, -10, -10]
    assert moved(settlement, "home-run") == [24, -12, -12]
    assert settlement.water[0] == 64


def test_multiply_needs_three_players() -> None:
    assert table(standard(home_run={"multiply": True}), *ladder(2)).water == [15, -15]


def test_a_bonus_by_the_number_of_players() -> None:
    bonus = {"2": 18, "3": 15, "default": 12}
    waters = [table(standard(home_run={"bonus": bonus}), *ladder(players)).water[0] for players in (2, 3, 4)]
    assert waters == [21, 40, 54]


def test_the_leaver_pays_and_the_rest_settle_without_it() -> None:
    """6: 18 from the leaver, 1 for each who stays; three of four play a table of three."""
    assert table("standard", "escaped", *ladder(3)).water == [-18, 35, -11, -21]
    assert moved(table("standard", "escaped", *ladder(3)), "escape") == [-18, 1, 1, 1]


def test_leavers_gain_nothing_from_each_other() -> None:
    assert table("standard", "escaped", ladder(1)[0], "escaped").water == [-18, 2, -18]


def test_everybody_leaves() -> None:
    assert table("standard", "escaped", "escaped").water == [-18, -18]


FOUR_SPECIALS = (example("six-pairs"), example("dragon"), example("three-flushes"), example("one-color"))


def test_all_special_ranked() -> None:
    """4.3 first method: every pair is worth the 36 of the dragon."""
    assert table("standard", *FOUR_SPECIALS).water == [-36, 108, -108, 36]


def test_all_special_pairwise() -> None:
    """4.3 third method: dragon 36, one-color 10, six-pairs 4, three-flushes 3."""
    assert table(standard(all_special="pairwise"), *FOUR_SPECIALS).water == [-36 - 10 + 4, 108, -36 - 10 - 4, -36 + 20]


def test_all_special_median() -> None:
    """4.3 second method, h = 2: place 3 pays 36, place 4 pays 72, place 2 nothing, place 1 has it all."""
    assert table(standard(all_special="median"), *FOUR_SPECIALS).water == [-36, 108, -72, 0]


def test_median_of_five() -> None:
    """h = 2.5: places 3, 4, 5 pay 1, 2, 3 times 36; places 1 and 2 share 216 as 2 to 1."""
    five = (*FOUR_SPECIALS, example("three-straights"))
    assert table(standard(all_special="median"), *five).water == [-36, 144, -72, 72, -108]


def test_median_shares_a_remainder_to_the_first_place() -> None:
    rules = standard(all_special="median")
    # t = 10 among six: places 4 to 6 pay 1 + 2 + 3 times 10, shared by weights 2 and 1 as 40 and 20
    assert _median_places(rules, 6, "one-color") == [40, 20, 0, -10, -20, -30]
    # t = 5 among seven: places 4 to 7 pay 1 + 2 + 3 + 4 times 5 = 50, weights 3, 2, 1: 25, 16, 8 and 1 more to place 1
    assert _median_places(rules, 7, "five-pairs-triple") == [26, 16, 8, -5, -10, -15, -20]


def _median_places(rules: RuleSet, players: int, highest: str) -> list[int]:
    hands = [hand(rules, example(highest))._replace(place=place) for place in range(players)]
    return settled_water(rules, hands)


def test_median_equals_share_the_places_they_take() -> None:
    rules = standard(all_special="median")
    # places 2 and 3 are equal: 0 and −3 make −1 for the lower seat and −2
    seats = [example(kind) for kind in ("three-flushes", "three-straights", "three-straights", "three-straights")]
    kinds = [hand(rules, seat) for seat in seats]
    assert settled_water(rules, kinds) == [9, -3, -3, -3]
    flush, straight = kinds[0], kinds[1]
    lowest = straight._replace(place=straight.place + 1)
    assert settled_water(rules, [lowest, straight, flush, straight]) == [-6, -1, 9, -2]


def test_median_below_four_players_is_pairwise() -> None:
    three = FOUR_SPECIALS[:3]
    assert table(standard(all_special="median"), *three).water == table(standard(all_special="pairwise"), *three).water


def test_equal_specials_tie() -> None:
    assert table("standard", example("six-pairs"), example("six-pairs"), *ladder(1)).water == [4, 4, -8]


HORSE = standard(horse="9s")
WITH_HORSE = ladder(1)[0]
WITHOUT = [seat.replace("9s", "9c") for seat in ladder(3)]


def test_the_horse_doubles_what_its_holder_wins_and_loses() -> None:
    plain = table("standard", *WITHOUT)
    doubled = table(HORSE, WITH_HORSE, *WITHOUT[1:])
    assert plain.water == [34, -12, -22]
    assert doubled.water == [68, -12 - 17, -22 - 17]
    assert moved(doubled, "horse") == [34, -17, -17]


def test_two_holders_play_for_four_times() -> None:
    assert table(HORSE, *ladder(2)).water == [60, -60]


def test_more_copies_of_the_horse_count_once() -> None:
    twice = WITH_HORSE.replace("7c", "9s").replace("9s 5d 9s", "9s 5d 9s")
    assert hand(HORSE, twice).horse is True
    assert moved(table(HORSE, twice, WITHOUT[1]), "horse") == [15, -15]


def test_a_pair_nets_before_the_horse_doubles_it() -> None:
    settlement = table(HORSE, BEST_FRONT, BEST_REST)
    assert moved(settlement, "horse") == [-1, 1]
    assert settlement.water == [-2, 2]


def test_no_horse_without_rows_in_escapes_or_for_the_median() -> None:
    assert table(HORSE, "foul", WITHOUT[0]).water == [-3, 3]
    assert table(HORSE, "escaped", WITH_HORSE).water == [-18, 1]
    median = rules_from({"horse": "9s", "all_special": "median"})
    assert table(median, *FOUR_SPECIALS).water == table(standard(all_special="median"), *FOUR_SPECIALS).water
    ranked = table(HORSE, *FOUR_SPECIALS)
    assert moved(ranked, "horse") != [0, 0, 0, 0]


def test_a_special_that_may_be_declined_plays_its_rows() -> None:
    seats = (example("six-pairs") + " declined", *ladder(1))
    assert table("standard", *seats).water == [4, -4]
    assert table(standard(declare="optional"), *seats).water == [15, -15]


def test_transfers_are_the_water_and_give_the_table_as_none() -> None:
    settlement = table("standard", "escaped", FOULED, example("dragon"), *ladder(1))
    assert moved(settlement, *{transfer.reason for transfer in settlement.transfers}) == settlement.water
    assert [transfer for transfer in settlement.transfers if None in transfer[:2]] == [
        (0, None, 18, "escape"),
        (None, 1, 1, "escape"),
        (None, 2, 1, "escape"),
        (None, 3, 1, "escape"),
    ]
    assert transfer_data(settlement.moves[-1]) == {"from": None, "to": 3, "water": 1, "reason": "escape"}


def test_water_alone_is_the_same() -> None:
    rules = load_rules("standard")
    hands = [hand(rules, seat) for seat in (*ladder(3), FOULED)]
    assert settled_water(rules, hands) == settle(rules, hands).water
