"""Water beside Elo: how much each bot won, net of whom it met, and who is ahead of whom at the same tables.

Elo counts who was ahead in a deal, water by how much; a bot that wins often and little can be first by one and last by
the other. Both are told, and where they order two bots differently by more than chance that is told as well.

A deal's water of bot i at a table of m is taken as m (b_i - mean of b over the table) plus noise: b is what a bot wins
from one opponent of average strength. The b are the least-squares solution over all deals. Errors are of the sandwich
kind (White 1980, Liang and Zeger 1986), clustered once by deal, whose seats add up to nought, and once by table, whose
deals share what is odd about that table; the larger of the two counts.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.linalg import inv
from scipy.sparse import csr_array
from scipy.special import stdtr, stdtrit

from tournaments.ratings.choice_sets import Floats, Ints, Tables

PER: Final = 100
"""Deals that water is told for."""
_FEWEST_TABLES: Final = 8
"""Fewer tables than this say nothing of how much tables differ."""
_CHANCE: Final = 0.05


class Difference(msgspec.Struct, frozen=True):
    """Two bots in the deals that both played."""

    bots: tuple[str, str]
    """The one with more water first."""
    water100: float
    """Per 100 deals, first less second."""
    water95: float | None
    """Half the width of its 95 % interval; None for a single deal."""
    deals: int
    chance: float
    """How likely a difference as large is between bots that are level (two-sided)."""


class Water(NamedTuple):
    """By bot, per 100 deals at tables of the most common size against opponents of average strength."""

    mean: Floats
    error95: Floats
    """Half the width of the 95 % interval; infinite where it cannot be told."""


def water(bots: int, pool: Ints, tables: Sequence[Tables]) -> Water:
    """The least-squares water of each bot, relative to the mean of its pool."""
    normal, wanted = np.zeros((bots, bots)), np.zeros(bots)
    for table in tables:
        size = table.bots.shape[1]
        own = np.bincount(table.bots.ravel(), minlength=bots) * float(size**2)
        normal[np.diag_indices(bots)] += own
        for left in range(size):
            keys = table.bots[:, [left]] * bots + table.bots
            normal -= size * np.bincount(keys.ravel(), minlength=bots**2).reshape(bots, bots)
        wanted += np.bincount(table.bots.ravel(), (size * _centred(table.scores)).ravel(), minlength=bots)
    # The water of a pool as a whole is nobody's: any value will do, as it cancels below.
    inverse = inv(normal + (pool[:, None] == pool), assume_a="pos")
    found = inverse @ wanted
    deals = sum(len(table.bots) for table in tables)
    by_deal, by_table, played = np.zeros((bots, bots)), np.zeros((bots, bots)), 0
    for table in tables:
        size = table.bots.shape[1]
        score = size * (_centred(table.scores) - size * _centred(found[table.bots]))
        by_deal += _crossed(table.bots, score, np.arange(len(score)), bots)
        by_table += _crossed(table.bots, score, table.at, bots)
        played += len(np.unique(table.at))
    covariance, clusters = [_sandwich(inverse, by_deal, deals)], deals
    if played >= _FEWEST_TABLES:
        covariance.append(_sandwich(inverse, by_table, played))
        clusters = played
    variance = np.max([each.diagonal() for each in covariance], axis=0)
    scale = PER * (_usual_size(tables) - 1)
    quantile = stdtrit(max(1, clusters - 1), 1 - _CHANCE / 2)
    error = np.where(deals > 1, scale * quantile * np.sqrt(variance.clip(0)), np.inf)
    means = np.bincount(pool, found) / np.bincount(pool)
    return Water(scale * (found - means[pool]), np.asarray(error))


def differences(names: Sequence[str], tables: Sequence[Tables]) -> list[Difference]:
    """Every two bots that played common deals, in the order of the names."""
    keys, apart, at = _pairs(len(names), tables)
    pairs, which = np.unique(keys, return_inverse=True)
    deals = np.bincount(which)
    mean = np.bincount(which, apart) / deals
    error, freedom = _errors_of_means(which, apart - mean[which], at, deals)
    with np.errstate(divide="ignore", invalid="ignore"):
        chance = np.where(mean == 0, 1.0, 2 * stdtr(freedom, -np.abs(mean) / error))
    chance[deals == 1] = 1.0
    half = stdtrit(freedom, 1 - _CHANCE / 2) * error
    lines = zip(*(it.tolist() for it in (pairs, mean, half, deals, chance)), strict=True)
    return [_difference(names, *line) for line in lines]


def _pairs(bots: int, tables: Sequence[Tables]) -> tuple[Ints, Floats, Ints]:
    """By deal and two of its bots: a number for the two, the water of the lower one less the other's, and the table."""
    keys, apart, at = [np.zeros(0, np.int64)], [np.zeros(0)], [np.zeros(0, np.int64)]
    for table in tables:
        order = np.argsort(table.bots, axis=1)
        seated = np.take_along_axis(table.bots, order, axis=1)
        scores = np.take_along_axis(table.scores.astype(float), order, axis=1)
        for left, right in combinations(range(seated.shape[1]), 2):
            keys.append(seated[:, left] * bots + seated[:, right])
            apart.append(scores[:, left] - scores[:, right])
            at.append(table.at)
    return np.concatenate(keys), np.concatenate(apart), np.concatenate(at)


