"""A settlement written out as on paper."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from arena.cli.terminal.sheet_text import columns
from arena.cli.terminal.terms import reason_term, special_term
from arena.language import Paired, _, told
from arena.shisanshui.evaluation import OUTCOMES, Hand
from arena.shisanshui.rounds import LaidSeat, ScoredRound
from arena.shisanshui.rows import row_type
from arena.shisanshui.ruleset import RuleSet
from arena.shisanshui.settlement import REASONS, ROWS, TABLE, Reason
from protocol.text import Listed, Said


def explained(rules: RuleSet, seats: Sequence[LaidSeat], scored: ScoredRound) -> str:
    """Return the rows side by side, the payments for each reason, and the sums, in the language in use."""
    parts = [
        _("{rules}, {seats} seats", rules=Paired(rules.name, f"{rules.chinese}（{rules.name}）"), seats=len(seats)),
        columns(_laid(seats, scored.hands)),
        *map(told, _fouls(rules, scored.hands)),
        *_moves(scored),
        columns(_sums(rules, scored), right_from=1),
    ]
    return "\n\n".join(parts) + "\n"


def _seat(seat: int) -> Said:
    return Said("the table") if seat == TABLE else Said("seat {seat}", seat=seat)


def _reason(reason: Reason) -> str:
    return told(Paired(*REASONS[reason]))


def _laid(seats: Sequence[LaidSeat], hands: Sequence[Hand]) -> Iterator[list[str]]:
    yield ["", *map(_reason, ROWS), ""]
    for place, (seat, hand) in enumerate(zip(seats, hands, strict=True)):
        rows = ["–"] * 3
        if hand.rows is not None:
            laid = (seat.front or (), seat.middle or (), seat.back or ())
            kinds = [row_type(value) for value in hand.rows]
            rows = [
                f"{' '.join(row)} {told(Paired(kind.id, kind.chinese))}" for row, kind in zip(laid, kinds, strict=True)
            ]
        yield [told(_seat(place)), *rows, _outcome(hand)]


def _outcome(hand: Hand) -> str:
    if hand.special is None:
        outcome = told(Paired(*OUTCOMES[hand.outcome]))
    else:
        outcome = _("{special} ({water})", special=special_term(hand.special), water=hand.special_water)
    return _("{outcome}, horse", outcome=outcome) if hand.horse else outcome


def _fouls(rules: RuleSet, hands: Sequence[Hand]) -> Iterator[Said]:
    """Say why each fouled hand fouls."""
    strict = rules.equal_rows == "foul"
    for seat, hand in enumerate(hands):
        if hand.outcome != "foul":
            continue
        if hand.rows is None:
            yield Said("seat {seat} has no valid rows", seat=seat)
            continue
        for low, high in ((0, 1), (1, 2)):
            lower, higher = Paired(*REASONS[ROWS[low]]), Paired(*REASONS[ROWS[high]])
            if hand.rows[low] > hand.rows[high]:
                yield Said(
                    "seat {seat} fouls: its {lower} is above its {higher}", seat=seat, lower=lower, higher=higher
                )
            elif strict and hand.rows[low] == hand.rows[high]:
                yield Said(
                    "seat {seat} fouls: its {lower} is equal to its {higher}", seat=seat, lower=lower, higher=higher
                )


def _moves(scored: ScoredRound) -> Iterator[str]:
    """For each reason, in the order of the settlement, who wins how much from whom."""
    by_reason: dict[Reason, dict[int, list[Said]]] = defaultdict(lambda: defaultdict(list))
    for source, target, amount, reason in scored.settlement.moves:
        payment = Said("{water} from {payer}", water=amount, payer=_seat(source))
        by_reason[reason][target].append(payment)
    for reason in REASONS:
        if winners := by_reason.get(reason):
            lines = [reason_term(reason)]
            for target in sorted(winners):
                wins = _("{winner} wins {payments}", winner=_seat(target), payments=Listed(winners[target]))
                lines.append(f"  {wins}")
            yield "\n".join(lines)


def _sums(rules: RuleSet, scored: ScoredRound) -> Iterator[list[str]]:
    """Water by seat and reason, with the sum."""
    moves = scored.settlement.moves
    reasons = [reason for reason in REASONS if any(move[3] == reason for move in moves)]
    chips = rules.base * rules.multiplier
    yield ["", *map(_reason, reasons), _("water"), _("chips")]
    for seat, water in enumerate(scored.settlement.water):
        by_reason = dict.fromkeys(reasons, 0)
        for source, target, amount, reason in moves:
            by_reason[reason] += amount * ((target == seat) - (source == seat))
        amounts = [*by_reason.values(), water, water * chips]
        yield [told(_seat(seat)), *(f"{amount:+d}" if amount else "0" for amount in amounts)]
