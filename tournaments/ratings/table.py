"""The rating table: Elo with error bars, how likely each bot is better than the next, and the pools."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal

import msgspec
import numpy as np
from scipy.special import ndtr

from arena.errors import UsageError
from tournaments.ratings.allies import Allied, allies
from tournaments.ratings.bootstrap import bootstrap, half_width95
from tournaments.ratings.caveats import ALIKE, MORE, NEVER_BEAT, NEVER_BEATEN, ONE_WAY, POOLS, filled
from tournaments.ratings.choice_sets import Deal, Floats, Tables, choices_of, tabulate_tables
from tournaments.ratings.covariance import EXACT
from tournaments.ratings.online import START, K, replay
from tournaments.ratings.plackett_luce import ELO, PRIOR_SD
from tournaments.ratings.pools import two_way_groups
from tournaments.ratings.posterior import Posterior, estimated, given
from tournaments.ratings.water import Difference, Water, differences, disagreements, water

NORMAL_95 = 1.959964
LISTED = 5


class RatingSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a rating depends on besides results; it is printed with the table."""

    version: Literal[1, 2, 3] = 1
    """How it is rated. The first kind has a prior of 350 Elo unless another is given, and no water: tables without a
    number are of that kind, and stay what they were. The second trusts the model for how much deals differ, the third
    looks at them (`tournaments.ratings.sandwich`). `NEWEST` is what is made today.
    """
    prior_sd: float | None = None
    """Elo: the prior N(0, sd²) around the mean of a pool, and no effects of tables; None where both are estimated from
    the results (`tournaments.ratings.posterior`).
    """
    anchor: str | None = None
    """The bot whose rating is `anchor_elo`. Pools without it, or all if there is none, have that mean."""
    anchor_elo: float = 1500.0
    bootstrap: int = 0
    """Draws of a bootstrap over deals, shown beside the intervals; 0 for none."""


NEWEST: Final = RatingSettings(version=3)
"""How a tournament is rated today."""
SECOND: Final = RatingSettings(version=2)
"""How it was rated before how deals differ was looked at."""
OLDEST: Final = RatingSettings(version=1, prior_sd=PRIOR_SD)
"""How the first version rated it."""


class RatedBot(msgspec.Struct, frozen=True):
    """One line of the table. Elo figures are rounded to 0.1."""

    name: str
    rank: int
    """Within its pool; bots of equal Elo share a rank."""
    elo: float
    error95: float | None
    """Half the width of the 95 % interval against the pool's mean, or the anchor; None for a bot that met nobody."""
    results: int
    """Deals it played."""
    better_than_next: float | None
    """The likelihood of superiority over the next bot of its pool, 0 to 1; None for the last."""
    lead: float | None = None
    """Elo ahead of the bot below it in its pool; None for the last."""
    lead95: float | None = None
    """Half the width of the 95 % interval of that lead, from the covariance of the two: what decides an order."""
    water100: float | None = None
    """Water per 100 deals against opponents of average strength, from least squares over the deals of its pool."""
    water95: float | None = None
    """Half the width of its 95 % interval, clustered by deal and by table; None where it cannot be told."""
    online: float | None = None
    """Elo as it moved table by table, if asked for; it has no error bar."""
    bootstrap95: float | None = None
    """Half the width of the 95 % interval relative to its pool's anchor or mean, by a bootstrap over deals.

    None if not asked for, or if every draw rates the bot alike: results without variety do not tell how sure they are.
    """


class RatingTable(msgspec.Struct, frozen=True):
    """Ratings pool by pool, the largest first, and best first in each."""

    players: tuple[RatedBot, ...]
    pools: tuple[tuple[str, ...], ...]
    deals: int
    settings: RatingSettings
    warnings: tuple[str, ...]
    field_sd: float | None = None
    """Elo: how far the bots of a pool lie apart (a standard deviation), as far as the results tell."""
    differences: tuple[Difference, ...] = ()
    """Who won how much more than whom in the deals that both played."""
    disagree: tuple[tuple[str, str], ...] = ()
    """Pairs (ahead by Elo, ahead by water) that Elo and water order differently by more than chance."""
    table_sd: float | None = None
    """Elo: what a table adds to a bot for all of its deals, likewise; None where no table had several deals."""
    allies: tuple[Allied, ...] = ()
    """Pairs that did for each other what strengths and chance do not explain, if asked for."""


