"""How strong each bot is and how sure that is, when neither the field's spread nor the effects of tables are known.

Average over both: fit each pair of a spread and an effect from the two grids below, and weigh it by how likely it makes
the results. The strengths are the mean of that mixture, and the covariance is the mixture's, so that it includes what
the fits differ by. Intervals then hold in wide fields and in close ones.

Where results say little the likelihood is lopsided, as for a bot that won every deal: its mean is not at its mode, and
its interval is centred on neither. Both are corrected to first order (the mean by the derivative of the log determinant
of the curvature, Tierney and Kadane 1986; the interval by the expansion of Cornish and Fisher, 1938).
`docs/ratings.md` says how often the intervals hold, measured in many worlds.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
import numpy as np
from scipy.linalg import inv

from tournaments.ratings.choice_sets import Choices, Floats, Ints, Tables, choices_of
from tournaments.ratings.covariance import EXACT, Spread, relative_covariance
from tournaments.ratings.curvature import Likelihood
from tournaments.ratings.plackett_luce import ELO, PRIOR_SD, fit
from tournaments.ratings.pools import centred, pools
from tournaments.ratings.table_effects import Slots, most_likely

SPREADS: Final = {200.0: 0.3, 350.0: 0.4, 600.0: 0.2, 1000.0: 0.1}
"""Elo: standard deviations of strengths within a pool, and how likely each is beforehand. The least is wide enough not
to pull equal bots together.
"""
EFFECTS: Final = {0.0: 0.3, 12.0: 0.3, 25.0: 0.25, 45.0: 0.15}
"""Elo: standard deviations of what a table adds to a bot for all of its deals, and how likely each is beforehand. That
matters in brackets, where no two bots meet at more than one table and results cannot tell.
"""
_QUANTILE: Final = 1.959964
_MOST_SKEW: Final = 1.5
_CHUNK: Final = 4_000_000


class Posterior(msgspec.Struct, frozen=True):
    """Everything is by bot, in the order of the names; natural units unless it says Elo."""

    names: tuple[str, ...]
    theta: Floats
    """Centres of intervals; the mean of a pool is 0."""
    pool: Ints
    results: Ints
    spread: Spread
    """Variances, relative to the mean of a pool, and of differences."""
    field_sd: float
    """Elo: the spread of strengths that the results speak for, or the one that was given."""
    table_sd: float | None
    """Elo: the effect of tables that the results speak for; None where they were not looked for."""


def given(choices: Choices, sd: float) -> Posterior:
    """The strengths under the prior N(0, sd²), `sd` in Elo, and no effects of tables."""
    fitted = fit(choices, sd)
    return Posterior(choices.names, fitted.theta, fitted.pool, choices.results, Spread.of(fitted), sd, None)


def estimated(names: tuple[str, ...], tables: Sequence[Tables]) -> Posterior:
    """The strengths averaged over `SPREADS` and `EFFECTS`.

    Effects are looked for where some table has two deals or more. Beyond `EXACT` bots it is `given` the usual prior.
    """
    merged = choices_of(names, tables)
    if len(names) > EXACT:
        return given(merged, PRIOR_SD)
    pool = pools(merged)
    fits = list(_fits(merged, names, tables))
    evidence = np.array([each.evidence + np.log(SPREADS[each.spread] * EFFECTS[each.effect]) for each in fits])
    weight = np.exp(evidence - evidence.max())
    weight /= weight.sum()
    centres = np.array([centred(each.centre, pool) for each in fits])
    theta = weight @ centres
    covariance = sum(
        share * (relative_covariance(each.covariance, pool) + np.outer(centre - theta, centre - theta))
        for share, each, centre in zip(weight, fits, centres, strict=True)
    )
    looked = len({each.effect for each in fits}) > 1
    return Posterior(
        names,
        theta,
        pool,
        merged.results,
        Spread(np.asarray(covariance)),
        float(np.sqrt(weight @ np.array([each.spread**2 for each in fits]))),
        float(np.sqrt(weight @ np.array([each.effect**2 for each in fits]))) if looked else None,
    )


class _Weighed(NamedTuple):
    """One fit: where its intervals are centred, their covariance, and how likely it makes the results."""

    centre: Floats
    covariance: Floats
    evidence: float
    spread: float
    effect: float


def _fits(merged: Choices, names: tuple[str, ...], tables: Sequence[Tables]) -> Iterator[_Weighed]:
    seats = sum(len(np.unique(table.at)) for table in tables)
    again = sum(len(table.at) for table in tables) > seats
    slots = Slots(names, tables) if again else None
    own = np.arange(len(names))
    for spread in SPREADS:
        fitted = fit(merged, spread)
        precision = fitted.precision.toarray()
        here = Likelihood(merged, fitted.prior, 0.0).at(fitted.theta)
        evidence = -here.value - len(names) * np.log(spread / ELO) - np.linalg.slogdet(precision)[1] / 2
        covariance = _inverse(precision)
        shift = _shift(merged, own, fitted.theta, covariance)
        yield _Weighed(fitted.theta + shift, covariance, float(evidence), spread, 0.0)
        for effect in EFFECTS if slots is not None else ():
            if not effect:
                continue
            assert slots is not None
            mode = most_likely(slots, spread / ELO, effect / ELO, fitted.theta)
            covariance = _inverse(mode.precision)
            shift = _shift(slots.choices, slots.bot, mode.seated, covariance)
            yield _Weighed(mode.theta + shift, covariance, mode.evidence, spread, effect)


def _inverse(precision: Floats) -> Floats:
    return np.asarray(inv(precision, assume_a="pos"))


def _shift(choices: Choices, bot: Ints, strengths: Floats, covariance: Floats) -> Floats:
    """By bot, from the mode to the centre of its interval.

    `strengths` are by member of the choice sets, `bot` which bot each member is.
    """
    count = len(covariance)
    weight, deviation = np.exp(strengths), np.sqrt(covariance.diagonal())
    standard = covariance / deviation
    pull, third = np.zeros(count), np.zeros(count)
    for members, times in choices.sets.values():
        step = max(1, _CHUNK // (count * len(members)))
        for start in range(0, members.shape[1], step):
            some, often = members[:, start : start + step], times[start : start + step]
            who = bot[some]
            chance = weight[some] / weight[some].sum(axis=0)
            between = covariance[who[:, None], who[None, :]]
            own = covariance[who, who]
            along = np.einsum("is,ijs->js", chance, between)
            spread = np.einsum("js,js->s", along, chance)
            mean = (chance * own).sum(axis=0)
            slope = often * chance * (own - mean - 2 * (along - spread))
            pull += np.bincount(who.ravel(), slope.ravel(), minlength=count)
            direction = standard[who]
            first = np.einsum("is,isb->sb", chance, direction)
            second = np.einsum("is,isb->sb", chance, direction**2)
            cube = np.einsum("is,isb->sb", chance, direction**3)
            third += often @ (cube - 3 * second * first + 2 * first**3)
    skew = np.clip(-third, -_MOST_SKEW, _MOST_SKEW)
    return np.asarray(-covariance @ pull / 2 + deviation * skew * (_QUANTILE**2 - 1) / 6)
