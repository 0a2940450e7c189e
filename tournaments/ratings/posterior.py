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
from scipy.sparse import csr_array

from tournaments.ratings.choice_sets import Choices, Floats, Ints, Tables, choices_of
from tournaments.ratings.covariance import EXACT, Spread, relative_covariance
from tournaments.ratings.curvature import Likelihood
from tournaments.ratings.plackett_luce import ELO, PRIOR_SD, fit
from tournaments.ratings.pools import centred, pools
from tournaments.ratings.sandwich import correction
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
_NEGLIGIBLE: Final = 14.0
"""What is less likely than the best by more than this, in logarithms, is left out: a millionth."""


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


def estimated(names: tuple[str, ...], tables: Sequence[Tables], *, robust: bool = True) -> Posterior:
    """The strengths averaged over `SPREADS` and `EFFECTS`; how sure they are by the deals themselves if `robust`.

    Effects are looked for where some table has two deals or more. Beyond `EXACT` bots it is `given` the usual prior.
    """
    merged = choices_of(names, tables)
    if len(names) > EXACT:
        return given(merged, PRIOR_SD)
    pool = pools(merged)
    fits: list[_Mode] = []
    looked = False
    for mode in _modes(merged, names, tables):
        looked = looked or mode.effect > 0
        most = max([mode.evidence, *(each.evidence for each in fits)])
        fits = [each for each in (*fits, mode) if each.evidence > most - _NEGLIGIBLE]
    weight = np.exp([each.evidence - fits[0].evidence for each in fits])
    weight /= weight.sum()
    centres, covariance = np.zeros((len(fits), len(names))), np.zeros((len(names), len(names)))
    for number, each in enumerate(fits):
        own = np.asarray(inv(each.precision, assume_a="pos"))
        centres[number] = centred(each.theta + _shift(each.choices, each.bot, each.seated, own), pool)
        covariance += weight[number] * relative_covariance(own, pool)
    theta = weight @ centres
    for share, apart in zip(weight, centres - theta, strict=True):
        covariance += share * np.outer(apart, apart)
    field_sd = float(np.sqrt(weight @ np.array([each.spread**2 for each in fits])))
    if robust:
        covariance += correction(fit(merged, field_sd), tables)
    return Posterior(
        names,
        theta,
        pool,
        merged.results,
        Spread(covariance),
        field_sd,
        float(np.sqrt(weight @ np.array([each.effect**2 for each in fits]))) if looked else None,
    )


class _Mode(NamedTuple):
    """The most likely strengths under one spread and one effect, and how likely these two are."""

    spread: float
    effect: float
    theta: Floats
    """By bot."""
    seated: Floats
    """By member of the choice sets."""
    bot: Ints
    """By member of the choice sets, which bot it is."""
    choices: Choices
    precision: Floats
    evidence: float
    """The log of the likelihood, with what was thought of spread and effect beforehand; up to a constant."""


def _modes(merged: Choices, names: tuple[str, ...], tables: Sequence[Tables]) -> Iterator[_Mode]:
    seats = sum(len(np.unique(table.at)) * table.bots.shape[1] for table in tables)
    again = sum(table.bots.size for table in tables) > seats
    slots = Slots(names, tables) if again else None
    own = np.arange(len(names))
    for spread, likely in SPREADS.items():
        fitted = fit(merged, spread)
        precision = fitted.precision.toarray()
        here = Likelihood(merged, fitted.prior, 0.0).at(fitted.theta)
        evidence = -here.value - len(names) * np.log(spread / ELO) - np.linalg.slogdet(precision)[1] / 2
        evidence += np.log(likely * EFFECTS[0.0])
        yield _Mode(spread, 0.0, fitted.theta, fitted.theta, own, merged, precision, float(evidence))
        if slots is not None:
            for effect in (each for each in EFFECTS if each):
                mode = most_likely(slots, spread / ELO, effect / ELO, fitted.theta)
                evidence = mode.evidence + np.log(likely * EFFECTS[effect])
                yield _Mode(
                    spread, effect, mode.theta, mode.seated, slots.bot, slots.choices, mode.precision, float(evidence)
                )


def _shift(choices: Choices, bot: Ints, strengths: Floats, covariance: Floats) -> Floats:
    """By bot, from the mode to the centre of its interval.

    `strengths` are by member of the choice sets, `bot` which bot each member is.
    """
    count = len(covariance)
    weight, deviation = np.exp(strengths), np.sqrt(covariance.diagonal())
    standard = covariance / deviation
    squares = standard * standard
    pull, third, chosen = np.zeros(count), np.zeros(count), np.zeros(count)
    for members, times in choices.sets.values():
        step = max(1, _CHUNK // max(count, len(members) ** 2))
        for start in range(0, members.shape[1], step):
            some, often = members[:, start : start + step], times[start : start + step]
            who = bot[some]
            chance = weight[some] / weight[some].sum(axis=0)
            own = covariance[who, who]
            along = np.einsum("is,ijs->js", chance, covariance[who[:, None], who[None, :]])
            spread = np.einsum("js,js->s", along, chance)
            mean = (chance * own).sum(axis=0)
            slope = often * chance * (own - mean - 2 * (along - spread))
            pull += np.bincount(who.ravel(), slope.ravel(), minlength=count)
            # The third cumulant of each set along each bot's direction: cube - 3 second first + 2 first³.
            places = np.tile(np.arange(len(often)), len(members)), who.ravel()
            chances = csr_array((chance.ravel(), places), shape=(len(often), count))
            first, second = chances @ standard, chances @ squares
            third += often @ (first * (2 * first * first - 3 * second))
            chosen += np.bincount(who.ravel(), (often * chance).ravel(), minlength=count)
    third += chosen @ (squares * standard)
    skew = np.clip(-third, -_MOST_SKEW, _MOST_SKEW)
    return np.asarray(-covariance @ pull / 2 + deviation * skew * (_QUANTILE**2 - 1) / 6)
