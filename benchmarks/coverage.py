"""`make coverage`: how often the intervals of ratings hold the truth, in worlds where it is known.

    python -m benchmarks.coverage [WORLDS] [WORD …]

draws 60 worlds of each kind unless told otherwise, or of the kinds alone that have one of the words in their names.
Prints the table of `docs/ratings.md`; ± is half the 95 % interval of a share, from how worlds differ.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from benchmarks.worlds import played_tables, table_of
from tournaments.formats.brackets.elimination import Elimination
from tournaments.formats.leagues.round_robin import RoundRobin
from tournaments.formats.leagues.swiss import Swiss
from tournaments.formats.plan import Format
from tournaments.ratings.choice_sets import Deal, Ints, choices
from tournaments.ratings.plackett_luce import ELO, fit
from tournaments.ratings.table import RatingTable, rate_tables

BOTS: Final = tuple(f"b{number:02d}" for number in range(16))
BINS: Final = ((0.5, 0.8), (0.8, 0.95), (0.95, 1.0))
"""Of the chance to be better than the next."""
RECORDED: Final = Path(__file__).with_name("recorded_deals.csv")
"""Duplicate deals of sample bots, a line each: water summed over the 24 seatings."""

Strengths = Mapping[str, float]
Tables = list[list[Deal]]


class World(NamedTuple):
    """True strengths in Elo, and results drawn from them table by table."""

    elo: Strengths
    tables: Tables


class Kind(NamedTuple):
    """A kind of world."""

    name: str
    draw: Callable[[np.random.Generator], World]


class Held(NamedTuple):
    """What was counted over the worlds of a kind."""

    own: float
    """The share of intervals around Elo that hold, each against the mean of the field."""
    lead: float
    """The share of intervals around the lead over the next bot that hold."""
    own_error: float
    """The standard error of `own`, from how worlds differ: what holds in one world is not independent."""
    lead_error: float
    """That of `lead`."""
    better: tuple[tuple[float, float, int], ...]
    """By bin: the mean chance that was told, the share that was true (level bots count half), and how many."""


def normal(spread: float, best: float | None = None) -> Callable[[np.random.Generator], Strengths]:
    """Draw strengths from N(0, spread²), with the first bot at `best`."""

    def draw(rng: np.random.Generator) -> Strengths:
        elo = dict(zip(BOTS, rng.normal(0, spread, len(BOTS)).tolist(), strict=True))
        return elo if best is None else elo | {BOTS[0]: best}

    return draw


def seated(
    size: int, deals: int, effect: float = 0.0, *, spread: float = 150.0, best: float | None = None, rounds: int = 8
) -> Callable[[np.random.Generator], World]:
    """Draw `rounds` in each of which the bots are drawn over tables of about `size`."""
    strengths = normal(spread, best)

    def draw(rng: np.random.Generator) -> World:
        elo, tables = strengths(rng), []
        for _ in range(rounds):
            drawn = np.array_split(rng.permutation(len(BOTS)), -(-len(BOTS) // size))
            tables += [table_of([BOTS[seat] for seat in seats], elo, deals, effect, rng) for seats in drawn]
        return World(elo, tables)

    return draw


def tournament(form: Format, deals: int, effect: float = 0.0) -> Callable[[np.random.Generator], World]:
    """Play a tournament, in which who meets whom depends on what was won before."""
    strengths = normal(150.0)

    def draw(rng: np.random.Generator) -> World:
        elo = strengths(rng)
        return World(elo, played_tables(form, elo, deals, effect, rng))

    return draw


def unequal(rng: np.random.Generator) -> World:
    """Bots that came early have played sixteen times as often as those that came last; tables have 5 to 80 deals."""
    elo = normal(150.0)(rng)
    often = np.geomspace(16, 1, len(BOTS))
    tables = []
    for _ in range(32):
        seats = rng.choice(len(BOTS), 4, replace=False, p=often / often.sum())
        tables.append(table_of([BOTS[seat] for seat in seats], elo, int(rng.choice((5, 20, 80))), 0.0, rng))
    missing = set(BOTS) - {bot for table in tables for bots, _ in table for bot in bots}
    tables += [table_of([bot, BOTS[0], BOTS[1], BOTS[2]], elo, 20, 0.0, rng) for bot in sorted(missing)]
    return World(elo, tables)


def recorded(deals: int) -> Callable[[np.random.Generator], World]:
    """Draw from the recorded deals with replacement; the truth is what all of them say without a prior."""

    def draw(rng: np.random.Generator) -> World:
        names, rows, elo = read_recorded()
        tables = [rows[rng.integers(0, len(rows), deals)] for _ in range(4)]
        return World(elo, [[(names, tuple(map(float, row))) for row in table.tolist()] for table in tables])

    return draw


@cache
def read_recorded() -> tuple[tuple[str, ...], Ints, Strengths]:
    """Return the bots, water by deal and bot, and the strengths that fit all of it best."""
    head, *lines = RECORDED.read_text(encoding="utf-8").splitlines()
    names, rows = tuple(head.split(",")), np.array([line.split(",") for line in lines], np.int64)
    fitted = fit(choices([(names, tuple(map(float, row))) for row in rows.tolist()]), sd=None)
    return names, rows, dict(zip(fitted.choices.names, (fitted.theta * ELO).tolist(), strict=True))


def kinds() -> list[Kind]:
    """Return every kind of world, in the order of the table."""
    return [
        *(Kind(f"spread {spread}", seated(4, 50, spread=spread)) for spread in (0, 30, 60, 200, 700)),
        Kind("one bot at +1200", seated(4, 50, best=1200.0)),
        *(
            Kind(f"table effects of {effect}, {deals} deals a table", seated(4, deals, effect))
            for effect in (0, 25)
            for deals in (25, 100, 400)
        ),
        *(Kind(f"tables of {size}", seated(size, 50)) for size in (2, 3, 4, 6, 8)),
        Kind("round robin of 2", tournament(RoundRobin(table_size=2), 20)),
        Kind("Swiss of 2", tournament(Swiss(), 50)),
        Kind("Swiss of 4, table effects of 25", tournament(Swiss(table_size=4), 50, 25.0)),
        Kind("elimination of 2", tournament(Elimination(table_size=2, advance=1), 100)),
        Kind("elimination of 4", tournament(Elimination(table_size=4, advance=2), 100)),
        Kind("elimination of 4, table effects of 25", tournament(Elimination(table_size=4, advance=2), 100, 25.0)),
        Kind("unequal numbers of deals", unequal),
        *(Kind(f"recorded deals, 4 tables of {deals}", recorded(deals)) for deals in (25, 100)),
    ]


def measured(kind: Kind, worlds: int, first: int = 0) -> Held:
    """Rate the worlds with the seeds `first` and on."""
    shares = np.zeros((worlds, 2))
    better: list[tuple[float, float]] = []
    for number in range(worlds):
        world = kind.draw(np.random.default_rng(first + number))
        own: list[bool] = []
        leads: list[bool] = []
        _hold(rate_tables(world.tables), world.elo, own, leads, better)
        shares[number] = np.mean(own), np.mean(leads)
    told = np.array(better)
    bins = []
    for low, high in BINS:
        some = told[(told[:, 0] >= low) & (told[:, 0] < high + (high == 1))]
        bins.append((*(some.mean(axis=0).tolist() if len(some) else (np.nan, np.nan)), len(some)))
    own_share, lead_share = shares.mean(axis=0).tolist()
    own_error, lead_error = (shares.std(axis=0, ddof=1) / np.sqrt(worlds)).tolist()
    return Held(own_share, lead_share, own_error, lead_error, tuple(bins))


def _hold(
    rated: RatingTable, elo: Strengths, own: list[bool], leads: list[bool], better: list[tuple[float, float]]
) -> None:
    mean = np.mean([elo[player.name] for player in rated.players])
    own += [bool(abs(it.elo - 1500 - (elo[it.name] - mean)) <= (it.error95 or 0)) for it in rated.players]
    for it, following in zip(rated.players, rated.players[1:], strict=False):
        ahead = elo[it.name] - elo[following.name]
        leads.append(abs((it.lead or 0) - ahead) <= (it.lead95 or 0))
        better.append((it.better_than_next or 0, 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0))


def row(kind: Kind, held: Held) -> str:
    """Return a line of the table."""
    cells = [f"{chance:.2f} → {true:.2f}" if count >= 20 else "–" for chance, true, count in held.better]
    shares = [
        f"{share:.1%} ± {1.96 * error:.1%}"
        for share, error in ((held.own, held.own_error), (held.lead, held.lead_error))
    ]
    return f"| {' | '.join((kind.name, *shares, *cells))} |"


def main(words: Sequence[str]) -> None:
    """Print the table."""
    worlds = int(words[0]) if words and words[0].isdigit() else 60
    wanted = [word for word in words if not word.isdigit()]
    sys.stdout.write("| world | Elo holds | lead holds | told 50–80 % | told 80–95 % | told over 95 % |\n")
    sys.stdout.write("|---|---|---|---|---|---|\n")
    for kind in kinds():
        if not wanted or any(word in kind.name for word in wanted):
            sys.stdout.write(f"{row(kind, measured(kind, worlds))}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
