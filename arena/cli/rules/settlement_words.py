"""How a rule set settles a round: one sentence a clause, in the order in which they apply."""

from collections.abc import Iterator
from typing import Final

from arena.language import _
from arena.shisanshui.ruleset import RuleSet
from protocol.text import SEMICOLON, Counted, Listed, Said

_ALL_SPECIAL: Final = {
    "ranked": Said("in each pair the higher kind wins the water of the highest at the table"),
    "median": Said(
        "with four players or more those below the middle place pay 1, 2, … times the water of the highest, and those "
        "above share it; with fewer, pair by pair"
    ),
    "pairwise": Said("in each pair the higher kind wins its own water"),
}


def settlement_words(rules: RuleSet) -> Iterator[str]:
    """Yield the clauses in the language in use."""
    yield _(
        "A special hand wins its water from every plain or fouled hand and from every lower special hand; equal kinds "
        "tie. When everybody is special, {method}.",
        method=_ALL_SPECIAL[rules.all_special],
    )
    yield _rows(rules)
    yield _fouls(rules)
    if rules.gun != 0:
        yield _guns(rules)
    yield _home_run(rules)
    if rules.horse:
        yield _(
            "Horse (马牌) {card}: what its holder wins and loses is doubled, pair by pair, last of all; between two "
            "holders it is four times. A median settlement and escapes are not doubled.",
            card=rules.horse,
        )
    yield _(
        "Escape (逃跑): a player who leaves pays {pays}, every other player gains {gains}, and the rest settle as if "
        "the seat were empty.",
        pays=rules.escape.pays,
        gains=rules.escape.each_gains,
    )
    yield _("Chips are water × {base} × {multiplier}.", base=rules.base, multiplier=rules.multiplier)


def _rows(rules: RuleSet) -> str:
    if rules.row_water == "table-max":
        return _(
            "Plain hands are compared row by row, each pair: the better row wins the largest water of all plain "
            "players' rows in that place; equal rows win nothing."
        )
    return _(
        "Plain hands are compared row by row, each pair: the better row wins its own water; equal rows win nothing."
    )


def _fouls(rules: RuleSet) -> str:
    if rules.foul_is_shot:
        return _(
            "A fouled hand (倒水) loses all three rows to every plain hand and is beaten as in guns and home runs."
        )
    return _(
        "A fouled hand (倒水) loses all three rows to every plain hand, but is not beaten as in guns and home runs: "
        "nobody has a home run while a foul sits at the table."
    )


def _guns(rules: RuleSet) -> str:
    if rules.gun == "table":
        paid = Said("as much water as there are players less one")
    elif rules.gun == "double":
        paid = Said("what it owes already, again")
    else:
        paid = Said("{water} water", water=rules.gun)
    if rules.guns_with_specials:
        return _(
            "Gun (打枪), with three players or more: a hand that wins a row of another and loses none is paid {paid}.",
            paid=paid,
        )
    return _(
        "Gun (打枪), with three players or more, unless a special hand is at the table: a hand that wins a row of "
        "another and loses none is paid {paid}.",
        paid=paid,
    )


def _home_run(rules: RuleSet) -> str:
    payments = list(_home_run_payments(rules))
    if not payments:
        return _("A home run (通杀) pays nothing further.")
    return _(
        "Home run (通杀): a player who beats every other in this way is paid by each, in this order: {payments}.",
        payments=Listed(payments, SEMICOLON),
    )


def _home_run_payments(rules: RuleSet) -> Iterator[Said]:
    run = rules.home_run
    if run.multiply:
        yield Said("with three players or more what is owed, times the number of players less one")
    if run.double:
        yield Said("what is owed, once more")
    bonuses = {players: run.bonus_at(players) for players in range(2, rules.most_seats + 1)}
    if len(set(bonuses.values())) > 1:
        by_players = [
            Counted(players, "{bonus} with {number} player", "{bonus} with {number} players", bonus=bonus)
            for players, bonus in bonuses.items()
        ]
        yield Said("{bonuses} more", bonuses=Listed(by_players))
    elif bonuses[2]:
        yield Said("{bonus} water more", bonus=bonuses[2])
