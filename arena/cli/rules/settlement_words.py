"""How a rule set settles a round, sentence by sentence in the order in which it is done."""

from collections.abc import Iterator

from arena.cli.sheet_text import Tongue
from arena.shisanshui.ruleset import RuleSet


def settlement_words(rules: RuleSet, say: Tongue) -> Iterator[str]:
    """The clauses in words."""
    yield _specials(rules, say)
    yield _rows(rules, say)
    yield _fouls(rules, say)
    if rules.gun != 0:
        yield _guns(rules, say)
    yield _home_run(rules, say)
    if rules.horse:
        yield say(
            f"Horse (马牌) {rules.horse}: what its holder wins and loses is doubled, pair by pair, last of all; "
            "between two holders it is four times. A median settlement and escapes are not doubled.",
            f"马牌 {rules.horse}：持有者的输赢逐对加倍，最后计算；双方都持有时为四倍。中位结算与逃跑不加倍。",
        )
    escape = rules.escape
    yield say(
        f"Escape (逃跑): who leaves pays {escape.pays}, every other player gains {escape.each_gains}, and the rest "
        "settle as if the seat were not there.",
        f"逃跑：逃跑者输 {escape.pays} 水，其余每人得 {escape.each_gains} 水，其余玩家照常结算。",
    )
    yield say(
        f"Chips are water × {rules.base} × {rules.multiplier}.",
        f"筹码 = 水 × {rules.base}（底分）× {rules.multiplier}（倍数）。",
    )


def _specials(rules: RuleSet, say: Tongue) -> str:
    methods = {
        "ranked": (
            "in each pair the higher kind wins the water of the highest at the table",
            "两两比较，高者赢取全桌最大特殊牌型的水数",
        ),
        "median": (
            "with four players or more those below the middle place pay 1, 2, … times the water of the highest, and "
            "those above share it; with fewer, pair by pair",
            "四人及以上时，中位以下按名次付 1、2……倍全桌最大特殊牌型的水数，中位以上按比例分得；不足四人时两两比较",
        ),
        "pairwise": ("in each pair the higher kind wins its own water", "两两比较，高者赢取自己的水数"),
    }
    english, chinese = methods[rules.all_special]
    return say(
        "A special hand wins its water from every plain or fouled hand and from every lower special hand; equal kinds "
        f"tie. When everybody is special, {english}.",
        f"特殊牌型向每家普通牌型、倒水者和较小的特殊牌型赢取自己的水数，同种为平。全桌都是特殊牌型时，{chinese}。",
    )


def _rows(rules: RuleSet, say: Tongue) -> str:
    if rules.row_water == "table-max":
        return say(
            "Plain hands are compared row by row, each pair: the better row wins the largest water of all plain "
            "players' rows in that place; equal rows win nothing.",
            "普通牌型两两逐墩比较，大者赢取该墩全桌普通牌型中最大的水数，相同为平。",
        )
    return say(
        "Plain hands are compared row by row, each pair: the better row wins its own water; equal rows win nothing.",
        "普通牌型两两逐墩比较，大者赢取自己那一墩的水数，相同为平。",
    )


def _fouls(rules: RuleSet, say: Tongue) -> str:
    shot = say(
        " and is beaten as in guns and home runs."
        if rules.foul_is_shot
        else ", but is not beaten as in guns and home runs: nobody has a home run while a foul sits at the table.",
        "，并算被打枪、被通杀。" if rules.foul_is_shot else "，但不算被打枪；桌上有人倒水时无人通杀。",
    )
    return say(
        f"A fouled hand (倒水) loses all three rows to every plain hand{shot}",
        f"倒水者三墩全输给每家普通牌型{shot}",
    )


def _guns(rules: RuleSet, say: Tongue) -> str:
    amounts = {
        "table": ("as much water as there are players less one", "人数减一的水数"),
        "double": ("what it owes already, again", "与已输相同的水数"),
    }
    english, chinese = amounts.get(str(rules.gun), (f"{rules.gun} water", f"{rules.gun} 水"))
    when = say(
        "" if rules.guns_with_specials else ", unless a special hand is at the table",
        "" if rules.guns_with_specials else "，桌上有特殊牌型时除外",
    )
    return say(
        f"Gun (打枪), with three players or more{when}: a hand that wins a row of another and loses none is paid "
        f"{english}.",
        f"打枪（三人及以上{when}）：赢至少一墩且一墩不输，对方再付{chinese}。",
    )


def _home_run(rules: RuleSet, say: Tongue) -> str:
    run = rules.home_run
    english, chinese = [], []
    if run.multiply:
        english.append("with three players or more what is owed, times the number of players less one")
        chinese.append("三人及以上时所欠水数乘以人数减一")
    if run.double:
        english.append("what is owed, once more")
        chinese.append("所欠水数再付一次")
    bonuses = {players: run.bonus_at(players) for players in range(2, rules.most_seats + 1)}
    if len(set(bonuses.values())) == 1:
        if bonuses[2]:
            english.append(f"{bonuses[2]} water more")
            chinese.append(f"另加 {bonuses[2]} 水")
    else:
        english.append(", ".join(f"{bonus} with {players} players" for players, bonus in bonuses.items()) + " more")
        chinese.append("另加" + "、".join(f"{players} 人 {bonus} 水" for players, bonus in bonuses.items()))
    if not english:
        return say("A home run (通杀) pays nothing further.", "通杀不另加水。")
    return say(
        f"Home run (通杀): who beats every other player so is paid by each, in this order: {'; '.join(english)}.",
        f"通杀（全垒打）：如此打败所有人，每家依次付：{'；'.join(chinese)}。",
    )
