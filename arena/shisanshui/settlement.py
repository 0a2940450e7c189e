"""The settlement of one round (结算): who pays whom, clause by clause.

Hands are evaluated once (`evaluation.evaluate`) and may be settled in many seatings. Everything a round moves is one
list of moves; each seat's water is their sum.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, Literal, NamedTuple

from arena.shisanshui.evaluation import Hand, Rows
from arena.shisanshui.median import median
from arena.shisanshui.rule_model import MOST_SEATS, RuleSet

Reason = Literal[
    "front", "middle", "back", "gun", "home-run-multiply", "home-run-double", "home-run", "special", "horse", "escape"
]
REASONS: Final[dict[Reason, tuple[str, str]]] = {
    "front": ("front row", "头墩"),
    "middle": ("middle row", "中墩"),
    "back": ("back row", "尾墩"),
    "gun": ("gun", "打枪"),
    "home-run-multiply": ("home run, multiplied", "通杀乘倍"),
    "home-run-double": ("home run, doubled", "通杀加倍"),
    "home-run": ("home run", "通杀"),
    "special": ("special hand", "特殊牌型"),
    "horse": ("horse", "马牌"),
    "escape": ("escape", "逃跑"),
}
"""What each reason says, in English and Chinese."""

TABLE: Final = -1
Move = tuple[int, int, int, Reason]
"""From, to, water, reason; `TABLE` pays and takes for escapes."""
_Beaten = tuple[int, int, int]
"""Winner, loser, and what the loser owes for the rows."""


_Seats = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The seats whose hands are plain, special and foul, and those that have escaped."""
_ALL_PLAIN: Final[list[_Seats]] = [(tuple(range(seats)), (), (), ()) for seats in range(MOST_SEATS + 1)]
"""By number of seats."""

ROWS: Final[tuple[Reason, ...]] = ("front", "middle", "back")
_NO_ROWS: Final = (0, 0, 0)


class Transfer(NamedTuple):
    """`amount` of water moves from one seat to another; None stands for the table."""

    source: int | None
    target: int | None
    amount: int
    reason: str


class Settlement:
    """The result of a round: `water` by seat, and the transfers behind it."""

    def __init__(self, seats: int, moves: list[Move]) -> None:
        self.water = _sums(seats, moves)
        self.moves = moves

    @property
    def transfers(self) -> list[Transfer]:
        """The payments, each with its reason."""
        return [
            Transfer(None if source == TABLE else source, None if target == TABLE else target, amount, reason)
            for source, target, amount, reason in self.moves
        ]


def transfer_data(move: Move) -> dict[str, Any]:
    """Return a move as on the wire and in the record."""
    source, target, amount, reason = move
    return {
        "from": None if source == TABLE else source,
        "to": None if target == TABLE else target,
        "water": amount,
        "reason": reason,
    }


def settle(rules: RuleSet, hands: Sequence[Hand]) -> Settlement:
    """Settle the round in which the seats, in order, hold these hands.

    >>> from arena.shisanshui.cards import cards
    >>> from arena.shisanshui.evaluation import FORFEITED, evaluate
    >>> from arena.shisanshui.ruleset import load_rules
    >>> rules = load_rules("standard")
    >>> plain = evaluate(rules, cards("2s 2h 9d 3c 3h 5d 6s 8c Ac Ad Kh Qs Jc".split()))
    >>> round = settle(rules, [plain, FORFEITED, FORFEITED])
    >>> round.water
    [6, -3, -3]
    >>> round.transfers[0]
    Transfer(source=1, target=0, amount=1, reason='front')
    """
    return Settlement(len(hands), _moves(rules, hands))


def settled_water(rules: RuleSet, hands: Sequence[Hand]) -> list[int]:
    """Return the water alone, by seat: the quickest way through many seatings of the same hands."""
    return _sums(len(hands), _moves(rules, hands))


def _sums(seats: int, moves: list[Move]) -> list[int]:
    water = [0] * (seats + 1)
    for source, target, amount, _ in moves:
        water[source] -= amount
        water[target] += amount
    water.pop()  # the table's side of escapes, which its index, -1, has put last
    return water


