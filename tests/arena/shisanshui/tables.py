"""Rounds as the tests write them down, and random ones."""

from random import Random

from arena.shisanshui.cards import cards
from arena.shisanshui.evaluation import ESCAPED, FORFEITED, Hand, evaluate
from arena.shisanshui.ruleset import RuleSet, load_rules
from arena.shisanshui.settlement import Settlement, settle
from arena.shisanshui.specials import BY_ID


def laid(text: str) -> list[int]:
    """Thirteen cards from `Qs Kd Ah / 2c 3c 4h 5c 6c / 2d 3d 4d 5h 6d`."""
    return cards(text.replace("/", " ").split())


def hand(rules: RuleSet, text: str) -> Hand:
    """`foul` and `escaped` are hands too; `declined` after the cards declines."""
    match text.rsplit(maxsplit=1)[-1]:
        case "foul":
            return FORFEITED
        case "escaped":
            return ESCAPED
        case "declined":
            return evaluate(rules, laid(text.removesuffix("declined")), declined=True)
        case _:
            return evaluate(rules, laid(text))


def table(rules: RuleSet | str, *seats: str) -> Settlement:
    """The round in which the seats lay these hands."""
    if isinstance(rules, str):
        rules = load_rules(rules)
    return settle(rules, [hand(rules, seat) for seat in seats])


def special_of(rules: RuleSet | str, text: str) -> str | None:
    """The special hand that the cards are under the rule set."""
    return hand(load_rules(rules) if isinstance(rules, str) else rules, text).special


def ladder(count: int) -> list[str]:
    """Plain hands with no big row, each better than the next in every row. They share cards, as no deck would."""
    return [
        f"{high}s 4h 2d / {high}h {next_}s 8d 6c 3s / {high}d {high}c 9s 5d 7c"
        for high, next_ in zip("AKQJT"[:count], "KQJT7", strict=False)
    ]


def example(kind: str) -> str:
    """A hand of that special kind."""
    return " / ".join(BY_ID[kind].example)


def moved(settlement: Settlement, *reasons: str) -> list[int]:
    """The water by seat that moved for these reasons."""
    water = [0] * len(settlement.water)
    for source, target, amount, reason in settlement.transfers:
        if reason in reasons:
            if source is not None:
                water[source] -= amount
            if target is not None:
                water[target] += amount
    return water


def dealt(rules: RuleSet, chance: Random, seats: int) -> list[list[int]]:
    """Random hands, laid mostly so that they do not foul, and some of them so that they are as-laid kinds."""
    deck = rules.deck.cards()
    chance.shuffle(deck)
    return [tidied(deck[13 * seat : 13 * seat + 13], chance) for seat in range(seats)]


def tidied(thirteen: list[int], chance: Random) -> list[int]:
    """The cards laid at random, by rank, or by groups of equal ranks; these foul more or less often."""
    match chance.randrange(3):
        case 0:
            return thirteen
        case 1:
            return sorted(thirteen)
        case _:
            ranks = [card >> 2 for card in thirteen]
            return sorted(thirteen, key=lambda card: (ranks.count(card >> 2), card))
