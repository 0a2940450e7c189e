"""Tie-breaks of a league, one by one, on results worked out by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.plan import Criterion, TableResult
from tournaments.formats.played import Played
from tournaments.formats.standings import standings


def table(**water: int) -> Played:
    return Played.of(tuple(water), TableResult(dict(water), seatings=2))


def order(
    played: list[Played], *criteria: Criterion, bots: str = "abcd", free: dict[str, int] | None = None
) -> tuple[str, list[str]]:
    """The order of the bots, and by what each tie on points was decided."""
    lines, rulings = standings(tuple(bots), played, free or {}, criteria, "s9")
    return "".join(line.name for line in lines), [ruling.decided_by for ruling in rulings]


def test_points_are_won_from_each_at_the_table() -> None:
    lines, rulings = standings(tuple("abcd"), [table(a=1, b=5, c=1, d=-7)], {}, (), "s9")
    assert [(line.name, line.points) for line in lines] == [("b", 6), ("a", 3), ("c", 3), ("d", 0)]
    assert [ruling.bots for ruling in rulings] == [("a", "c")]


@pytest.mark.parametrize("void", [False, True])
def test_who_was_absent_gets_nothing_not_even_from_another(void: bool) -> None:
    totals = {} if void else {"a": -1, "b": 5, "c": 3, "d": -2}
    result = TableResult(totals, void=void, absent=("a", "d"))
    lines, _ = standings(tuple("abcd"), [Played.of(tuple("abcd"), result)], {}, ("wins",), "s9")
    points = {line.name: line.points for line in lines}
    assert points == {"a": 0, "d": 0, "b": 5 if void else 6, "c": 5 if void else 4}


def test_head_to_head_looks_only_at_those_who_are_level() -> None:
    """b and c have a win each, and c has beaten b; a and d were level at theirs."""
    played = [table(a=-1, b=1), table(a=50, c=-50), table(b=-1, c=1), table(c=-1, d=1), table(d=-9, a=-9)]
    lines, rulings = standings(tuple("abcd"), played, {}, ("head-to-head",), "s9")
    assert [(line.name, line.points) for line in lines] == [("a", 3), ("d", 3), ("c", 2), ("b", 2)]
    assert [(ruling.decided_by, ruling.bots) for ruling in rulings] == [
        ("seeding", ("a", "d")),
        ("head-to-head", ("b", "c")),
    ]
    assert rulings[1].words == "level on points: head-to-head: b 0, c 1"


def test_buchholz_is_the_points_of_those_met() -> None:
    """All three have a win; a met c (1 point), c met a (1) and d (0), b met d (0)."""
    assert order([table(a=1, c=0), table(b=1, d=0), table(c=1, d=0)], "buchholz") == ("acbd", ["buchholz", "seeding"])


def test_a_bye_is_an_opponent_like_oneself_for_buchholz_and_no_win() -> None:
    """b rested for a point and met a (1): with itself (1) that is 2, against 1 for a and 0 for c."""
    played = [table(a=1, b=0), table(c=1, d=0)]
    assert order(played, "buchholz", free={"b": 2}) == ("bacd", ["buchholz"])
    assert order(played, "wins", free={"b": 2}) == ("acbd", ["wins", "seeding"])


def test_two_byes_count_twice() -> None:
    """c has beaten d and rested twice: three points, and for Buchholz 0 and twice its own 3."""
    lines, _ = standings(tuple("abcd"), [table(a=1, b=0), table(c=1, d=0)], {"c": 4}, (), "s9")
    assert (lines[0].name, lines[0].points) == ("c", 6)
    played = [table(a=1, b=0), table(a=1, b=0), table(a=1, b=0), table(c=1, d=0)]
    assert order(played, "buchholz", free={"c": 4}) == ("cabd", ["buchholz", "buchholz"])


def test_tables_of_different_sizes_are_worth_the_same() -> None:
    """Alone in front of two or of three, second of three or level with all of four: 1, 1, ½ and ½ of a table."""
    played = [table(a=9, c=5, e=1), table(b=9, g=0, h=0, i=0), table(d=5, j=5, k=5, l=5)]
    lines, rulings = standings(tuple("abcdeghijkl"), played, {}, ("buchholz",), "s9")
    points = {line.name: line.points for line in lines}
    assert points["a"] == points["b"] == 2 * points["c"] == 2 * points["d"] == 12
    assert points["g"] == 4
    assert rulings[0].words == "level on points: buchholz: a 2.25, b 3"


def test_sonneborn_berger_is_the_points_of_those_beaten() -> None:
    """Three have 1½: b's win was against one of them, those of a and c against the last."""
    played = [table(a=1, d=0), table(b=1, c=0), table(c=1, d=0), table(a=0, c=0), table(b=0, d=0)]
    assert order(played, "sonneborn-berger") == ("bacd", ["sonneborn-berger", "seeding"])


