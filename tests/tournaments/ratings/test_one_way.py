"""Groups of bots that results link in one direction only."""

from itertools import product

from tournaments.ratings.choice_sets import Deal
from tournaments.ratings.table import rate

INSIDE: list[Deal] = [((one, other), score) for one, other in ("ab", "cd") for score in ((1.0, 0.0), (0.0, 1.0))]
ACROSS: list[Deal] = [((one, other), (1.0, 0.0)) for one, other in product("ab", "cd")]
WORDS = (
    "a, b never came behind c, d: the two groups are linked in one direction only, and the prior alone says how far"
    " apart they are"
)


def test_the_stronger_group_is_named_first() -> None:
    assert rate(INSIDE + ACROSS).warnings == (WORDS,)


def test_a_single_deal_the_other_way_links_both() -> None:
    assert rate([*INSIDE, *ACROSS, (("a", "d"), (0.0, 1.0))]).warnings == ()


def test_a_level_deal_links_both_ways() -> None:
    assert rate([*INSIDE, *ACROSS, (("a", "d"), (1.0, 1.0))]).warnings == ()


def test_groups_that_never_met_are_pools_and_no_more() -> None:
    (warning,) = rate(INSIDE).warnings
    assert "2 pools" in warning
