"""The sheet of a rule set (规则说明): everything it says, in words and tables, made from its data alone."""

from collections.abc import Iterator

from arena.cli.rules.incentives import Costs, costs
from arena.cli.rules.settlement_words import settlement_words
from arena.cli.sheet_text import Tongue, markdown_table
from arena.shisanshui.cards import SUIT_SYMBOLS, SUITS
from arena.shisanshui.rows import FRONT_TYPES, RowType
from arena.shisanshui.ruleset import RuleSet
from arena.shisanshui.specials import BY_ID

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


def rule_sheet(rules: RuleSet, chinese: bool) -> str:
    """The whole sheet as Markdown."""
    say = Tongue(chinese)
    title = f"# {rules.chinese} ({rules.name})" if chinese else f"# {rules.name} ({rules.chinese})"
    notes = rules.notes_chinese if chinese else rules.notes
    parts = [
        title,
        *notes,
        say("## Cards", "## 牌"),
        deck_words(rules, say),
        say("## Rows", "## 墩"),
        *_rows(rules, say),
        say("## Special hands", "## 特殊牌型"),
        *_specials(rules, say),
        say("## Settlement", "## 结算"),
        "\n".join(f"{place}. {words}" for place, words in enumerate(settlement_words(rules, say), 1)),
        say("## Losing on purpose", "## 故意认输是否划算"),
        *_temptations(rules, say),
    ]
    return "\n\n".join(parts) + "\n"


def deck_words(rules: RuleSet, say: Tongue) -> str:
    """The deck and how many it serves, in a sentence."""
    deck = rules.deck
    cards = len(deck.cards())
    extra = [SUIT_SYMBOLS[SUITS.index(suit)] for suit in deck.extra_suits]
    english = [f"{deck.packs} pack{'s' if deck.packs > 1 else ''} of 52"]
    chinese = [f"{deck.packs} 副牌"]
    if extra:
        english.append(f"{len(extra)} more suit{'s' if len(extra) > 1 else ''} ({' '.join(extra)})")
        chinese.append(f"加{len(extra)}色（{'、'.join(extra)}）")
    if deck.jokers:
        english.append(f"{deck.jokers} joker{'s' if deck.jokers > 1 else ''}, each standing for any card")
        chinese.append(f"{deck.jokers} 张王，可当任意一张牌")
    return say(
        f"{', '.join(english)}: {cards} cards, for 2 to {rules.most_seats} players with 13 cards each.",
        f"{'，'.join(chinese)}，共 {cards} 张；2 到 {rules.most_seats} 人，每人 13 张。",
    )


def _rows(rules: RuleSet, say: Tongue) -> Iterator[str]:
    strict = rules.equal_rows == "foul"
    yield say(
        "Each player lays a front of 3 cards, a middle of 5 and a back of 5; the front must be "
        + (
            "below the middle and the middle below the back."
            if strict
            else "no better than the middle, the middle no better than the back."
        ),
        "每人把 13 张牌摆成头墩 3 张、中墩 5 张、尾墩 5 张；"
        + ("头墩必须小于中墩，中墩必须小于尾墩。" if strict else "头墩不得大于中墩，中墩不得大于尾墩。"),
    )
    yield say(
        "Otherwise the hand fouls. Row types, high to low, with the water a row of that type is worth:",
        "否则为倒水。牌型从大到小，以及各墩的水数：",
    )
    scoring = rules.scoring
    rows = []
    for kind in sorted(RowType, reverse=True):
        if kind is RowType.FIVE_OF_A_KIND and not _five_of_a_kind_possible(rules):
            continue
        front = str(scoring.front[kind]) if kind in FRONT_TYPES else "–"
        name = f"{kind.chinese} ({kind.id})" if say.chinese else f"{kind.id} {kind.chinese}"
        rows.append((name, front, str(scoring.middle[kind]), str(scoring.back[kind]), ROW_EXAMPLES[kind]))
    yield markdown_table(
        (say("type", "牌型"), say("front", "头墩"), say("middle", "中墩"), say("back", "尾墩"), say("example", "例")),
        rows,
    )
    yield say(
        "Straights rank TJQKA, then A2345, then 9TJQK down to 23456. Suits never break a tie.",
        "顺子以 TJQKA 最大，A2345 次之，其后 9TJQK 直到 23456。花色不分大小，全同为平。",
    )
    if rules.deck.jokers:
        yield say(
            "Jokers are read from the back forwards: the back as its best, the middle as its best that is legal, "
            "then the front.",
            "王从尾墩往前读：尾墩取最大，中墩取合法的最大，再到头墩。",
        )


