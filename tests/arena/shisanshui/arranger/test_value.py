"""Expected water is what settlement pays on average."""

from itertools import product

import msgspec
import numpy as np
import pytest

from arena.shisanshui.arranger.classes import VALUES
from arena.shisanshui.arranger.grid import beaten, beating
from arena.shisanshui.arranger.population import Population
from arena.shisanshui.arranger.removal import Removal
from arena.shisanshui.arranger.stakes import special_places
from arena.shisanshui.arranger.value import WaterTable
from arena.shisanshui.evaluation import FORFEITED, NO_SPECIAL, Hand
from arena.shisanshui.rows import TYPE_SHIFT
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.settlement import settled_water
from tests.arena.shisanshui.arranger.hands import rules, small_population

NOTHING_HELD = np.zeros(14, np.uint8)


def hands_of(found: RuleSet, population: Population) -> list[Hand]:
    """The population as settlement has it."""
    scoring = found.scoring
    places = special_places(found, population.held)
    hands = []
    for number, classes in enumerate(population.rows.tolist()):
        rows = tuple(VALUES[classes].tolist())
        tables = zip((scoring.front, scoring.middle, scoring.back), rows, strict=True)
        waters = tuple(table[row >> TYPE_SHIFT] for table, row in tables)
        special = scoring.specials[places[number]] if places[number] < len(scoring.specials) else NO_SPECIAL
        outcome = "special" if special.id else "foul" if population.fouled[number] else "plain"
        hands.append(Hand(outcome, rows, waters, special.id, special.place, special.water, False))  # type: ignore[arg-type]
    return hands


def some_of(population: Population, count: int) -> Population:
    rows, fouled, held, counts = population
    return Population(rows[:count], fouled[:count], held[:count], counts[:count])


def with_fouls_and_specials(count: int) -> Population:
    """A few hands of the small population, some of them fouled, some special."""
    found = some_of(small_population(), count)
    fouled, held = np.zeros(count, np.bool_), np.zeros(count, np.uint32)
    fouled[::11] = True
    held[5::13] = rules("standard").scoring.specials[10].bit
    held[7::19] = rules("standard").scoring.specials[3].bit
    return found._replace(fouled=fouled & (held == 0), held=held)


def plain_hands(found: RuleSet, population: Population, count: int) -> list[int]:
    return [n for n, hand in enumerate(hands_of(found, population)) if hand.outcome == "plain"][:count]


RULE_SETS = ["standard", "common", "regional", "multiply", "totals", "tianmei"]


@pytest.mark.parametrize("name", RULE_SETS)
def test_against_one_opponent_it_is_the_mean_over_the_population(name: str) -> None:
    found, population = rules(name), with_fouls_and_specials(160)
    table = WaterTable(found, 2, population)
    others = hands_of(found, population)
    chosen = plain_hands(found, population, 12)
    expected = [np.mean([settled_water(found, [others[mine], other])[0] for other in others]) for mine in chosen]
    value = Removal(table).given(NOTHING_HELD).value(population.rows[chosen])
    # Where a gun doubles what is owed, a row that ties is taken as owed too; nothing else is rounded.
    assert value == pytest.approx(expected, abs=0.02 if found.gun == "double" else 1e-3)


@pytest.mark.parametrize("name", ["standard", "regional", "totals"])
def test_against_two_opponents_it_is_the_mean_over_all_pairs(name: str) -> None:
    found, population = rules(name), with_fouls_and_specials(90)
    table = WaterTable(found, 3, population)
    others = hands_of(found, population)
    chosen = plain_hands(found, population, 3)
    expected = [
        np.mean([settled_water(found, [others[mine], *pair])[0] for pair in product(others, repeat=2)])
        for mine in chosen
    ]
    assert Removal(table).given(NOTHING_HELD).value(population.rows[chosen]) == pytest.approx(expected, abs=0.5)


@pytest.mark.parametrize("name", RULE_SETS)
def test_tables_agree_with_the_exact_value(name: str) -> None:
    table = WaterTable(rules(name), 4, small_population())
    exact = Removal(table).given(NOTHING_HELD).value(table.plain)
    assert np.abs(table.value(table.plain) - exact).mean() < 0.5
    assert np.corrcoef(table.value(table.plain), exact)[0, 1] > 0.995


@pytest.mark.parametrize("name", ["standard", "common"])
def test_a_foul_costs_what_settlement_takes(name: str) -> None:
    found, population = rules(name), with_fouls_and_specials(90)
    others = hands_of(found, population)
    expected = np.mean([settled_water(found, [FORFEITED, *pair])[0] for pair in product(others, repeat=2)])
    table = WaterTable(found, 3, population)
    assert table.foul == pytest.approx(expected, abs=0.15)
    assert Removal(table).given(NOTHING_HELD).foul() == pytest.approx(table.foul, abs=1e-3)


def test_a_special_hand_wins_its_water_and_loses_to_higher_ones() -> None:
    found, population = rules("common"), with_fouls_and_specials(90)
    others = hands_of(found, population)
    table = WaterTable(found, 3, population)
    for place in (3, 5, 12):
        special = found.scoring.specials[place]
        mine = Hand("special", None, (0, 0, 0), special.id, special.place, special.water, False)
        expected = np.mean([settled_water(found, [mine, *pair])[0] for pair in product(others, repeat=2)])
        assert table.special(place) == pytest.approx(expected)


def test_grids_are_exact_where_rows_lie_on_their_points() -> None:
    chance = np.random.default_rng(1)
    rows = chance.permuted(np.tile(np.arange(32, dtype=np.uint16)[:, np.newaxis] * 100, 3), axis=0)
    weights = chance.random(32)
    mine = rows[:, np.newaxis, :]
    over, under = (mine >= rows).all(axis=2), (mine <= rows).all(axis=2)
    assert beaten(rows, weights).at(rows) == pytest.approx(over @ weights, abs=1e-4)
    assert beating(rows, weights).at(rows) == pytest.approx(under @ weights, abs=1e-4)


def test_a_better_row_is_never_worth_less() -> None:
    for name in RULE_SETS:
        table = WaterTable(rules(name), 4, small_population())
        same_water = np.diff(table.stakes.waters[1]) == 0
        assert (np.diff(table.rows[1])[same_water] >= -1e-4).all()


def test_guns_do_not_count_where_a_special_hand_may_be_at_the_table() -> None:
    population = with_fouls_and_specials(90)
    without = WaterTable(rules("standard"), 4, population)
    always = WaterTable(msgspec.structs.replace(rules("standard"), guns_with_specials=True), 4, population)
    assert without.stakes.gun_chance < always.stakes.gun_chance == 1
