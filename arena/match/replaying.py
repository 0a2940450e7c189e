"""Recorded rounds played again, without bots: each position with what the seats did in it."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from arena.match.game import Game, State
from arena.records.round_log import PlayedRound


class Step(NamedTuple):
    """A position, and the actions taken in it by seat; a seat is missing where the others were enough."""

    state: State[Any]
    actions: dict[int, Any]


class ReplayedRound(NamedTuple):
    """A round from its first position to its end."""

    played: PlayedRound
    steps: list[Step]
    over: State[Any]


def replayed(
    game: Game[Any], deal_seed: bytes, rounds: Iterable[PlayedRound], seats: int, duplicate: bool
) -> Iterator[ReplayedRound]:
    """Yield the rounds of a leg played again from what is recorded; `rounds` begin with the first.

    Raises ValueError for a record that has more or fewer actions than were asked for.
    """
    before: State[Any] | None = None
    for played in rounds:
        if duplicate:
            state = game.start(deal_seed, played.number, seats)
        else:
            state = game.follow(deal_seed, played.number, seats, before)
        again = replayed_round(game, state, played)
        before = again.over
        yield again


def replayed_round(game: Game[Any], state: State[Any], played: PlayedRound) -> ReplayedRound:
    """Return one round played again from its first position. Raises as `replayed` does."""
    waiting = [deque(game.unpack(done.action)) for done in played.seats]
    steps = []
    while not state.over:
        decisions = state.pending()
        actions: dict[int, Any] = {}
        for decision in decisions:
            if not waiting[decision.seat]:
                raise ValueError(f"seat {decision.seat} has done less than it was asked for")
            action = waiting[decision.seat].popleft()
            if action is not None:
                actions[decision.seat] = action
        if len(actions) < len(decisions) and not state.enough(actions):
            raise ValueError("a seat did nothing where its decision counted")
        steps.append(Step(state, actions))
        state = state.apply(actions)
    left = [seat for seat, actions in enumerate(waiting) if actions]
    if left:
        raise ValueError(f"seat {left[0]} has done more than it was asked for")
    return ReplayedRound(played, steps, state)