def _five_of_a_kind_possible(rules: RuleSet) -> bool:
    return rules.deck.packs > 1 or bool(rules.deck.extra_suits) or rules.deck.jokers > 0


def _specials(rules: RuleSet, say: Tongue) -> Iterator[str]:
    if not rules.specials.order:
        yield say("None.", "无。")
        return
    yield say(
        "A hand is the first kind below that it satisfies, and wins that water from every player below it. "
        + ("It is always recognised." if rules.declare == "auto" else "Its player may decline it and play the rows."),
        "一手牌取下表中最先符合的一种，向每个不及它的玩家赢取相应水数。"
        + ("系统自动识别，不可放弃。" if rules.declare == "auto" else "玩家可以不报，按普通牌型比牌。"),
    )
    yield "\n".join(_special(rules, place, kind, say) for place, kind in enumerate(rules.specials.order, 1))
    if any(BY_ID[kind].as_laid for kind in rules.specials.order):
        yield say(
            "Kinds that count as laid need their rows laid so and not fouled; the others count in any layout, "
            "a fouled one too.",
            "标明三墩的牌型须照样摆好且不倒水；其余牌型不论如何摆放，倒水也算。",
        )


def _special(rules: RuleSet, place: int, kind: str, say: Tongue) -> str:
    """A list item of three lines: name and water, what it is, an example."""
    special = BY_ID[kind]
    name = say(f"{kind} {special.chinese}", f"{special.chinese} ({kind})")
    head = f"{place}. {name}{say(': ', '：')}{rules.specials.water[kind]} {say('water', '水')}  "
    indent = " " * len(f"{place}. ")
    meaning = say(special.meaning, special.meaning_chinese)
    return "\n".join((head, f"{indent}{meaning}  ", f"{indent}{say('example', '例')} {' / '.join(special.example)}"))


def _temptations(rules: RuleSet, say: Tongue) -> Iterator[str]:
    table = costs(rules)
    yield say(
        "What the weakest of so many plain hands loses when it lays its rows and is beaten by everybody, when it "
        "fouls instead, and when it leaves instead (ordinary rows, no special hand):",
        "若干家都是普通牌型时，最弱一家照常摆牌被全部打败、故意倒水、逃跑各输多少水（无大牌、无特殊牌型）：",
    )
    yield markdown_table(
        (say("players", "人数"), say("beaten", "全败"), say("foul", "倒水"), say("escape", "逃跑")),
        [tuple(map(str, line)) for line in table],
    )
    fouls = [line for line in table if line.foul < line.beaten]
    escapes = [line for line in table if line.escape < line.beaten]
    yield _verdict(fouls, say("A foul on purpose", "故意倒水"), say)
    yield _verdict(escapes, say("Leaving on purpose", "故意逃跑"), say)


def _verdict(pays: list[Costs], what: str, say: Tongue) -> str:
    if not pays:
        return say(f"{what} never pays here.", f"{what}：在此规则下不划算。")
    players = ", ".join(str(line.players) for line in pays)
    return say(
        f"{what} can pay with {players} players: it costs less than being beaten by everybody.",
        f"{what}：{players} 人时可能划算，比全败输得少。",
    )
