"""A settlement written out as a person would do it on paper, in English or Chinese."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from arena.cli.sheet_text import Tongue, columns
from arena.shisanshui.evaluation import Hand
from arena.shisanshui.rounds import LaidSeat, ScoredRound
from arena.shisanshui.rows import row_type
from arena.shisanshui.ruleset import RuleSet
from arena.shisanshui.settlement import REASONS, TABLE, Reason
from arena.shisanshui.specials import BY_ID

OUTCOMES = {"plain": ("plain", "普通"), "foul": ("foul", "倒水"), "escaped": ("escaped", "逃跑")}


def explained(rules: RuleSet, seats: Sequence[LaidSeat], scored: ScoredRound, say: Tongue) -> str:
    """The rows side by side, what moved for each reason, and the sums."""
    parts = [
        say(f"{rules.name}, {len(seats)} seats", f"{rules.chinese}（{rules.name}），{len(seats)} 人"),
        columns(_laid(seats, scored.hands, say)),
        *_fouls(rules, scored.hands, say),
        *_moves(scored, say),
        columns(_sums(rules, scored, say), right_from=1),
    ]
    return "\n\n".join(parts) + "\n"


def _seat(seat: int, say: Tongue) -> str:
    return say(f"seat {seat}", f"座位{seat}")


def _laid(seats: Sequence[LaidSeat], hands: Sequence[Hand], say: Tongue) -> Iterator[list[str]]:
    yield ["", *(say(*REASONS[row]) for row in ("front", "middle", "back")), ""]
    for place, (seat, hand) in enumerate(zip(seats, hands, strict=True)):
        rows = ["–"] * 3
        if hand.rows is not None:
            laid = (seat.front or (), seat.middle or (), seat.back or ())
            kinds = [row_type(value) for value in hand.rows]
            rows = [f"{' '.join(row)} {say(kind.id, kind.chinese)}" for row, kind in zip(laid, kinds, strict=True)]
        yield [_seat(place, say), *rows, _outcome(hand, say)]


def _outcome(hand: Hand, say: Tongue) -> str:
    if hand.special is None:
        word = say(*OUTCOMES[hand.outcome])
    else:
        word = say(f"{hand.special} {BY_ID[hand.special].chinese}", BY_ID[hand.special].chinese)
        word += say(f" ({hand.special_water})", f"（{hand.special_water}）")
    return word + (say(", horse", "，马牌") if hand.horse else "")


def _fouls(rules: RuleSet, hands: Sequence[Hand], say: Tongue) -> Iterator[str]:
    """Why each fouled hand fouls."""
    strict = rules.equal_rows == "foul"
    names = [REASONS[row] for row in ("front", "middle", "back")]
    for seat, hand in enumerate(hands):
        if hand.outcome != "foul":
            continue
        if hand.rows is None:
            yield say(f"seat {seat} has no valid rows", f"座位{seat} 没有有效的牌墩")
            continue
        for low, high in ((0, 1), (1, 2)):
            above = hand.rows[low] > hand.rows[high]
            if above or (strict and hand.rows[low] == hand.rows[high]):
                compared = say("is above" if above else "is equal to", "大于" if above else "等于")
                yield say(
                    f"seat {seat} fouls: its {names[low][0]} {compared} its {names[high][0]}",
                    f"座位{seat} 倒水：{names[low][1]}{compared}{names[high][1]}",
                )


def _moves(scored: ScoredRound, say: Tongue) -> Iterator[str]:
    """For each reason, in the order of the settlement, who wins how much from whom."""
    by_reason: dict[Reason, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for source, target, amount, reason in scored.settlement.moves:
        payer = say("the table", "牌桌") if source == TABLE else _seat(source, say)
        by_reason[reason][target].append(say(f"{amount} from {payer}", f"{payer} {amount} 水"))
    for reason in REASONS:
        winners = by_reason.get(reason)
        if winners:
            english, chinese = REASONS[reason]
            lines = [say(f"{english} {chinese}", chinese)]
            for target in sorted(winners):
                name = say("the table", "牌桌") if target == TABLE else _seat(target, say)
                lines.append(say(f"  {name} wins ", f"  {name} 赢 ") + say(", ", "，").join(winners[target]))
            yield "\n".join(lines)


def _sums(rules: RuleSet, scored: ScoredRound, say: Tongue) -> Iterator[list[str]]:
    """Water by seat and reason, with the sum."""
    moves = scored.settlement.moves
    reasons = [reason for reason in REASONS if any(move[3] == reason for move in moves)]
    chips = rules.base * rules.multiplier
    yield ["", *(say(*REASONS[reason]) for reason in reasons), say("water", "水"), say("chips", "筹码")]
    for seat, water in enumerate(scored.settlement.water):
        by_reason = dict.fromkeys(reasons, 0)
        for source, target, amount, reason in moves:
            by_reason[reason] += amount * ((target == seat) - (source == seat))
        amounts = [*by_reason.values(), water, water * chips]
        yield [_seat(seat, say), *(f"{amount:+d}" if amount else "0" for amount in amounts)]