def rate(deals: Iterable[Deal], settings: RatingSettings | None = None) -> RatingTable:
    """Rate bots by a Plackett–Luce fit over `deals`, each the scores of different bots that met at a table of its own.

    The same deals in any order give the same table. Raises UsageError for an anchor that did not play.

    >>> table = rate(20 * [(("ada", "bo", "cy"), (5.0, 1.0, -6.0))] + 10 * [(("ada", "bo"), (-2.0, 2.0))])
    >>> [(bot.name, bot.rank, bot.results) for bot in table.players]
    [('ada', 1, 30), ('bo', 2, 30), ('cy', 3, 20)]
    >>> table.deals
    30
    """
    return rate_tables(([deal] for deal in deals), settings)


def rate_tables(tables_of_deals: Iterable[Iterable[Deal]], settings: RatingSettings | None = None) -> RatingTable:
    """The same for deals that are given table by table: what a table adds to a bot is in all of its deals."""
    settings = settings or NEWEST
    names, tables = tabulate_tables(tables_of_deals)
    if settings.anchor is not None and settings.anchor not in names:
        raise UsageError('--anchor: no results of a bot "{anchor}"', anchor=settings.anchor)
    found = _posterior(names, tables, settings)
    again = bootstrap(names, tables, found.field_sd, settings.bootstrap) if settings.bootstrap and names else None
    rated = _Rated(found, settings, again)
    pools = rated.pools()
    named = tuple(tuple(names[bot] for bot in pool) for pool in pools)
    newer = settings.version > 1 and 0 < len(names) <= EXACT
    won = water(len(names), found.pool, tables) if newer else None
    apart = tuple(differences(names, tables)) if newer else ()
    lines = tuple(line for pool in pools for line in rated.lines(pool, won))
    return RatingTable(
        players=lines,
        pools=named,
        deals=sum(len(table.bots) for table in tables),
        settings=settings,
        warnings=(
            *_pool_warning(named),
            *_held_by_prior(names, tables),
            *_one_way(found, tables),
            *_alike(lines, settings),
        ),
        field_sd=round(found.field_sd, 1) if settings.version > 1 and settings.prior_sd is None else None,
        differences=apart,
        disagree=tuple(disagreements(named, apart)),
        table_sd=None if found.table_sd is None else round(found.table_sd, 1),
    )


def _posterior(names: tuple[str, ...], tables: Sequence[Tables], settings: RatingSettings) -> Posterior:
    if settings.version > 1 and settings.prior_sd is None and names:
        return estimated(names, tables, robust=settings.version > 2)
    return given(choices_of(names, tables), settings.prior_sd or PRIOR_SD)


def with_online(table: RatingTable, tables: Iterable[Deal], k: float = K) -> RatingTable:
    """Return the table with each bot's online Elo after `tables` in the order played, from START."""
    online = replay(tables, {}, k)
    players = tuple(
        msgspec.structs.replace(player, online=round(online.get(player.name, START), 1)) for player in table.players
    )
    return msgspec.structs.replace(table, players=players)


def with_allies(table: RatingTable, tables_of_deals: Iterable[Iterable[Deal]]) -> RatingTable:
    """Return the table with the pairs that stand out in these deals, given table by table."""
    return msgspec.structs.replace(table, allies=tuple(allies(*tabulate_tables(tables_of_deals))))


def superiority(difference: Floats, variance: Floats) -> Floats:
    """Return how likely a difference of strengths is above 0, given its variance; ½ if both are 0."""
    return np.asarray(ndtr(difference / np.sqrt(np.maximum(variance, np.finfo(float).tiny))))


