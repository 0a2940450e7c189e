"""Tables that last until it is clear who goes on: block after block, decided or at the limit, and verified so."""

from pathlib import Path

import msgspec
import pytest

from arena.records.job import MatchJob
from arena.records.result import MatchResult
from tests.tournaments.scripted import NOW, Killed, ScriptedExecutor, around, cup_of, file_of, play, play_out
from tests.tournaments.verifying import differences
from tournaments.cup.sequential import Until
from tournaments.reports.export import export
from tournaments.results.verify.whole import verify
from tournaments.run.organizer import leave, make_void
from tournaments.run.session import run_tournament
from tournaments.store.match_ids import match_of
from tournaments.store.store import Store

DUEL = {"table_size": 2, "advance": 1, "extra_limit": 0}


def one_sided(job: MatchJob) -> MatchResult:
    """The first bot by name wins every deal by far, but not always by the same."""
    result = play(job)
    best = min(range(len(job.bots)), key=lambda bot: job.bots[bot].name)
    others = len(job.bots) - 1
    result.deals = [
        [(20 + deal % 3) * others if bot == best else -(20 + deal % 3) for bot in range(len(job.bots))]
        for deal in range(len(result.deals))
    ]
    return result


def level(job: MatchJob) -> MatchResult:
    """Nobody is better: the deals go to one and the other in turn."""
    result = play(job)
    sign = [1, -1]
    result.deals = [[sign[deal % 2], -sign[deal % 2]] for deal in range(len(result.deals))]
    return result


def test_a_clear_table_is_over_soon_and_a_level_one_at_the_limit(tmp_path: Path) -> None:
    cup = cup_of(["ada", "bea"], rounds=4, until=Until(0.95, 40, min_rounds=8, largest=20), stage=DUEL)
    clear = run_tournament(cup, file_of(cup), tmp_path / "clear", around(ScriptedExecutor(player=one_sided)))
    even = run_tournament(cup, file_of(cup), tmp_path / "even", around(ScriptedExecutor(player=level)))
    assert clear.certainties["s1t1"].decided
    assert 8 <= clear.deals <= 16
    assert not even.certainties["s1t1"].decided
    assert even.deals == 40
    assert [block.block for block in even.blocks["s1t1"]] == list(range(1, 11))


def test_a_table_of_three_may_wait_for_two_of_them_alone(tmp_path: Path) -> None:
    """The best of the table is clear at once; of the other two, who lose alike, nobody ever is."""
    stage = {"table_size": 3, "advance": 1, "extra_limit": 0}
    for pair, decided in ((("ada", "bea"), True), (("cyd", "bea"), False)):
        until = Until(0.95, 40, min_rounds=8, largest=20, between=pair)
        cup = cup_of(["ada", "bea", "cyd"], rounds=4, until=until, stage=stage)
        folder = tmp_path / pair[0]
        end = run_tournament(cup, file_of(cup), folder, around(ScriptedExecutor(player=one_sided)))
        assert end.certainties["s1t1"].decided is decided
        assert (end.deals < 40) is decided


def test_the_last_block_is_no_longer_than_the_limit_leaves(tmp_path: Path) -> None:
    cup = cup_of(["ada", "bea"], rounds=4, until=Until(0.95, 10), stage=DUEL)
    end = run_tournament(cup, file_of(cup), tmp_path, around(ScriptedExecutor(player=level)))
    assert [block.settings.rounds for block in end.blocks["s1t1"]] == [4, 4, 2]


def test_blocks_have_deals_of_their_own_and_add_up(tmp_path: Path) -> None:
    cup = cup_of(rounds=2, until=Until(0.9, 6))
    end = run_tournament(cup, file_of(cup), tmp_path, around())
    for name, blocks in end.blocks.items():
        assert len({block.deal_seed for block in blocks}) == len(blocks)
        assert end.matches[name].totals == [sum(column) for column in zip(*(b.totals for b in blocks), strict=True)]
        assert len(end.matches[name].result.deals) == sum(len(block.result.deals) for block in blocks)
    assert any(len(blocks) > 1 for blocks in end.blocks.values())
    assert verify(tmp_path).differences == []
    assert [match["match"] for match in export(end)["matches"]][:3] == ["s1t1", "s1t2", "s2t1"]
    assert "deals, at most 6" in (tmp_path / "report.md").read_text()