def _errors_of_means(which: Ints, rest: Floats, at: Ints, deals: Ints) -> tuple[Floats, Ints]:
    """The standard error of the mean of each group from its residuals, and its degrees of freedom.

    It is the larger of both clusterings. That of a single deal is 0.
    """
    freedom = np.maximum(deals - 1, 1)
    error = np.sqrt(np.bincount(which, rest**2) / (deals * freedom))
    seats, place = np.unique(which * (int(at.max(initial=0)) + 1) + at, return_inverse=True)
    group = seats // (int(at.max(initial=0)) + 1)
    tables = np.bincount(group, minlength=len(deals))
    spread = np.bincount(group, np.bincount(place, rest) ** 2, minlength=len(deals))
    by_table = np.sqrt(spread * tables / np.maximum(tables - 1, 1)) / deals
    wider = (tables >= _FEWEST_TABLES) & (by_table > error)
    return np.where(wider, by_table, error), np.where(wider, tables - 1, freedom)


def _difference(names: Sequence[str], pair: int, mean: float, half: float, deals: int, chance: float) -> Difference:
    bots = names[pair // len(names)], names[pair % len(names)]
    return Difference(
        bots=bots if mean >= 0 else bots[::-1],
        water100=round(PER * abs(mean), 2),
        water95=None if deals == 1 else round(PER * half, 2),
        deals=deals,
        chance=float(f"{chance:.3g}"),
    )


def disagreements(order: Sequence[Sequence[str]], apart: Sequence[Difference]) -> Iterator[tuple[str, str]]:
    """The pairs (ahead by Elo, ahead by water) that the two order differently by more than chance.

    `order` are the bots of each pool, best first by Elo. Of all pairs together at most 5 % are expected to be named
    where nothing is wrong (Holm 1979).
    """
    place = {name: (number, rank) for number, pool in enumerate(order) for rank, name in enumerate(pool)}
    left = len(apart)
    for each in sorted(apart, key=lambda it: it.chance):
        if each.chance > _CHANCE / left:
            return
        left -= 1
        ahead, behind = each.bots
        if place[ahead] > place[behind]:
            yield behind, ahead


def _centred(values: NDArray[Any]) -> Floats:
    return np.asarray(values - values.mean(axis=1, keepdims=True), np.float64)


def _crossed(bots: Ints, score: Floats, cluster: Ints, count: int) -> Floats:
    """The sum over clusters of the outer products of their scores by bot."""
    clusters, which = np.unique(cluster, return_inverse=True)
    seats = bots.shape[1]
    sums = csr_array((score.ravel(), (np.repeat(which, seats), bots.ravel())), shape=(len(clusters), count))
    return np.asarray((sums.T @ sums).toarray())


def _sandwich(inverse: NDArray[Any], meat: Floats, clusters: int) -> Floats:
    return np.asarray(inverse @ meat @ inverse * (clusters / max(clusters - 1, 1)))


def _usual_size(tables: Sequence[Tables]) -> int:
    return int(max(tables, key=lambda table: (len(table.bots), -table.bots.shape[1])).bots.shape[1])
