"""Double elimination: everybody but the champion loses exactly twice."""

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import at_random, bots, chalk, play
from tournaments.formats.brackets.double_bracket import Source, duels
from tournaments.formats.brackets.double_elimination import DoubleElimination
from tournaments.formats.entrants import Entrants
from tournaments.formats.plan import Plan, Table, TableResult


def losses(plan: Plan) -> Counter[str]:
    return Counter(
        bot
        for stage in plan.stages
        for planned in stage.tables
        for bot in planned.table.seats
        if bot not in (planned.advanced or ())
    )


@pytest.mark.parametrize("reset", [True, False])
@pytest.mark.parametrize("count", [*range(2, 40), 64, 100, 200])
def test_everybody_but_the_champion_loses_twice(count: int, reset: bool) -> None:
    plan, results = play(DoubleElimination(reset=reset), bots(count), at_random(count, 10**9))
    champion = plan.standings[0].name
    lost = losses(plan)
    again = plan.stages[-1].title.startswith("Grand final, reset")
    final = plan.stages[-2 if again else -1].tables[0]
    assert final.advanced is not None
    from_below = lost[final.advanced[0]] == (2 if again and final.advanced[0] != champion else 1)
    assert again == (reset and from_below)
    assert len(results) == 2 * count - 2 + again
    second = plan.standings[1].name
    assert all(lost[bot] == 2 for bot in bots(count) if bot not in (champion, second))
    assert lost[champion] <= 1
    assert lost[second] == (1 if from_below and not reset else 2)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 60), st.integers(), st.sampled_from([2, 10**9]))
def test_everybody_has_a_place_and_plays_once_a_stage(count: int, seed: int, spread: int) -> None:
    plan, _ = play(DoubleElimination(extra_limit=1), bots(count), at_random(seed, spread))
    places = [standing.place for standing in plan.standings]
    assert sorted(standing.name for standing in plan.standings) == bots(count)
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    assert places[:2] == [1, 2]
    for stage in plan.stages:
        seated = [bot for planned in stage.tables for bot in planned.table.seats]
        assert len(set(seated)) == len(seated)
        names = [planned.table.id for planned in stage.tables]
        assert names == [f"s{stage.number}t{number}" for number in range(1, len(names) + 1)]


@pytest.mark.parametrize("count", range(2, 40))
def test_byes_of_the_first_round_go_to_the_best(count: int) -> None:
    plan = DoubleElimination().plan(Entrants(bots(count)), {})
    assert plan.stages[0].byes == tuple(bots(2 ** (count - 1).bit_length() - count))


@pytest.mark.parametrize("count", [4, 8, 16, 32, 64])
def test_chalk_gives_the_order_of_seeding(count: int) -> None:
    plan, results = play(DoubleElimination(), bots(count), chalk)
    assert len(results) == 2 * count - 2
    assert [standing.name for standing in plan.standings[:4]] == bots(4)
    place = {standing.name: standing.place for standing in plan.standings}
    assert all(place[better] <= place[worse] for better, worse in zip(bots(count), bots(count)[1:], strict=False))


@pytest.mark.parametrize("count", [2, 4, 8, 16, 32, 64, 128])
def test_every_line_enters_once_every_winner_goes_on_once_and_every_loser_drops_once(count: int) -> None:
    bracket = duels(count)
    sources = [source for duel in bracket for source in duel.sources]
    assert len(bracket) == 2 * count - 2
    lines = [Source("line", number) for number in range(count)]
    winners = [Source("winner", number) for number in range(len(bracket) - 1)]
    losers = [Source("loser", number) for number, duel in enumerate(bracket) if duel.side == "winners"]
    assert sorted(sources) == sorted([*lines, *winners, *losers])
    assert all(
        source.number < at for at, duel in enumerate(bracket) for source in duel.sources if source.kind != "line"
    )