def test_a_run_killed_between_blocks_goes_on_with_the_next_one(tmp_path: Path) -> None:
    cup = cup_of(rounds=2, until=Until(0.9, 6))
    whole = run_tournament(cup, file_of(cup), tmp_path / "whole", around())
    ids = [block.match for blocks in whole.blocks.values() for block in blocks]
    for stop_after in range(1, len(ids)):
        folder = tmp_path / str(stop_after)
        first, second = ScriptedExecutor(stop_after=stop_after), ScriptedExecutor()
        with pytest.raises(Killed):
            run_tournament(cup, file_of(cup), folder, around(first))
        again = run_tournament(cup, file_of(cup), folder, around(second))
        assert sorted(first.played + second.played) == sorted(ids)
        assert again.plan == whole.plan
        assert again.ratings == whole.ratings


def test_in_a_league_where_nobody_is_left_behind_one_block_is_all(tmp_path: Path) -> None:
    cup = cup_of(rounds=2, until=Until(0.9, 20), stages=[{"format": "swiss", "rounds": 2, "extra_limit": 0}])
    end = run_tournament(cup, file_of(cup), tmp_path, around())
    assert {len(blocks) for blocks in end.blocks.values()} == {1}
    assert end.certainties == {}


def test_extra_tables_are_one_block(tmp_path: Path) -> None:
    cup = cup_of(["ada", "bea"], rounds=2, until=Until(0.95, 4), stage=DUEL | {"extra_limit": 2, "extra_rounds": 2})
    end = run_tournament(cup, file_of(cup), tmp_path, around(ScriptedExecutor(player=level)))
    assert {name: len(blocks) for name, blocks in end.blocks.items()} == {"s1t1": 2, "s1t1x1": 1, "s1t1x2": 1}


def test_a_block_too_many_or_too_few_is_found(tmp_path: Path) -> None:
    cup = cup_of(["ada", "bea"], rounds=2, until=Until(0.9, 6), stage=DUEL)
    run_tournament(cup, file_of(cup), tmp_path, around())
    with Store.open(tmp_path) as store:
        last = store.match(store.match_ids()[-1])
        assert last is not None
        result = msgspec.structs.replace(last.result, match=match_of("s1t1", last.block + 1, 0))
        store.record(msgspec.structs.replace(last, result=result).with_digest())
    assert any("was played although its table was over" in line for line in differences(tmp_path))
    with Store.open(tmp_path) as store:
        store._connection.execute("DELETE FROM matches WHERE id = 's1t1'")
    assert any("block 1 of s1t1 is missing" in line for line in differences(tmp_path))


def test_a_bot_that_leaves_between_blocks_leaves_a_table_that_begins_anew(tmp_path: Path) -> None:
    cup = cup_of(["ada", "bea", "cyd", "dan"], rounds=2, until=Until(0.95, 8), stage={"extra_limit": 0})
    with pytest.raises(Killed):
        run_tournament(cup, file_of(cup), tmp_path, around(ScriptedExecutor(stop_after=1)))
    leave(tmp_path, "withdraw", "cyd", "ill", NOW)
    executor = ScriptedExecutor()
    end = run_tournament(cup, file_of(cup), tmp_path, around(executor))
    assert executor.played[0] == "s1t1#2"
    assert all(block.seats == ["ada", "bea", "dan"] for block in end.blocks["s1t1"])
    assert verify(tmp_path).differences == []


def test_all_blocks_of_a_void_table_are_void(tmp_path: Path) -> None:
    cup = cup_of(["ada", "bea"], rounds=2, until=Until(0.95, 8), stage=DUEL)
    with pytest.raises(Killed):
        run_tournament(cup, file_of(cup), tmp_path, around(ScriptedExecutor(stop_after=2, player=level)))
    assert make_void(tmp_path, "s1t1", "swap", NOW) == ["s1t1"]
    executor = ScriptedExecutor(player=level)
    run_tournament(cup, file_of(cup), tmp_path, around(executor))
    assert executor.played == ["s1t1#2", "s1t1+2#2", "s1t1+3", "s1t1+4"]


def test_a_block_that_is_left_out_ends_the_table_with_what_was_played(tmp_path: Path) -> None:
    cup = cup_of(["ada", "bea"], rounds=2, until=Until(0.95, 8), stage=DUEL)
    executor = ScriptedExecutor(lose={"s1t1+2": 2}, player=level)
    end = play_out(cup, tmp_path, executor)
    assert len(end.blocks["s1t1"]) == 2
    assert len(end.matches["s1t1"].result.deals) == 2
    assert not end.matches["s1t1"].void
