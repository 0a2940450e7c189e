"""How many four-player rounds a second are played in this process, beside the referee's game one by one."""

from collections.abc import Callable, Iterator
from time import process_time
from typing import Final

from arena.lab import Batched, simulate
from arena.lab.players import Answer
from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import load_rules
from benchmarks.figures import Figure

SEATS: Final = 4
ROUNDS: Final = 8192
FEWER_ROUNDS: Final = 1024
PASSES: Final = 10


def figures() -> Iterator[Figure]:
    """The best of several passes in processor time: one core's own work, whatever else takes turns on it."""
    batched = Batched(lambda hands: hands[:, ::-1])
    together = _rate(lambda: simulate([batched] * SEATS, ROUNDS), ROUNDS)
    one_by_one = _rate(lambda: simulate([_by_rank] * SEATS, FEWER_ROUNDS), FEWER_ROUNDS)
    refereed = _rate(_refereed, FEWER_ROUNDS)
    yield Figure("lab: rounds of four in batches", together, "rounds/s", at_least=20_000)
    yield Figure("lab: the same hand by hand", one_by_one, "rounds/s", one_by_one / together, "of the batches")
    name = "lab: the same by the referee's game, one by one"
    yield Figure(name, refereed, "rounds/s", refereed / together, "of the batches", at_most=0.2)


def _rate(play: Callable[[], object], rounds: int) -> float:
    def once() -> float:
        began = process_time()
        play()
        return process_time() - began

    return rounds / min(once() for _ in range(PASSES))


def _by_rank(hand: list[int]) -> Answer:
    return hand[12:9:-1], hand[9:4:-1], hand[4::-1]


def _refereed() -> None:
    """Deals, checks and settles as the process of a match does, without its messages."""
    game = Shisanshui(load_rules("standard"))
    for number in range(1, FEWER_ROUNDS + 1):
        state = game.start(b"", number, SEATS)
        laid = {}
        for seat in range(SEATS):
            hand = state.observe(seat)["hand"]
            laid[seat] = Arrangement(hand[12:9:-1], hand[9:4:-1], hand[4::-1])
            state.check(seat, laid[seat])
        state.apply(laid).water()