class _Rated:
    """A fit on the printed scale."""

    def __init__(self, found: Posterior, settings: RatingSettings, draws: Floats | None) -> None:
        self._found, self._newer = found, settings.version > 1
        names, theta, spread = found.names, found.theta, found.spread
        shift, variance = np.zeros(len(names)), spread.own
        if settings.anchor is not None:
            anchor = names.index(settings.anchor)
            its_pool = found.pool == found.pool[anchor]
            shift = np.where(its_pool, theta[anchor], 0.0)
            others = np.arange(len(names))
            variance = np.where(its_pool, spread.between(others, np.full_like(others, anchor)), variance)
            draws = None if draws is None else np.where(its_pool, draws - draws[:, [anchor]], draws)
        self.elo = np.round(settings.anchor_elo + (theta - shift) * ELO, 1) + 0.0  # no -0.0
        self._bootstrap95 = None if draws is None else np.round(half_width95(draws) * ELO, 1)
        self.error95 = np.round(NORMAL_95 * ELO * np.sqrt(variance), 1)

    def pools(self) -> list[list[int]]:
        """Return the bots of each pool, best first; the largest pool first, then by its first name."""
        members: dict[int, list[int]] = {}
        for bot in np.argsort(-self.elo, kind="stable").tolist():
            members.setdefault(int(self._found.pool[bot]), []).append(bot)
        return sorted(members.values(), key=lambda pool: (-len(pool), min(pool)))

    def lines(self, pool: list[int], won: Water | None) -> list[RatedBot]:
        """Return the lines of one pool, given best first."""
        order = np.array(pool)
        above, below, leads = order[:-1], order[1:], self._newer
        variance = self._found.spread.between(above, below)
        chances = superiority(self._found.theta[above] - self._found.theta[below], variance)
        lead95 = np.round(NORMAL_95 * ELO * np.sqrt(variance), 1)
        rank = 1 + np.searchsorted(-self.elo[order], -self.elo[order])
        return [
            RatedBot(
                name=self._found.names[bot],
                rank=int(rank[place]),
                elo=float(self.elo[bot]),
                error95=float(self.error95[bot]) if len(pool) > 1 else None,
                results=int(self._found.results[bot]),
                better_than_next=round(float(chances[place]), 4) if place < len(chances) else None,
                lead=round(float(self.elo[bot] - self.elo[below[place]]), 1) if leads and place < len(below) else None,
                lead95=float(lead95[place]) if leads and place < len(below) else None,
                water100=None if won is None else round(float(won.mean[bot]), 2) + 0.0,
                water95=None if won is None or not np.isfinite(won.error95[bot]) else round(float(won.error95[bot]), 2),
                bootstrap95=None if self._bootstrap95 is None else float(self._bootstrap95[bot]) or None,
            )
            for place, bot in enumerate(pool)
        ]


def _pool_warning(pools: Sequence[tuple[str, ...]]) -> Iterator[str]:
    if len(pools) > 1:
        sizes = ", ".join(str(len(pool)) for pool in pools)
        yield filled(POOLS, count=len(pools), sizes=sizes)


def _alike(lines: Sequence[RatedBot], settings: RatingSettings) -> Iterator[str]:
    if settings.bootstrap and any(line.bootstrap95 is None and line.error95 is not None for line in lines):
        yield filled(ALIKE)


def _held_by_prior(names: Sequence[str], tables: Sequence[Tables]) -> Iterator[str]:
    """Warn about bots that results alone would rate without bound. A tie is half a win, so it bounds both."""
    beaten, beats = np.zeros(len(names), bool), np.zeros(len(names), bool)
    for table in tables:
        highest = table.scores == table.scores.max(axis=1, keepdims=True)
        lowest = table.scores == table.scores.min(axis=1, keepdims=True)
        beaten[table.bots[~highest | (highest.sum(axis=1, keepdims=True) > 1)]] = True
        beats[table.bots[~lowest | (lowest.sum(axis=1, keepdims=True) > 1)]] = True
    for warning, found in ((NEVER_BEATEN, beats & ~beaten), (NEVER_BEAT, beaten & ~beats)):
        if found.any():
            yield filled(warning, bots=_listed([names[bot] for bot in np.flatnonzero(found).tolist()]))


def _one_way(found: Posterior, tables: Sequence[Tables]) -> Iterator[str]:
    """Warn about groups of several bots that results link in one direction only, the stronger one first."""
    group = two_way_groups(len(found.names), tables)
    several = [number for number in np.unique(group) if (group == number).sum() > 1]
    strongest = sorted(several, key=lambda number: -float(found.theta[group == number].mean()))
    for ahead, behind in pairwise(strongest):
        if found.pool[group == ahead][0] == found.pool[group == behind][0]:
            bots = [[found.names[bot] for bot in np.flatnonzero(group == number)] for number in (ahead, behind)]
            yield filled(ONE_WAY, ahead=_listed(bots[0]), behind=_listed(bots[1]))


def _listed(bots: Sequence[str]) -> str:
    named, more = ", ".join(bots[:LISTED]), len(bots) - LISTED
    return filled(MORE, bots=named, count=more) if more > 0 else named