def test_water_is_exact_over_the_seatings() -> None:
    played = [table(a=3, c=-3), table(b=4, d=-4)]
    lines, rulings = standings(tuple("abcd"), played, {}, ("water",), "s9")
    assert [line.name for line in lines] == ["b", "a", "c", "d"]
    assert rulings[0].words == "level on points: water: a 1.5, b 2"
    assert played[0].water("a") == Fraction(3, 2)


def test_wins_are_tables_with_nobody_level_in_front() -> None:
    """a was second of three twice, b first once: both have beaten two."""
    played = [table(c=9, a=5, d=1), table(c=9, a=5, d=1), table(b=5, c=1, d=0)]
    assert order(played, "wins") == ("cbad", ["wins"])
    assert order([table(a=5, b=5), table(b=1, c=1), table(a=0, c=0)], "wins", bots="abc") == ("abc", ["seeding"])


def test_a_part_that_stays_level_is_asked_the_next_tie_break_among_itself() -> None:
    """Water parts a from b and c; those two are told apart by their own table."""
    played = [
        table(a=9, b=-9),
        table(b=9, c=-8),
        table(c=8, a=-9),
        table(a=1, d=-1),
        table(b=0, d=-1),
        table(c=0, d=-1),
    ]
    names, decided = order(played, "water", "head-to-head")
    assert names == "abcd"
    assert decided == ["water", "head-to-head"]


def test_when_nothing_tells_them_apart_seeding_does() -> None:
    assert order([table(a=1, b=1)], "head-to-head", "water", "wins", bots="ba") == ("ba", ["seeding"])


PLAYED = st.lists(
    st.lists(st.sampled_from("abcdef"), min_size=2, max_size=4, unique=True).flatmap(
        lambda seats: st.fixed_dictionaries({seat: st.integers(-2, 2) for seat in seats})
    ),
    max_size=12,
)


@given(PLAYED, st.permutations("uvwxyz"), st.permutations(("head-to-head", "buchholz", "sonneborn-berger", "water")))
def test_renaming_changes_nothing_but_names(
    tables: list[dict[str, int]], names: list[str], criteria: list[Criterion]
) -> None:
    new = dict(zip("abcdef", names, strict=True))
    plain = [table(**water) for water in tables]
    renamed = [table(**{new[bot]: total for bot, total in water.items()}) for water in tables]
    first, _ = standings(tuple("abcdef"), plain, {"a": 2}, criteria, "s1")
    second, _ = standings(tuple(names), renamed, {new["a"]: 2}, criteria, "s1")
    assert [new[line.name] for line in first] == [line.name for line in second]


@pytest.mark.parametrize("word", ["head-to-head", "buchholz", "sonneborn-berger", "water", "wins"])
@given(tables=PLAYED)
def test_no_tie_break_overrules_points(word: Criterion, tables: list[dict[str, int]]) -> None:
    lines, _ = standings(tuple("abcdef"), [table(**water) for water in tables], {}, (word,), "s1")
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
