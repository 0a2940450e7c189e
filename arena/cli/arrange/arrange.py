"""`arena arrange`: the best arrangements of a hand and their expected water."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from arena.cli.arrange.compare import arrangement_given, compare, comparison_data, show_comparison
from arena.cli.arrange.view import show_advice
from arena.cli.command import command
from arena.cli.options import rules_given
from arena.cli.terminal.card_input import texts_given
from arena.errors import ArenaError, UsageError
from arena.shisanshui.arranger.advice import PARTS, Advice, advise, reason
from arena.shisanshui.arranger.choice import Arranger, arranger
from arena.shisanshui.arranger.classes import TYPES
from arena.shisanshui.cards import TEXTS, cards
from arena.shisanshui.rows import ROW_TYPE_IDS
from arena.shisanshui.rule_model import FEWEST_SEATS, HAND_SIZE, MOST_SEATS, RuleSet
from protocol.text import Counted, Said, SaidError

_USUAL_PLAYERS: Final = 4


@command(
    short_help="Find the best arrangements of a hand.",
    epilog="""\b
Examples:
  arena arrange "As Kd Qh 9h 9s 8c 7h 6d 5h 5c 4h 3h 2h"
  arena arrange --top 5 --players 3 "As Kd Qh 9h 9s 8c 7h 6d 5h 5c 4h 3h 2h"
  arena arrange --compare "Kd Qh 2h | 5h 5c 8c 7h 6d | As 9h 9s 4h 3h"
  arena arrange --file hands.txt --json    one hand a line; - for stdin
""",
)
@click.argument("hand", required=False)
@click.option("--file", metavar="FILE", help="Read hands from FILE, one a line; # starts a comment.")
@click.option("--compare", "compared", metavar="ROWS", help='Compare "front | middle | back" with the best.')
@click.option(
    "--top", type=click.IntRange(1, 100), default=3, show_default=True, metavar="K", help="Arrangements to show."
)
@click.option(
    "--players",
    type=click.IntRange(FEWEST_SEATS, MOST_SEATS),
    help="Players at the table; 4, or as many as the deck serves.",
)
@click.option("--rules", default="standard", show_default=True, help="Rule set: a name or a path to a .toml file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def arrange(
    hand: str | None,
    file: str | None,
    compared: str | None,
    top: int,
    players: int | None,
    rules: str,
    as_json: bool,
) -> None:
    """Find the best arrangements of a hand by expected water.

    HAND is 13 cards such as "As Td 9c …" or "A♠ T♦ 9♣ …", with Xs and Xb for the jokers. The other players are assumed
    to arrange well. With --compare, HAND may be left out.
    """
    rule_set = rules_given(rules)
    count = min(_USUAL_PLAYERS, rule_set.most_seats) if players is None else players
    if fault := rule_set.refuses(count):
        raise UsageError("--players {count}: {fault}", count=count, fault=fault)
    action = None if compared is None else arrangement_given(compared)
    if action is not None:
        if file is not None:
            raise UsageError("--compare takes one hand, not --file")
        hand = hand or " ".join(action.front + action.middle + action.back)
    hands = list(_hands(rule_set, hand, file))
    helper = arranger(rule_set, count)
    comparisons = [] if action is None else [compare(helper, held, action) for held in hands]
    if as_json:
        documents = [_document(rule_set, count, held, advise(helper, held, top)) for held in hands]
        for document, each in zip(documents, comparisons, strict=False):
            document["compared"] = _arrangement(each.given.advice) | comparison_data(each)
        click.echo(msgspec.json.encode(documents[0] if file is None else {"hands": documents}))
        return
    for number, held in enumerate(hands):
        if number:
            click.echo()
        _show(helper, held, top)
    for each in comparisons:
        click.echo()
        show_comparison(each)


def _show(helper: Arranger, held: list[int], top: int) -> None:
    # at least two, so that even a single one can be compared
    show_advice(helper, held, advise(helper, held, max(2, top)), top)


def _hands(rules: RuleSet, hand: str | None, file: str | None) -> Iterator[list[int]]:
    if (hand is None) == (file is None):
        raise UsageError('a hand is expected, such as arena arrange "As Kd …", or --file FILE; one of the two')
    if hand is not None:
        yield _checked(rules, hand)
        return
    assert file is not None
    found = False
    for number, line in enumerate(_lines(file), 1):
        text = line.partition("#")[0].strip()
        if text:
            found = True
            try:
                yield _checked(rules, text)
            except SaidError as error:
                raise ArenaError("{file}:{number}: {fault}", file=file, number=number, fault=error) from None
    if not found:
        raise ArenaError("{file}: no hand in it; expected one a line, 13 cards such as As Kd …", file=file)


def _lines(file: str) -> list[str]:
    try:
        with click.open_file(file, encoding="utf-8") as source:
            return list(source)
    except OSError as error:
        raise UsageError("{file}: cannot be read: {strerror}", file=Path(file), strerror=error.strerror) from None
    except UnicodeDecodeError:
        raise ArenaError("{file}: not UTF-8 text", file=file) from None


def _checked(rules: RuleSet, text: str) -> list[int]:
    """Return the cards of a hand, high to low. Raises CardError, or ArenaError when the deck cannot deal it."""
    held = cards(texts_given(text))
    if len(held) != HAND_SIZE:
        raise ArenaError(
            "{cards}; a hand is {size}, such as As Kd …",
            cards=Counted(len(held), "{number} card", "{number} cards"),
            size=HAND_SIZE,
        )
    deck = Counter(rules.deck.cards())
    for card, times in Counter(held).items():
        if times > deck[card]:
            raise ArenaError(
                '{card} is there {times}, the deck of rule set "{rules}" holds {held}; --rules two-packs or wild has '
                "more cards",
                card=TEXTS[card],
                times=_times(times),
                rules=rules.name,
                held=deck[card],
            )
    return sorted(held, reverse=True)


def _times(count: int) -> Said:
    return Said("twice") if count == 2 else Counted(count, "once", "{number} times")


def _document(rules: RuleSet, players: int, held: Sequence[int], found: list[Advice]) -> dict[str, Any]:
    """Return the JSON document of `arena arrange`. Tools build on its shape: only ever add to it."""
    document: dict[str, Any] = {
        "rules": rules.name,
        "players": players,
        "hand": [TEXTS[card] for card in held],
        "arrangements": [_arrangement(advice) for advice in found],
    }
    if len(found) > 1:
        why = reason(found[0], found[1])
        document["reason"] = {
            "margin": round(why.margin, 4),
            "gains": {PARTS[part][0]: round(water, 4) for part, water in why.gains},
            "costs": {PARTS[part][0]: round(water, 4) for part, water in why.costs},
        }
    return document


def _arrangement(advice: Advice) -> dict[str, Any]:
    choice, expectation = advice
    laid = choice.arrangement()
    front, middle, back = choice.classes
    return {
        "front": laid.front,
        "middle": laid.middle,
        "back": laid.back,
        "decline": laid.decline,
        "outcome": choice.outcome,
        "special": choice.special,
        "water": round(choice.water, 4),
        "types": [ROW_TYPE_IDS[TYPES[each]] for each in (front, middle, back)],
        "win": None if expectation is None else [round(chance, 4) for chance in expectation.win],
        "gun": None if expectation is None else round(expectation.gun, 4),
        "home_run": None if expectation is None else round(expectation.home_run, 4),
    }
