"""Whether losing on purpose can pay: the cost of a foul or an escape beside that of being beaten by everybody.

The costs are not derived by hand: rounds are made up and settled.
"""

from typing import NamedTuple

from arena.shisanshui.evaluation import ESCAPED, FORFEITED, Hand
from arena.shisanshui.rows import RowType
from arena.shisanshui.rule_model import FEWEST_SEATS, RuleSet
from arena.shisanshui.settlement import settled_water


class Costs(NamedTuple):
    """The loss of the last seat, in water, when everybody else holds better plain hands of ordinary rows."""

    players: int
    beaten: int
    """It lays its rows, which lose to everybody."""
    foul: int
    """It fouls instead."""
    escape: int
    """It leaves instead."""


def costs(rules: RuleSet) -> list[Costs]:
    """Return the costs by number of players, from two to as many as the deck serves."""
    return [_costs(rules, players) for players in range(FEWEST_SEATS, rules.most_seats + 1)]


def _costs(rules: RuleSet, players: int) -> Costs:
    hands = [_plain(rules, value) for value in range(players, 0, -1)]
    beaten, foul, escape = (-settled_water(rules, [*hands[:-1], last])[-1] for last in (hands[-1], FORFEITED, ESCAPED))
    return Costs(players, beaten, foul, escape)


def _plain(rules: RuleSet, value: int) -> Hand:
    """A plain hand whose rows are all high cards of this value."""
    scoring = rules.scoring
    ordinary = RowType.HIGH_CARD
    waters = scoring.front[ordinary], scoring.middle[ordinary], scoring.back[ordinary]
    return Hand("plain", (value, value, value), waters, None, 0, 0, False)
