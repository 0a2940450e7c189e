"""Steps with rare hands."""

from typing import Final

from arena.check.report import Skipped
from arena.check.rule_sets import holds
from arena.check.scripted_table import ScriptedTable
from arena.check.subject import Subject
from arena.shisanshui.specials import BY_ID
from protocol.text import Said

_FIVES: Final = (
    "As As Ah Ah Ad Ad Ac Ac Ks Ks Kh Kh Kd",
    "2s 2s 2h 2h 2d 3s 3s 3h 3h 3d 4s 4s 4h",
    "9c 9c 9d 9d 9h 9h 9s 9s Tc Tc Td Td Ts",
)
_JOKERS: Final = (
    "Xs Xb 2s 3h 4d 5c 7s 8h 9d Tc Qs Kh Ad",
    "Xb As Ah Ad Ac Ks Kh Kd Kc 2s 2h 2d 2c",
    "Xs 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks",
)


def lays_specials(subject: Subject) -> Said:
    """Deal a hand of each special kind."""
    rules = subject.rules.first
    examples = [" ".join(BY_ID[kind].example) for kind in rules.specials.order]
    dealt = [example for example in examples if holds(rules, example)]
    if not dealt:
        raise Skipped("no special hand counts under the rules {rules}", rules=rules.name)
    table = ScriptedTable(subject, rules, len(dealt))
    for example in dealt:
        table.ask(example.split())
    table.finish()
    return Said("a hand of each of the {count} kinds", count=len(dealt))


def lays_fives(subject: Subject) -> Said:
    """Deal equal cards, and five of a kind."""
    rules = subject.rules.dealing(_FIVES)
    if rules is None:
        raise Skipped("it is not checked under rules with two packs; --rules two-packs does")
    table = ScriptedTable(subject, rules, len(_FIVES) + 2, seats=8, place=7)
    for hand in _FIVES:
        table.ask(hand.split())
    table.play(2)
    table.finish()
    return Said("{count} hands with equal cards, and a table of eight", count=len(_FIVES))


def lays_jokers(subject: Subject) -> Said:
    """Deal one joker, and both."""
    rules = subject.rules.dealing(_JOKERS)
    if rules is None:
        raise Skipped("it is not checked under rules with jokers; --rules wild does")
    table = ScriptedTable(subject, rules, len(_JOKERS))
    for hand in _JOKERS:
        table.ask(hand.split())
    table.finish()
    return Said("{count} hands with one joker or both", count=len(_JOKERS))


def may_decline(subject: Subject) -> Said:
    """Deal special hands under rules that let a bot decline them."""
    rules = subject.rules.declining()
    if rules is None:
        raise Skipped("it is not checked under rules that let it decline a special hand; --rules common does")
    kinds = rules.specials.order[-4:]
    table = ScriptedTable(subject, rules, len(kinds))
    laid = [table.ask(" ".join(BY_ID[kind].example).split())[0] for kind in kinds]
    table.finish()
    declined = sum(action is not None and action.decline for action in laid)
    return Said("it declined {declined} of {count} special hands", declined=declined, count=len(laid))
