"""Bots that play for each other: found where they do, and nobody named where bots merely suit each other."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tournaments.cli.ratings import ratings
from tournaments.ratings.allies import Allied, allies
from tournaments.ratings.choice_sets import Deal, tabulate_tables

BOTS = [f"b{number}" for number in range(8)]
SIZE, TABLES, DEALS = 4, 60, 40


def together(seats: list[int], pair: tuple[int, int]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What two at a table take from everybody else, 1 each."""
    return np.array([1.0 if seat in pair else -2 / (len(seats) - 2) for seat in seats])


def played(seed: int, ally: float = 0, given: float = 0, suits: float = 0.3) -> list[list[Deal]]:
    """Tables drawn by lot of bots of different strength that suit each other more or less, with heavy-tailed luck; the
    first two bots take `ally` each a deal from the others, and the first is `given` so much by the second.
    """
    rng = np.random.default_rng(seed)
    worth = rng.normal(0, 0.5, len(BOTS))
    liking = {pair: rng.normal(0, suits) for pair in combinations(range(len(BOTS)), 2)}
    found = []
    for _ in range(TABLES):
        seats = sorted(rng.choice(len(BOTS), SIZE, replace=False).tolist())
        water = SIZE * (worth[seats] - worth[seats].mean())
        for pair in combinations(seats, 2):
            water += liking[pair] * together(seats, pair)
        if seats[:2] == [0, 1]:
            water += ally * together(seats, (0, 1)) + given * np.array([1.0, -1.0, 0.0, 0.0])
        luck = 4 * rng.standard_t(5, (DEALS, SIZE))
        luck -= luck.mean(axis=1, keepdims=True)
        found.append([(tuple(BOTS[seat] for seat in seats), tuple(row)) for row in (water + luck).tolist()])
    return found


def named(tables: list[list[Deal]]) -> list[Allied]:
    return allies(*tabulate_tables(tables))


@pytest.mark.parametrize(
    ("world", "kind"), [({"ally": 4.0}, "together"), ({"given": 4.0}, "one-for-the-other")], ids=["together", "given"]
)
def test_allies_are_named_with_what_they_gain(world: dict[str, float], kind: str) -> None:
    for seed in range(5):
        first = named(played(seed, **world))[0]
        assert (first.bots, first.kind) == (("b0", "b1"), kind)
        assert first.water100 == pytest.approx(400, abs=150)


def test_bots_that_merely_suit_each_other_are_seldom_named() -> None:
    """At most one world in twenty, whether bots suit each other alike or not."""
    worlds = [played(seed, suits=suits) for seed in range(30) for suits in (0.0, 1.0)]
    assert sum(named(world) != [] for world in worlds) <= 3


def test_a_few_pairs_or_tables_tell_nothing() -> None:
    tables = played(1, ally=6)
    fewest = [table for table in tables if {"b6", "b7"}.isdisjoint(table[0][0])]
    assert {tuple(sorted(found.bots)) for found in named(tables)} >= {("b0", "b1")}
    assert named([fewest[0], fewest[1]]) == []


def test_what_is_also_strength_is_no_alliance() -> None:
    """Two bots that always sit together may as well be strong."""
    tables = [table for table in played(2, ally=6) if table[0][0][:2] == ("b0", "b1")]
    assert all(set(found.bots) != {"b0", "b1"} for found in named(tables))


def test_the_order_of_the_tables_does_not_matter() -> None:
    tables = played(3, ally=4)
    assert named(tables) == named(tables[::-1])


def test_a_file_of_matches_is_looked_through(tmp_path: Path) -> None:
    lines = ["match,table,bot,score"]
    for number, table in enumerate(played(0, ally=4)):
        for place, (bots, scores) in enumerate(table):
            lines += [f"m{number}-{place},t{number},{bot},{score:.2f}" for bot, score in zip(bots, scores, strict=True)]
    file = tmp_path / "ladder.csv"
    file.write_text("\n".join(lines))
    text = " ".join(CliRunner().invoke(ratings, [str(file)]).stdout.split())
    assert "b0 and b1 may be allies: at tables of three and more where both sat, each scored" in text
    (first, *_) = json.loads(CliRunner().invoke(ratings, [str(file), "--json"]).stdout)["allies"]
    assert (first["bots"], first["kind"]) == (["b0", "b1"], "together")