def _moves(rules: RuleSet, hands: Sequence[Hand]) -> list[Move]:
    plain, special, foul, gone = _by_outcome(hands)
    players = len(hands) - len(gone)
    moves: list[Move] = []
    doubled = bool(rules.horse)
    if not special:
        _settle_rows(rules, hands, plain, foul, players, rules.gun if players >= 3 else 0, moves)
    elif plain or foul:
        _pay_specials(hands, special, (*plain, *foul), moves)
        gun = rules.gun if players >= 3 and rules.guns_with_specials else 0
        _settle_rows(rules, hands, plain, foul, players, gun, moves)
    else:
        doubled = _settle_all_special(rules, hands, special, moves) and doubled
    if doubled:
        _double_for_horses(hands, moves)
    if gone:
        _escape(rules, len(hands), gone, moves)
    return moves


def _by_outcome(hands: Sequence[Hand]) -> _Seats:
    """Return the seats whose hands are plain, special and foul, and those that have escaped."""
    outcomes = [hand.outcome for hand in hands]
    if outcomes.count("plain") == len(outcomes):
        return _ALL_PLAIN[len(outcomes)]
    plain, special, foul, gone = (
        tuple([seat for seat, outcome in enumerate(outcomes) if outcome == wanted])
        for wanted in ("plain", "special", "foul", "escaped")
    )
    return plain, special, foul, gone


def _settle_rows(
    rules: RuleSet,
    hands: Sequence[Hand],
    plain: Sequence[int],
    foul: Sequence[int],
    players: int,
    gun: int | str,
    moves: list[Move],
) -> None:
    """Settle plain and fouled hands against each other, with guns (`gun` 0 for none) and a home run."""
    laid = [(seat, hands[seat].rows or _NO_ROWS) for seat in plain]
    waters = _waters(rules, hands, plain)
    own_water = rules.row_water == "winner"
    pairs = _pairs(waters[plain[0]], waters[plain[0]]) if plain else {}
    beaten: list[_Beaten] = []
    for place, (one, (front, middle, back)) in enumerate(laid, 1):
        for two, (other_front, other_middle, other_back) in laid[place:]:
            if own_water:
                pairs = _pairs(waters[one], waters[two])
            pair, won = pairs[
                27 * (MOST_SEATS * one + two)
                + (1 if front > other_front else 2 if front < other_front else 0)
                + (3 if middle > other_middle else 6 if middle < other_middle else 0)
                + (9 if back > other_back else 18 if back < other_back else 0)
            ]
            moves += pair
            if won:
                beaten.append(won)
    for loser in foul:
        for winner in plain:
            moves.extend((loser, winner, water, row) for water, row in zip(waters[winner], ROWS, strict=True))
            if rules.foul_is_shot:
                beaten.append((winner, loser, sum(waters[winner])))
    if beaten:
        if gun:
            beaten = _shoot(gun, players, beaten, moves)
        if len(beaten) >= players - 1:
            _home_run(rules, players, beaten, moves)


def _waters(rules: RuleSet, hands: Sequence[Hand], plain: Sequence[int]) -> list[Rows]:
    """Return, by seat, what each row of a plain hand wins from a hand that it beats."""
    waters = [hand.waters for hand in hands]
    if rules.row_water == "winner":
        return waters
    different = set(waters) if len(plain) == len(hands) else {waters[seat] for seat in plain}
    if len(different) <= 1:
        return waters
    front, middle, back = zip(*different, strict=True)
    return [(max(front), max(middle), max(back))] * len(hands)