def rematches(count: int, seed: int | None) -> list[int]:
    """The losers' rounds in which two met who had met before, up to the round before its semi-final.

    The seed draws who wins; without one the better line always does.
    """
    bracket = duels(count)
    drawn = random.Random(seed)
    outcome: list[dict[str, int]] = []
    met: set[frozenset[int]] = set()
    found = []
    for duel in bracket:
        players = [it.number if it.kind == "line" else outcome[it.number][it.kind] for it in duel.sources]
        if duel.side == "losers" and frozenset(players) in met:
            found.append(duel.round)
        met.add(frozenset(players))
        drawn.shuffle(players) if seed is not None else players.sort()
        outcome.append({"winner": players[0], "loser": players[1]})
    semi = 2 * (count.bit_length() - 2) - 1
    return [number for number in found if number < semi]


@pytest.mark.parametrize(("count", "at_most"), [(8, 0), (16, 300), (32, 350)])
def test_who_met_in_the_winners_bracket_meets_late_in_the_other(count: int, at_most: int) -> None:
    """Rematches before the losers' semi-final in 1,000 brackets. None is possible at 8; at 16 and 32 some cannot be
    avoided: the best masks there are give 210 and 230, crossing by reversal and exchange of halves 500 and 1,480."""
    assert sum(len(rematches(count, seed)) for seed in range(1000)) <= at_most
    assert rematches(count, None) == []


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 20), st.integers(), st.randoms(use_true_random=False))
def test_the_order_of_reports_does_not_matter(count: int, seed: int, shuffle: random.Random) -> None:
    form, totals = DoubleElimination(), at_random(seed, 3)
    whole, _ = play(form, bots(count), totals)
    results: dict[str, TableResult] = {}
    known: dict[str, int] = {}
    while (plan := form.plan(Entrants(bots(count)), results)).to_play:
        places = {standing.name: standing.place for standing in plan.standings}
        assert known.items() <= places.items()
        known = places
        table = shuffle.choice(plan.to_play)
        results[table.id] = TableResult(totals(table))
    assert msgspec.json.encode(plan) == msgspec.json.encode(whole)


def test_a_table_is_played_as_soon_as_both_at_it_are_known() -> None:
    form = DoubleElimination()
    results = {match: TableResult({one: 1, other: 0}) for match, one, other in (
        ("s1t1", "b001", "b008"), ("s1t4", "b004", "b005"),
    )}  # fmt: skip
    assert [(table.id, table.seats) for table in form.plan(Entrants(bots(8)), results).to_play] == [
        ("s1t2", ("b002", "b007")),
        ("s1t3", ("b003", "b006")),
        ("s2t1", ("b001", "b004")),
        ("s2t3", ("b005", "b008")),
    ]


def test_the_stages_have_names() -> None:
    plan, _ = play(DoubleElimination(), bots(8), upset, first_stage=4)
    assert [(stage.number, stage.title) for stage in plan.stages] == [
        (4, "Winners' round 1 · 胜者组第一轮"),
        (5, "Winners' round 2, Losers' round 1 · 胜者组第二轮、败者组第一轮"),
        (6, "Losers' round 2 · 败者组第二轮"),
        (7, "Winners' round 3, Losers' round 3 · 胜者组第三轮、败者组第三轮"),
        (8, "Losers' round 4 · 败者组第四轮"),
        (9, "Grand final · 总决赛"),
        (10, "Grand final, reset · 总决赛加赛"),
    ]


def upset(table: Table) -> dict[str, int]:
    """Chalk, but the grand final goes to the one from below."""
    water = chalk(table)
    if table.id == "s9t1":
        return {bot: -total for bot, total in water.items()}
    return water


def test_bots_of_one_author_are_drawn_apart() -> None:
    plan = DoubleElimination().plan(Entrants(bots(8), authors={"b001": "ann", "b008": "ann"}), {})
    assert all(set(planned.table.seats) != {"b001", "b008"} for planned in plan.stages[0].tables)
