"""Steps with rare hands."""

from typing import Final

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
    """Deal a hand of each special kind of the standard rules."""
    table = ScriptedTable(subject, "standard", len(BY_ID))
    kinds = [BY_ID[kind] for kind in table.rules.specials.order]
    for kind in kinds:
        table.ask(" ".join(kind.example).split())
    table.finish()
    return Said("a hand of each of the {count} kinds", count=len(kinds))


def lays_fives(subject: Subject) -> Said:
    """Deal equal cards, and five of a kind."""
    table = ScriptedTable(subject, "two-packs", len(_FIVES) + 2, seats=8, place=7)
    for hand in _FIVES:
        table.ask(hand.split())
    table.play(2)
    table.finish()
    return Said("{count} hands with equal cards, and a table of eight", count=len(_FIVES))


def lays_jokers(subject: Subject) -> Said:
    """Deal one joker, and both."""
    table = ScriptedTable(subject, "wild", len(_JOKERS))
    for hand in _JOKERS:
        table.ask(hand.split())
    table.finish()
    return Said("{count} hands with one joker or both", count=len(_JOKERS))


def may_decline(subject: Subject) -> Said:
    """Deal special hands under rules that let a bot decline them."""
    table = ScriptedTable(subject, "common", 4)
    kinds = table.rules.specials.order[-4:]
    laid = [table.ask(" ".join(BY_ID[kind].example).split())[0] for kind in kinds]
    table.finish()
    declined = sum(action is not None and action.decline for action in laid)
    return Said("it declined {declined} of {count} special hands", declined=declined, count=len(laid))
