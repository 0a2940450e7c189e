"""The rule sets that a bot is checked under, and which of them fits a step."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from arena.shisanshui.cards import cards
from arena.shisanshui.rule_model import RuleSet

_VARIED: Final = ("tianmei", "regional")
"""These differ most from the standard rules."""


class RuleSets:
    """At least one rule set; the first is the one most steps play."""

    def __init__(self, sets: Sequence[RuleSet]) -> None:
        self._sets = list(sets)

    @property
    def first(self) -> RuleSet:
        return self._sets[0]

    def varied(self) -> list[RuleSet]:
        """Return two rule sets that differ from the first where there are such."""
        others = sorted(self._sets[1:], key=lambda rules: rules.name not in _VARIED)
        return [*others, self.first, self.first][:2]

    def widest(self) -> RuleSet:
        """Return a rule set with the most seats."""
        return max(self._sets, key=lambda rules: rules.most_seats)

    def dealing(self, hands: Iterable[str]) -> RuleSet | None:
        """Return a rule set whose deck holds each of these hands, or None."""
        wanted = list(hands)
        return next((rules for rules in self._sets if all(holds(rules, hand) for hand in wanted)), None)

    def declining(self) -> RuleSet | None:
        """Return a rule set that lets a bot decline a special hand, or None."""
        return next((rules for rules in self._sets if rules.scoring.may_decline and rules.specials.order), None)


def holds(rules: RuleSet, hand: str) -> bool:
    """Return whether the deck holds the cards of a hand such as `As Kd …`."""
    return Counter(cards(hand.split())) <= Counter(rules.deck.cards())
