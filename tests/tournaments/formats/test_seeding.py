"""The draw: orders, pots, and bots kept apart."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.playing import bots
from tournaments.formats.seeding import apart, bracket_lines, by_draw, by_rating, part, snake


def test_by_rating_puts_equal_ratings_in_order_of_entry_and_unrated_bots_last() -> None:
    ratings = {"old": 1500.0, "new": 1500.0, "best": 1700.0}
    assert by_rating(["unrated", "new", "old", "best", "other"], ratings) == ("best", "new", "old", "unrated", "other")


def test_a_draw_depends_on_the_salt_alone() -> None:
    entrants = bots(20)
    assert by_draw(entrants, b"salt") == by_draw(entrants[::-1], b"salt")
    assert by_draw(entrants, b"salt") != by_draw(entrants, b"other")
    assert sorted(by_draw(entrants, b"salt")) == entrants


def test_a_draw_can_be_repeated_from_its_description() -> None:
    """SHA-256 of "salt", a zero byte and the name, by `printf 'salt\\0a' | sha256sum`: a a344…, b 26d5…, c a5d8…."""
    assert by_draw(["a", "b", "c"], b"salt") == ("b", "a", "c")


@given(st.integers(2, 200), st.data())
def test_each_table_has_one_seed_of_each_pot(count: int, data: st.DataObject) -> None:
    tables = data.draw(st.integers(1, count // 2))
    entrants = bots(count)
    drawn = snake(entrants, tables)
    for pot in range(count // tables):
        pot_bots = set(entrants[pot * tables : (pot + 1) * tables])
        assert all(len(pot_bots & set(seats)) == 1 for seats in drawn)
    sizes = [len(seats) for seats in drawn]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(bot for seats in drawn for bot in seats) == entrants


def test_sixteen_over_four_tables_have_equal_seed_sums() -> None:
    assert [sum(int(bot[1:]) for bot in seats) for seats in snake(bots(16), 4)] == [34, 34, 34, 34]


@given(st.integers(1, 12), st.sampled_from([2, 4, 6, 8]))
def test_seed_sums_of_even_tables_are_equal(tables: int, size: int) -> None:
    sums = {sum(int(bot[1:]) for bot in seats) for seats in snake(bots(tables * size), tables)}
    assert len(sums) == 1


@given(st.integers(1, 12), st.sampled_from([3, 5, 7]))
def test_seed_sums_of_odd_tables_differ_by_less_than_their_number(tables: int, size: int) -> None:
    sums = [sum(int(bot[1:]) for bot in seats) for seats in snake(bots(tables * size), tables)]
    assert max(sums) - min(sums) <= tables - 1


@given(st.integers(1, 60))
def test_tables_of_two_pair_first_with_last(tables: int) -> None:
    for first, second in snake(bots(2 * tables), tables):
        assert int(first[1:]) + int(second[1:]) == 2 * tables + 1


@given(st.integers(2, 12), st.integers(1, 8), st.data())
def test_groups_are_split_as_evenly_as_can_be_and_pots_still_hold(tables: int, size: int, data: st.DataObject) -> None:
    entrants = bots(tables * size - data.draw(st.integers(0, tables - 1)))
    label = st.one_of(st.none(), st.integers(0, max(1, len(entrants) // tables)))
    groups = {bot: group for bot in entrants if (group := data.draw(label)) is not None}
    drawn = apart(entrants, tables, groups)
    pot_of = {bot: place // tables for place, bot in enumerate(entrants)}
    for seats in drawn:
        assert len({pot_of[bot] for bot in seats}) == len(seats)
    for group, members in Counter(groups.values()).items():
        shares = [sum(groups.get(bot) == group for bot in seats) for seats in drawn]
        assert max(shares) <= -(-members // tables)


@given(st.integers(2, 60), st.integers(1, 8))
def test_a_draw_without_clashes_is_the_plain_snake(count: int, tables: int) -> None:
    entrants = bots(count)
    assert apart(entrants, tables, {bot: bot for bot in entrants}) == snake(entrants, tables)


def test_in_a_bracket_bots_of_one_group_meet_late() -> None:
    """Seeds 1, 8 and 9 of 16 would meet in rounds 1 and 2; with one author the first can wait until the semi-final."""
    entrants = bots(16)
    lines = bracket_lines(entrants, {"b001": "ann", "b008": "ann", "b009": "ann"})
    at = {bot: line for line, bot in enumerate(lines)}
    assert [sorted(lines[low:high]) for low, high in ((0, 1), (1, 2), (2, 4), (4, 8), (8, 16))] == [
        entrants[low:high] for low, high in ((0, 1), (1, 2), (2, 4), (4, 8), (8, 16))
    ]

    def rounds(one: str, other: str) -> int:
        """How often the upper half of the bracket folds onto the lower until both stand on one line."""
        first, second, slots, met = at[one], at[other], 16, 0
        while first != second:
            first, second, met = min(first, slots - 1 - first), min(second, slots - 1 - second), met + 1
            slots //= 2
        return met

    assert rounds("b001", "b008") == 4
    assert rounds("b001", "b009") == 3 or rounds("b001", "b009") == 4
    assert rounds("b008", "b009") >= 3


@given(st.integers(2, 64))
def test_where_no_two_share_a_group_a_bracket_stays_in_order_of_seeding(count: int) -> None:
    assert bracket_lines(bots(count), {bot: bot for bot in bots(count)}) == bots(count)


@given(st.integers(2, 8), st.integers(2, 6), st.data())
def test_a_second_wish_never_costs_the_first(tables: int, size: int, data: st.DataObject) -> None:
    entrants = bots(tables * size)
    label = st.integers(0, len(entrants) // tables)
    first = {bot: data.draw(label) for bot in entrants}
    second = {bot: data.draw(label) for bot in entrants}
    pots = [entrants[start : start + tables] for start in range(0, len(entrants), tables)]
    before = apart(entrants, tables, first)
    after = [list(seats) for seats in before]
    part(after, pots, second, keep=first)

    def meets(drawn: list[list[str]], groups: dict[str, int]) -> int:
        return sum(count * (count - 1) for seats in drawn for count in Counter(groups[bot] for bot in seats).values())

    assert meets(after, first) <= meets(before, first)
    assert meets(after, second) <= meets(before, second)
    assert all(len(set(pot) & set(seats)) == 1 for pot in pots for seats in after)
