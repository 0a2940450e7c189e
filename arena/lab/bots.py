"""Bots of the SDK as players in this process. The SDK brings pyzmq, so nothing else of the lab imports this."""

from typing import Any, Final

from arena.lab.play import rules_of
from arena.lab.players import Answer, Player
from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.ruleset import RuleSet, data_of
from protocol.sdk import Bot, Table

_TIME: Final = {"decision_ms": 1000, "grace_ms": 100, "bank_ms": 0}


def of_bot(bot: Bot, rules: str | RuleSet = "standard", players: int = 4, seat: int = 0) -> Player:
    """Return a bot as a player that sits at a table of so many, in one endless match.

    It is told that the match started and is asked hand by hand. It hears of no events, so what a bot learns from them
    it does not learn here, and no time runs. Raises RulesError and ValueError as `simulate` does.

    >>> from arena.lab import greedy, simulate
    >>> class ByRank(Bot):
    ...     def arrange(self, hand, table):
    ...         return hand[10:], hand[5:10], hand[:5]
    >>> simulate([of_bot(ByRank(), players=2), greedy()], rounds=3).tolist()
    [[-3, 3], [1, -1], [-3, 3]]
    """
    rule_set = rules_of(rules, players)
    start: dict[str, Any] = {
        "match": "lab",
        "game": "shisanshui",
        "seat": seat,
        "seats": [f"player{number}" for number in range(players)],
        "rounds": 1,
        "rules": data_of(rule_set),
        "time": _TIME,
    }
    table = Table(start)
    bot.match_started(table)

    def arrange(hand: list[int]) -> Answer:
        table.round += 1
        laid = bot.arrange([TEXTS[card] for card in hand], table)
        if laid is None:
            return None
        front, middle, back, *decline = laid
        return Arrangement(list(front), list(middle), list(back), bool(decline and decline[0]))

    return arrange
