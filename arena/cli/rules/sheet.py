"""The sheet of a rule set: every rule in words and tables, made from the data alone."""

from collections.abc import Iterator

from arena.cli.rules.incentives import Costs, costs
from arena.cli.rules.settlement_words import settlement_words
from arena.cli.terminal.sheet_text import markdown_table
from arena.cli.terminal.terms import row_type_term, special_term
from arena.language import Paired, _, spoken, told
from arena.shisanshui.cards import SUIT_SYMBOLS, SUITS
from arena.shisanshui.rows import FRONT_TYPES, RowType
from arena.shisanshui.ruleset import RuleSet
from arena.shisanshui.specials import BY_ID
from protocol.text import Counted, Listed, Said

ROW_EXAMPLES = {
    RowType.FIVE_OF_A_KIND: "9s 9h 9d 9c 9d",
    RowType.STRAIGHT_FLUSH: "5h 6h 7h 8h 9h",
    RowType.FOUR_OF_A_KIND: "9s 9h 9d 9c 4s",
    RowType.FULL_HOUSE: "9s 9h 9d 4c 4s",
    RowType.FLUSH: "2c 5c 9c Jc Kc",
    RowType.STRAIGHT: "5s 6h 7d 8c 9s",
    RowType.THREE_OF_A_KIND: "9s 9h 9d 4c Ks",
    RowType.TWO_PAIRS: "9s 9h 4d 4c Ks",
    RowType.PAIR: "9s 9h 4d 7c Ks",
    RowType.HIGH_CARD: "2s 5h 9d Jc Ks",
}


def rule_sheet(rules: RuleSet) -> str:
    """Return the whole sheet as Markdown, in the language in use."""
    chinese = spoken() == "zh"
    title = f"# {rules.chinese} ({rules.name})" if chinese else f"# {rules.name} ({rules.chinese})"
    parts = [
        title,
        *(rules.notes_chinese if chinese else rules.notes),
        _heading(Said("Cards")),
        deck_words(rules),
        _heading(Said("Rows")),
        *_rows(rules),
        _heading(Said("Special hands")),
        *_specials(rules),
        _heading(Said("Settlement")),
        "\n".join(f"{place}. {words}" for place, words in enumerate(settlement_words(rules), 1)),
        _heading(Said("Losing on purpose")),
        *_losing_on_purpose(rules),
    ]
    return "\n\n".join(parts) + "\n"


def _heading(words: Said) -> str:
    return f"## {told(words)}"


def deck_words(rules: RuleSet) -> str:
    """Describe the deck and how many players it serves, in a sentence."""
    deck = rules.deck
    parts: list[Said] = [Counted(deck.packs, "{number} pack of 52", "{number} packs of 52")]
    if deck.extra_suits:
        symbols = " ".join(SUIT_SYMBOLS[SUITS.index(suit)] for suit in deck.extra_suits)
        count = len(deck.extra_suits)
        parts.append(
            Counted(count, "{number} more suit ({suits})", "{number} more suits ({suits})", suits=symbols),
        )
    if deck.jokers:
        parts.append(
            Counted(
                deck.jokers,
                "{number} joker, each standing for any card",
                "{number} jokers, each standing for any card",
            )
        )
    return _(
        "{parts}: {cards} cards, for 2 to {most} players with 13 cards each.",
        parts=Listed(parts),
        cards=len(deck.cards()),
        most=rules.most_seats,
    )


def _rows(rules: RuleSet) -> Iterator[str]:
    if rules.equal_rows == "foul":
        yield _(
            "Each player lays a front of 3 cards, a middle of 5 and a back of 5; the front must be below the middle "
            "and the middle below the back."
        )
    else:
        yield _(
            "Each player lays a front of 3 cards, a middle of 5 and a back of 5; the front must be no better than the "
            "middle, the middle no better than the back."
        )
    yield _("Otherwise the hand fouls. Row types, high to low, with the water a row of that type is worth:")
    scoring = rules.scoring
    lines = []
    for kind in sorted(RowType, reverse=True):
        if kind is RowType.FIVE_OF_A_KIND and not _five_of_a_kind_possible(rules):
            continue
        front = str(scoring.front[kind]) if kind in FRONT_TYPES else "–"
        lines.append((_name(kind), front, str(scoring.middle[kind]), str(scoring.back[kind]), ROW_EXAMPLES[kind]))
    yield markdown_table((_("type"), _("front"), _("middle"), _("back"), _("example")), lines)
    yield _(
        "Straights rank TJQKA, then A2345, then 9TJQK down to 23456. Suits never break a tie.",
    )
    if rules.deck.jokers:
        yield _(
            "Jokers are read from the back forwards: the back as its best, the middle as its best that is legal, then "
            "the front."
        )


def _name(kind: RowType) -> str:
    return f"{kind.chinese} ({kind.id})" if spoken() == "zh" else row_type_term(kind)


def _five_of_a_kind_possible(rules: RuleSet) -> bool:
    return rules.deck.packs > 1 or bool(rules.deck.extra_suits) or rules.deck.jokers > 0


def _specials(rules: RuleSet) -> Iterator[str]:
    if not rules.specials.order:
        yield _("None.")
        return
    if rules.declare == "auto":
        yield _(
            "A hand is the first kind below that it satisfies, and wins that water from every player below it. It is "
            "always recognised."
        )
    else:
        yield _(
            "A hand is the first kind below that it satisfies, and wins that water from every player below it. Its "
            "player may decline it and play the rows."
        )
    yield "\n".join(_special(rules, place, kind) for place, kind in enumerate(rules.specials.order, 1))
    if any(BY_ID[kind].as_laid for kind in rules.specials.order):
        yield _(
            "Kinds that count as laid need their rows laid so and not fouled; the others count in any layout, a "
            "fouled one too."
        )


def _special(rules: RuleSet, place: int, kind: str) -> str:
    """A list item of three lines: name and water, what it is, an example."""
    special = BY_ID[kind]
    name = f"{special.chinese} ({kind})" if spoken() == "zh" else special_term(kind)
    head = _("{name}: {water} water", name=name, water=rules.specials.water[kind])
    indent = " " * len(f"{place}. ")
    meaning = told(Paired(special.meaning, special.meaning_chinese))
    return f"{place}. {head}  \n{indent}{meaning}  \n{indent}{_('example')} {' / '.join(special.example)}"


def _losing_on_purpose(rules: RuleSet) -> Iterator[str]:
    table = costs(rules)
    yield _(
        "The loss of the weakest of several plain hands when it lays its rows and is beaten by everybody, when it "
        "fouls instead, and when it leaves instead (ordinary rows, no special hand):"
    )
    yield markdown_table((_("players"), _("beaten"), _("foul"), _("escape")), [tuple(map(str, line)) for line in table])
    yield _foul_verdict([line for line in table if line.foul < line.beaten])
    yield _escape_verdict([line for line in table if line.escape < line.beaten])


def _foul_verdict(pays: list[Costs]) -> str:
    if not pays:
        return _("A foul on purpose never pays here.")
    return _(
        "A foul on purpose can pay with {players} players: it costs less than being beaten by everybody.",
        players=_counts(pays),
    )


def _escape_verdict(pays: list[Costs]) -> str:
    if not pays:
        return _("Leaving on purpose never pays here.")
    return _(
        "Leaving on purpose can pay with {players} players: it costs less than being beaten by everybody.",
        players=_counts(pays),
    )


def _counts(pays: list[Costs]) -> Listed:
    return Listed(line.players for line in pays)
