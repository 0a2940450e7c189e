"""Ties across the cut: which table is added, when it ends, and what is said about it."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.plan import PlannedTable, Table, TableResult
from tournaments.formats.played import Played
from tournaments.formats.tie_break import TieBreak, TieWord, decide

TABLE = Table("s1t1", ("ann", "bob", "cat", "dan"))
TWICE = TieBreak(rounds=20, limit=2)


def decided(*water: tuple[int, int, int, int], cut: int = 2, tie_break: TieBreak = TWICE) -> PlannedTable:
    """The table after its own water and that of its extra tables, in the order of the seats."""
    names = [TABLE.id, *(f"{TABLE.id}x{number}" for number in range(1, len(water)))]
    results = {
        match: TableResult(dict(zip(TABLE.seats, totals, strict=True)))
        for match, totals in zip(names, water, strict=True)
    }
    return decide(TABLE, results, cut, tie_break)


def test_without_a_tie_water_decides_and_nothing_is_ruled() -> None:
    planned = decided((1, 4, -7, 2))
    assert planned.advanced == ("bob", "dan")
    assert planned.places == {"bob": 1, "dan": 2, "ann": 3, "cat": 4}
    assert (planned.extra, planned.rulings) == ((), ())


def test_a_tie_across_the_cut_asks_for_an_extra_table_of_the_same_seats() -> None:
    planned = decided((3, 9, 3, -15))
    assert planned.advanced is None
    assert planned.extra == (Table("s1t1x1", TABLE.seats, rounds=20),)


def test_the_extra_table_compares_only_those_who_are_level() -> None:
    """Bob and dan do as they like in the extra rounds: bob is through, dan is out."""
    planned = decided((3, 9, 3, -15), (1, -50, 2, 47))
    assert planned.advanced == ("bob", "cat")
    assert planned.places == {"bob": 1, "cat": 2, "ann": 3, "dan": 4}
    [ruling] = planned.rulings
    assert (ruling.bots, ruling.decided_by) == (("ann", "cat"), "extra-rounds")
    assert ruling.words == "level at the cut; extra rounds s1t1x1: ann +1, cat +2"


def test_the_second_extra_table_is_only_for_those_still_level() -> None:
    """Three level for two places: cat is ahead after the first extra table, ann and bob meet again."""
    first = decided((4, 4, 4, -12), (0, 0, 5, -5))
    assert first.advanced is None
    assert [table.id for table in first.extra] == ["s1t1x1", "s1t1x2"]
    second = decided((4, 4, 4, -12), (0, 0, 5, -5), (-2, 1, -9, 10))
    assert second.advanced == ("cat", "bob")
    assert [(it.decided_by, it.bots) for it in second.rulings] == [
        ("extra-rounds", ("ann", "bob", "cat")),
        ("extra-rounds", ("ann", "bob")),
    ]
    assert second.rulings[0].words.endswith("ann, bob still level")


def test_after_the_last_extra_table_the_better_seeding_goes_on() -> None:
    planned = decided((3, 9, 3, -15), (5, 0, 5, -10), (0, 1, 0, -1))
    assert planned.advanced == ("bob", "ann")
    [ruling] = planned.rulings
    assert ruling.decided_by == "seeding"
    assert ruling.words == "level at the cut after 2 extra tables: in order of seeding, ann, cat"


def test_without_extra_tables_seeding_decides_at_once() -> None:
    planned = decided((3, 9, 3, -15), tie_break=TieBreak(20, 0))
    assert planned.advanced == ("bob", "ann")
    assert planned.rulings[0].words == "level at the cut: in order of seeding, ann, cat"


@pytest.mark.parametrize(
    ("water", "level", "places"),
    [
        ((5, 5, -5, -5), [("ann", "bob"), ("cat", "dan")], {"ann": 1, "bob": 2, "cat": 3, "dan": 4}),
        ((-5, 0, 10, -5), [("ann", "dan")], {"cat": 1, "bob": 2, "ann": 3, "dan": 4}),
    ],
)
def test_a_tie_on_one_side_of_the_cut_is_only_put_in_order(
    water: tuple[int, int, int, int], level: list[tuple[str, ...]], places: dict[str, int]
) -> None:
    planned = decided(water)
    assert (planned.extra, planned.places) == ((), places)
    assert [(it.bots, it.decided_by) for it in planned.rulings] == [(group, "seeding") for group in level]
    assert all(it.words.startswith("level, but not across the cut") for it in planned.rulings)


def test_in_a_final_the_tie_for_the_first_place_is_played_off() -> None:
    assert decided((6, 6, -6, -6), cut=1).extra == (Table("s1t1x1", TABLE.seats, rounds=20),)
    planned = decided((6, 6, -6, -6), (1, 2, 0, -3), cut=1)
    assert planned.places == {"bob": 1, "ann": 2, "cat": 3, "dan": 4}
    assert [it.decided_by for it in planned.rulings] == ["extra-rounds", "seeding"]


def test_all_level_everywhere_ends_in_bounded_time_by_seeding() -> None:
    planned = decided((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    assert planned.advanced == ("ann", "bob")
    assert [table.id for table in planned.extra] == ["s1t1x1", "s1t1x2"]


def test_a_void_match_sends_the_better_seeding_on() -> None:
    planned = decide(TABLE, {"s1t1": TableResult({}, void=True)}, 2, TWICE)
    assert planned.advanced == ("ann", "bob")
    [ruling] = planned.rulings
    assert (ruling.decided_by, ruling.bots) == ("seeding", TABLE.seats)
    assert "could not be played" in ruling.words


def test_a_void_extra_table_counts_as_one_that_decided_nothing() -> None:
    results = {
        "s1t1": TableResult({"ann": 3, "bob": 9, "cat": 3, "dan": -15}),
        "s1t1x1": TableResult({}, void=True),
    }
    assert [table.id for table in decide(TABLE, results, 2, TWICE).extra] == ["s1t1x1", "s1t1x2"]
    results["s1t1x2"] = TableResult({"ann": 0, "bob": 0, "cat": 1, "dan": -1})
    assert decide(TABLE, results, 2, TWICE).advanced == ("bob", "cat")


@given(st.lists(st.tuples(*4 * [st.integers(-1, 1)]), min_size=4, max_size=4), st.integers(1, 3), st.integers(0, 2))
def test_whoever_is_level_across_the_cut_is_named_by_a_ruling_and_nobody_else_is(
    water: list[tuple[int, int, int, int]], cut: int, limit: int
) -> None:
    """Seeding, too, decides nothing without saying so."""
    planned = decided(*water[: 1 + limit], cut=cut, tie_break=TieBreak(20, limit))
    assert planned.advanced is not None
    own = dict(zip(TABLE.seats, water[0], strict=True))
    level = {bot for bot in TABLE.seats if list(own.values()).count(own[bot]) > 1}
    assert {bot for ruling in planned.rulings for bot in ruling.bots} == level
    order = sorted(own.values(), reverse=True)
    across = {bot for bot in TABLE.seats if order[cut - 1] == order[cut] == own[bot]}
    assert {bot for it in planned.rulings if "at the cut" in it.words for bot in it.bots} == across
    for better, worse in itertools.combinations(TABLE.seats, 2):
        if own[better] != own[worse]:
            assert (planned.places[better] < planned.places[worse]) == (own[better] > own[worse])


def test_water_in_a_ruling_is_over_the_seatings() -> None:
    results = {
        "s1t1": TableResult(dict.fromkeys(TABLE.seats, 0), seatings=24),
        "s1t1x1": TableResult({"ann": 7, "bob": 24, "cat": -48, "dan": 17}, seatings=24),
    }
    assert "ann +0.2917, bob +1, cat -2, dan +0.7083" in decide(TABLE, results, 2, TWICE).rulings[0].words


def test_a_result_of_other_bots_is_never_taken_for_this_table() -> None:
    with pytest.raises(ValueError, match="s1t1: the result is of"):
        decide(TABLE, {"s1t1": TableResult({"ann": 1, "eve": -1})}, 2, TWICE)


def test_tie_breaks_are_asked_in_the_order_chosen() -> None:
    """Ann and cat are level; before, cat won a table, ann more water: each order has its own winner, and says why."""
    before = [
        Played.of(("ann", "dan"), TableResult({"ann": 30, "dan": 40})),
        Played.of(("cat", "eve"), TableResult({"cat": 2, "eve": 1})),
    ]
    results = {"s1t1": TableResult({"ann": 3, "bob": 9, "cat": 3, "dan": -15})}

    def ruled(*order: TieWord) -> tuple[str, str]:
        planned = decide(TABLE, results, 2, TieBreak(20, 0, order), before)
        assert planned.advanced is not None
        [ruling] = planned.rulings
        return planned.advanced[1], ruling.words

    assert ruled("wins", "water") == ("cat", "level at the cut; wins: ann +0, cat +1")
    assert ruled("water", "wins") == ("ann", "level at the cut; water: ann +30, cat +2")
    assert ruled("head-to-head", "seeding", "wins")[1].startswith("level at the cut: in order of seeding")
    assert ruled("extra-rounds", "wins")[0] == "cat"


def test_what_was_won_before_can_save_an_extra_table() -> None:
    before = [Played.of(("cat", "eve"), TableResult({"cat": 2, "eve": 1}))]
    results = {"s1t1": TableResult({"ann": 3, "bob": 9, "cat": 3, "dan": -15})}
    assert decide(TABLE, results, 2, TieBreak(20, 2, ("wins", "extra-rounds")), before).extra == ()
    assert len(decide(TABLE, results, 2, TieBreak(20, 2, ("extra-rounds", "wins")), before).extra) == 1