class _Pairs(dict[int, tuple[tuple[Move, ...], _Beaten | None]]):
    """What two plain hands come to: the moves, and who beats whom if one wins a row and loses none.

    The key is 27 · (8 · first seat + second seat) + results, which has a digit to base 3 for each row, the front's
    last: 1 when the first seat wins, 2 when the second does, 0 for a tie. Few different things happen between two
    seats, so each is made once.
    """

    def __init__(self, waters_1: Rows, waters_2: Rows) -> None:
        super().__init__()
        self._waters = waters_1, waters_2

    def __missing__(self, key: int) -> tuple[tuple[Move, ...], _Beaten | None]:
        seats = divmod(key // 27, MOST_SEATS)
        moves: list[Move] = []
        owed = [0, 0]
        won = [0, 0]
        for row, reason in enumerate(ROWS):
            result = key // 3**row % 3
            if result:
                winner = result - 1
                water = self._waters[winner][row]
                moves.append((seats[1 - winner], seats[winner], water, reason))
                owed[winner] += water
                won[winner] += 1
        beaten = None
        if bool(won[0]) != bool(won[1]):
            winner = 0 if won[0] else 1
            beaten = seats[winner], seats[1 - winner], owed[winner]
        self[key] = made = tuple(moves), beaten
        return made


@lru_cache(maxsize=1 << 10)
def _pairs(waters_1: Rows, waters_2: Rows) -> _Pairs:
    return _Pairs(waters_1, waters_2)


def _shoot(gun: int | str, players: int, beaten: list[_Beaten], moves: list[Move]) -> list[_Beaten]:
    """Let each beaten seat pay for the gun (打枪), which adds to what it owes."""
    shot: list[_Beaten] = []
    for winner, loser, owed in beaten:
        amount = players - 1 if gun == "table" else owed if gun == "double" else int(gun)
        moves.append((loser, winner, amount, "gun"))
        shot.append((winner, loser, owed + amount))
    return shot


def _home_run(rules: RuleSet, players: int, beaten: list[_Beaten], moves: list[Move]) -> None:
    """Let everybody pay a seat that beats all others (通杀), by `multiply`, `double` and `bonus` in this order."""
    winners = [winner for winner, _, _ in beaten]
    sweeper = next((seat for seat in winners if winners.count(seat) == players - 1), None)
    if sweeper is None:
        return
    home_run = rules.home_run
    bonus = home_run.bonus_at(players)
    for winner, loser, rows_and_gun in beaten:
        if winner != sweeper:
            continue
        owed = rows_and_gun
        if home_run.multiply and players >= 3:
            moves.append((loser, winner, owed * (players - 2), "home-run-multiply"))
            owed *= players - 1
        if home_run.double:
            moves.append((loser, winner, owed, "home-run-double"))
        if bonus:
            moves.append((loser, winner, bonus, "home-run"))


def _pay_specials(hands: Sequence[Hand], special: Sequence[int], others: Sequence[int], moves: list[Move]) -> None:
    """Pay special hands their own water from everybody below them (4.1, 4.2)."""
    for winner in special:
        water = hands[winner].special_water
        moves.extend((loser, winner, water, "special") for loser in others)
    _rank_specials(hands, special, None, moves)


def _rank_specials(hands: Sequence[Hand], special: Sequence[int], water: int | None, moves: list[Move]) -> None:
    """Let the higher kind of each pair win `water`, or its own water when that is None."""
    for one, two in combinations(special, 2):
        if hands[one].place != hands[two].place:
            winner, loser = (one, two) if hands[one].place < hands[two].place else (two, one)
            moves.append((loser, winner, hands[winner].special_water if water is None else water, "special"))


def _settle_all_special(rules: RuleSet, hands: Sequence[Hand], special: Sequence[int], moves: list[Move]) -> bool:
    """Settle a table on which nobody is plain or foul (4.3); return whether horses double what was paid."""
    if rules.all_special == "median" and len(special) >= 4:
        moves += ((source, target, water, "special") for source, target, water in median(hands, special))
        return False
    highest = min(special, key=lambda seat: hands[seat].place)
    _rank_specials(hands, special, hands[highest].special_water if rules.all_special == "ranked" else None, moves)
    return True


def _double_for_horses(hands: Sequence[Hand], moves: list[Move]) -> None:
    """Double what a pair owes for each of the two that holds the horse (马牌)."""
    owed: dict[tuple[int, int], int] = {}
    for source, target, amount, _ in moves:
        if hands[source].horse or hands[target].horse:
            owed[source, target] = owed.get((source, target), 0) + amount
    for (source, target), amount in owed.items():
        net = amount - owed.get((target, source), 0)
        if net > 0:
            times = 3 if hands[source].horse and hands[target].horse else 1
            moves.append((source, target, net * times, "horse"))


def _escape(rules: RuleSet, seats: int, gone: Sequence[int], moves: list[Move]) -> None:
    """Let leavers pay the table (逃跑), and the table pay every other seat for each leaver."""
    for leaver in gone:
        moves.append((leaver, TABLE, rules.escape.pays, "escape"))
        moves.extend((TABLE, seat, rules.escape.each_gains, "escape") for seat in range(seats) if seat not in gone)
