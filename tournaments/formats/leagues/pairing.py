"""Swiss pairing: the cheapest of all ways to pair a field, found as a weighted matching."""

import heapq
import itertools
from collections.abc import Mapping, Sequence
from functools import cache

REST = -1
"""The partner of a player that rests."""

_FEW = 48
_CHEAPEST = 16
_FOLLOWING = 8


@cache
def pair(
    points: tuple[int, ...], met: frozenset[tuple[int, int]], rested: frozenset[int]
) -> tuple[tuple[int, int], ...]:
    """Return the pairs of one round, by number; with an odd field one player's partner is REST.

    `points` are best first, `met` the pairs (lower number first) that have met, `rested` the players that have had a
    bye. The pairing has, in this order: as few rematches and second byes as can be, the lowest bye, the least sum of
    differences in points, then of their squares (two small floats before a large one), and within a group of equal
    points the upper half against the lower in order. That is a matching of least weight (Edmonds' blossom algorithm,
    exact), so no rematch is drawn while the field can be paired without one. Beyond 48 players each is offered only its
    16 cheapest partners and the 8 that follow it, and all if those do not pair the field without a rematch.

    >>> pair((0, 0, 0, 0, 0), met=frozenset({(0, 2)}), rested=frozenset({4}))
    ((0, 1), (2, 4), (-1, 3))
    """
    players = range(len(points))
    costs = {edge: _cost(points, *edge, met=edge in met) for edge in itertools.combinations(players, 2)}
    if len(points) % 2:
        costs |= {(REST, one): _rest_cost(points, one, rested=one in rested) for one in players}
    few = _likely(costs, len(points)) if len(points) > _FEW else costs
    found = _matching(few)
    if 2 * len(found) < len(points) or any(costs[edge] >= _BARRED for edge in found):
        found = _matching(costs)
    return tuple(sorted(found, key=lambda edge: (edge[0] == REST, edge)))


# Each is more than a matching of 200 players can gather of all below it.
_SQUARE = 10**7
_POINT = 10**15
_REST_STEP = 10**21
_BARRED = 10**25


def _cost(points: Sequence[int], one: int, other: int, *, met: bool) -> int:
    apart = points[one] - points[other]
    fold = 0
    if apart == 0:
        fold = (other - one - points.count(points[one]) // 2) ** 2
    return _BARRED * met + _POINT * apart + _SQUARE * apart**2 + fold


def _rest_cost(points: Sequence[int], one: int, *, rested: bool) -> int:
    """Return 0 for the last of the field and a step for each place above, so that no float is worth a higher bye."""
    return _BARRED * rested + _REST_STEP * (len(points) - 1 - one)


def _likely(costs: Mapping[tuple[int, int], int], players: int) -> dict[tuple[int, int], int]:
    """Return each player's cheapest edges, and those to the next few, over which a float leaves its group."""
    of: list[list[tuple[int, tuple[int, int]]]] = [[] for _ in range(players)]
    for edge, cost in costs.items():
        for player in edge:
            if player != REST:
                of[player].append((cost, edge))
    cheap = {edge: cost for edges in of for cost, edge in heapq.nsmallest(_CHEAPEST, edges)}
    near = {edge: cost for edge, cost in costs.items() if REST not in edge and edge[1] - edge[0] <= _FOLLOWING}
    return cheap | near


def _matching(costs: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Return the pairs, lower number first, of the cheapest among the largest matchings."""
    # it takes a while to load, and only a round of pairs that is drawn needs it
    import networkx  # noqa: PLC0415

    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, other, -cost) for (one, other), cost in costs.items())
    return [(min(edge), max(edge)) for edge in networkx.max_weight_matching(graph, maxcardinality=True)]
