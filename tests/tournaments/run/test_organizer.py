"""An intervention is recorded, shown, carried out when the run resumes, and known to verify."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import cli
from arena.errors import ArenaError
from tests.tournaments.interrupted import begin, go_on
from tests.tournaments.scripted import BOTS, NOW, Killed, ScriptedExecutor, around, cup_of, die, file_of
from tests.tournaments.verifying import checked, differences
from tournaments.cup.cup import Cup
from tournaments.reports.export import export
from tournaments.results.summary import Summary, summarize
from tournaments.results.verify.whole import verify
from tournaments.run import session
from tournaments.run.organizer import leave, make_void
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

DUELS = cup_of(stage={"table_size": 2, "advance": 1, "extra_limit": 0})
"""Seven matches in three stages."""


def test_a_bot_that_withdraws_is_absent_from_later_matches_and_keeps_what_it_has(tmp_path: Path) -> None:
    before = begin(tmp_path, 2)
    bot = before.plan.stages[1].tables[0].table.seats[0]
    leave(tmp_path, "withdraw", bot, "went home", NOW)
    end = go_on(tmp_path)
    assert end.matches["s1t1"] == before.matches["s1t1"]
    assert bot not in end.matches["s2t1"].seats
    assert end.matches["s2t1"].absent == [bot]
    assert [standing.name for standing in end.plan.standings][3] == bot
    assert {standing.name for standing in end.plan.standings} == set(BOTS)
    assert verify(tmp_path).differences == []
    assert f"`{bot}` withdrew: went home" in (tmp_path / "report.md").read_text()
    decision = export(end)["decisions"][0]
    assert (decision["kind"], decision["subject"], decision["reason"]) == ("withdraw", bot, "went home")


def test_withdrawn_bots_play_no_extra_rounds_and_are_rated_on_what_they_played(tmp_path: Path) -> None:
    begin(tmp_path, 0)
    for bot in ("ada", "hal"):
        leave(tmp_path, "disqualify", bot, "cheated", NOW)
    end = go_on(tmp_path)
    assert all({"ada", "hal"}.isdisjoint(stored.seats) for stored in end.matches.values())
    assert {player.name for player in end.ratings.players} == set(BOTS) - {"ada", "hal"}
    assert verify(tmp_path).differences == []


def test_the_last_one_at_a_table_goes_on_without_playing(tmp_path: Path) -> None:
    first = begin(tmp_path, 0).plan.stages[0].tables[0].table
    for bot in first.seats[1:]:
        leave(tmp_path, "withdraw", bot, "ill", NOW)
    executor = ScriptedExecutor()
    end = go_on(tmp_path, executor)
    assert first.id not in executor.played
    assert end.matches[first.id].result.reason == "walkover"
    assert end.plan.stages[0].tables[0].places[first.seats[0]] == 1
    assert verify(tmp_path).differences == []


def field_of_each_round(end: Summary) -> list[set[str]]:
    """Who is at a table of each stage, or rests."""
    return [{*stage.byes, *(bot for it in stage.tables for bot in it.table.seats)} for stage in end.plan.stages]


def test_in_a_swiss_who_has_left_is_at_no_table_drawn_later(tmp_path: Path) -> None:
    """One withdraws after its match of round 2, one before: a walkover, and neither is in round 3 or 4."""
    swiss = cup_of(rounds=1, stages=[{"format": "swiss", "rounds": 4, "extra_limit": 0}])
    second = begin(tmp_path, 5, swiss).plan.stages[1].tables
    done, begun = second[0].table, second[1].table
    leave(tmp_path, "withdraw", done.seats[1], "ill", NOW)
    leave(tmp_path, "disqualify", begun.seats[0], "cheated", NOW)
    end = go_on(tmp_path, cup=swiss)
    assert end.matches[done.id].seats == list(done.seats)
    assert end.matches[begun.id].result.reason == "walkover"
    gone = {done.seats[1], begun.seats[0]}
    assert field_of_each_round(end) == [set(BOTS), set(BOTS), set(BOTS) - gone, set(BOTS) - gone]
    assert {standing.name for standing in end.plan.standings} == set(BOTS)
    assert verify(tmp_path).differences == []


def test_in_a_swiss_at_larger_tables_who_has_left_is_absent_once_and_then_unseated(tmp_path: Path) -> None:
    swiss = cup_of(rounds=1, stages=[{"format": "swiss", "table_size": 4, "rounds": 3, "extra_limit": 0}])
    done, begun = (it.table for it in begin(tmp_path, 3, swiss).plan.stages[1].tables)
    gone = {done.seats[0], begun.seats[3]}
    for bot in gone:
        leave(tmp_path, "withdraw", bot, "ill", NOW)
    end = go_on(tmp_path, cup=swiss)
    assert (end.matches[done.id].absent, end.matches[begun.id].absent) == ([], [begun.seats[3]])
    assert field_of_each_round(end) == [set(BOTS), set(BOTS), set(BOTS) - gone]
    assert [len(it.table.seats) for it in end.plan.stages[2].tables] == [3, 3]
    assert {standing.name for standing in end.plan.standings} == set(BOTS)
    assert verify(tmp_path).differences == []


def test_who_leaves_when_a_stage_is_over_changes_no_place_of_it(tmp_path: Path) -> None:
    """Of the four who stayed behind one withdraws, and one of those who went on: it is seated and absent."""
    chain = cup_of(
        rounds=1,
        stages=[{"format": "swiss", "rounds": 2, "advance": 4, "extra_limit": 0}, {"format": "final-table"}],
    )
    whole = go_on(tmp_path / "whole", cup=chain)
    before = begin(tmp_path / "left", 8, chain)
    final = before.plan.stages[-1].tables[0].table
    behind = whole.plan.standings[5].name
    for bot in (behind, final.seats[1]):
        leave(tmp_path / "left", "withdraw", bot, "ill", NOW)
    end = go_on(tmp_path / "left", cup=chain)
    assert end.plan.stages[:-1] == whole.plan.stages[:-1]
    assert end.plan.standings[4:] == whole.plan.standings[4:]
    assert end.matches[final.id].absent == [final.seats[1]]
    assert end.plan.standings[3].name == final.seats[1]
    assert verify(tmp_path / "left").differences == []


def test_a_round_drawn_again_leaves_out_who_had_left_before(tmp_path: Path) -> None:
    """Withdrawn in round 3; round 1 is played again, so that round 2 is drawn after it."""
    swiss = cup_of(rounds=1, stages=[{"format": "swiss", "rounds": 4, "extra_limit": 0}])
    begin(tmp_path, 9, swiss)
    leave(tmp_path, "withdraw", "ada", "ill", NOW)
    make_void(tmp_path, "s1t2", "swapping", NOW)
    end = go_on(tmp_path, cup=swiss)
    assert field_of_each_round(end) == [set(BOTS)] + 3 * [set(BOTS) - {"ada"}]
    assert [len(stage.byes) for stage in end.plan.stages] == [0, 1, 1, 1]
    assert verify(tmp_path).differences == []


def test_in_a_league_whose_schedule_is_fixed_every_later_match_is_a_walkover(tmp_path: Path) -> None:
    league = cup_of(BOTS[:4], rounds=1, stages=[{"format": "round-robin", "extra_limit": 0}])
    begin(tmp_path, 1, league)
    leave(tmp_path, "withdraw", "bea", "ill", NOW)
    end = go_on(tmp_path, cup=league)
    later = [stored for stored in end.matches.values() if "bea" in stored.absent]
    assert len(later) == 3 - ("bea" in end.matches["s1t1"].seats)
    assert {stored.result.reason for stored in later} == {"walkover"}
    assert verify(tmp_path).differences == []


def test_two_who_have_left_win_nothing_from_each_other(tmp_path: Path) -> None:
    league = cup_of(BOTS[:4], rounds=1, stages=[{"format": "round-robin", "extra_limit": 0}])
    begin(tmp_path, 0, league)
    for bot in ("ada", "bea"):
        leave(tmp_path, "withdraw", bot, "ill", NOW)
    end = go_on(tmp_path, cup=league)
    assert {standing.name for standing in end.plan.standings[:2]} == {"cyd", "dan"}
    level, behind, annulled = [it for it in end.plan.stages[-1].rulings if set(it.bots) == {"ada", "bea"}]
    assert level.words.startswith("level in everything")
    assert (behind.decided_by, behind.words) == ("left", "left before the end, so behind all others: ada, bea")
    assert annulled.words == "left before the end, and the results do not count: ada, bea"
    assert verify(tmp_path).differences == []


def test_who_won_and_was_disqualified_is_neither_champion_nor_in_the_final(tmp_path: Path) -> None:
    """Both winners of round 1 are out in round 2, at their own table: it is a walkover, and the others play on."""
    stages = [{"format": "swiss", "rounds": 2, "extra_limit": 0}]
    for name, more in (("alone", []), ("chain", [{"format": "final-table"}])):
        first = [{**stages[0], "advance": 2}] if more else stages
        swiss = cup_of(BOTS[:4], rounds=1, stages=[*first, *more])
        out = begin(tmp_path / name, 2, swiss).plan.stages[1].tables[0].table.seats
        for bot in out:
            leave(tmp_path / name, "disqualify", bot, "cheated", NOW)
        end = go_on(tmp_path / name, cup=swiss)
        assert {standing.name for standing in end.plan.standings[2:]} == set(out)
        assert {bot for it in end.plan.stages[-1].tables for bot in it.table.seats if bot in out} == (
            set() if more else set(out)
        )
        assert verify(tmp_path / name).differences == []


def test_a_cup_from_which_all_withdraw_ends(tmp_path: Path) -> None:
    begin(tmp_path, 0)
    for bot in BOTS:
        leave(tmp_path, "withdraw", bot, "power cut", NOW)
    executor = ScriptedExecutor()
    assert go_on(tmp_path, executor).finished
    assert executor.played == []
    assert verify(tmp_path).differences == []


def _finished_but_for_the_marker(folder: Path, cup: Cup) -> Path:
    """Play every match of the cup, and break off before anything is decided; return the folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "settle", die)
        with pytest.raises(Killed):
            run_tournament(cup, file_of(cup), folder, around())
    return folder


def test_a_void_match_is_played_again_with_new_deals_and_so_is_what_followed(tmp_path: Path) -> None:
    before = begin(tmp_path, 5, DUELS)
    assert make_void(tmp_path, "s1t1", "swapping", NOW) == ["s1t1", "s2t1"]
    executor = ScriptedExecutor(slots=1)
    end = go_on(tmp_path, executor, DUELS)
    assert executor.played[:2] == ["s1t1#2", "s2t1#2"]
    assert end.matches["s1t2"] == before.matches["s1t2"]
    assert end.matches["s1t1"].deal_seed != before.matches["s1t1"].deal_seed
    assert [match["match"] for match in export(end)["matches"]] == [
        *("s1t1", "s1t2", "s1t3", "s1t4", "s2t1", "s2t2", "s3t1")
    ]
    assert export(end)["decisions"][0]["voided"] == ["s1t1", "s2t1"]
    with Store.read(tmp_path) as store:
        voided = store.match("s1t1")
    assert voided is not None
    assert voided.voided == 1
    assert voided.totals == before.matches["s1t1"].totals
    assert differences(tmp_path) == []
    assert checked(tmp_path)["matches"] == len(end.matches) + 2
    assert "swapping; played again: s1t1, s2t1" in (tmp_path / "report.md").read_text()


@pytest.mark.parametrize(
    ("stage", "gone", "stands"),
    [
        ({"format": "elimination", "third_place": True}, ["s1t1", "s2t1", "s3t1", "s3t2"], ["s1t2", "s2t2"]),
        ({"format": "double-elimination"}, ["s1t1", "s2t1", "s2t3"], ["s1t2", "s2t2"]),
        ({"format": "elimination", "table_size": 4, "advance": 2}, ["s1t1", "s2t1"], ["s1t2"]),
    ],
)
def test_only_what_depends_on_a_void_match_is_played_again(
    tmp_path: Path, stage: dict[str, object], gone: list[str], stands: list[str]
) -> None:
    """What lies in the other half of the draw counts again as soon as its stage is drawn again."""
    two = {"table_size": 2, "advance": 1, "extra_limit": 0, "extra_rounds": 1}
    cup = cup_of(rounds=1, stages=[two | stage])
    with Store.read(_finished_but_for_the_marker(tmp_path, cup)) as store:
        before = {match.match: match.digest for match in store.matches()}
    voided = make_void(tmp_path, "s1t1", "swapping", NOW)
    assert voided[: len(gone)] == gone
    assert not set(stands) & set(voided)
    assert verify(tmp_path).differences == []
    with Store.read(tmp_path) as store:
        assert set(summarize(store).matches) == before.keys() - set(voided)
    executor = ScriptedExecutor(slots=1)
    go_on(tmp_path, executor, cup)
    assert not set(stands) & {match.partition("#")[0] for match in executor.played}
    with Store.read(tmp_path) as store:
        after = {match.match: match.digest for match in store.matches()}
    assert {table: after[table] for table in stands} == {table: before[table] for table in stands}
    assert verify(tmp_path).differences == []


def test_who_leaves_while_a_void_match_waits_keeps_what_stands(tmp_path: Path) -> None:
    begin(tmp_path, 6, DUELS)
    make_void(tmp_path, "s1t1", "swapping", NOW)
    with Store.read(tmp_path) as store:
        bot = next(match.seats[0] for match in store.matches() if match.match == "s2t2")
    leave(tmp_path, "withdraw", bot, "ill", NOW)
    end = go_on(tmp_path, cup=DUELS)
    assert bot in end.matches["s2t2"].seats
    assert verify(tmp_path).differences == []


def test_a_void_match_can_be_made_void_again(tmp_path: Path) -> None:
    begin(tmp_path, 1)
    make_void(tmp_path, "s1t1", "first", NOW)
    begin(tmp_path, 1)
    assert make_void(tmp_path, "s1t1", "second", NOW) == ["s1t1"]
    executor = ScriptedExecutor(slots=1)
    go_on(tmp_path, executor)
    assert executor.played[0] == "s1t1#3"
    assert verify(tmp_path).differences == []


def test_an_intervention_that_cannot_be_is_refused(tmp_path: Path) -> None:
    begin(tmp_path, 1)
    with pytest.raises(ArenaError, match='no bot is called "zoe"; there are ada'):
        leave(tmp_path, "withdraw", "zoe", "x", NOW)
    with pytest.raises(ArenaError, match='no match "s2t1" has been played; played are: s1t1'):
        make_void(tmp_path, "s2t1", "x", NOW)
    with pytest.raises(ArenaError, match="--reason: give a reason"):
        leave(tmp_path, "withdraw", "ada", "  ", NOW)
    leave(tmp_path, "withdraw", "ada", "x", NOW)
    with pytest.raises(ArenaError, match='"ada" is out already'):
        leave(tmp_path, "disqualify", "ada", "x", NOW)


def test_the_record_of_a_finished_tournament_is_closed(tmp_path: Path) -> None:
    go_on(tmp_path)
    with pytest.raises(ArenaError, match="finished; its record is closed"):
        make_void(tmp_path, "s1t1", "x", NOW)


def test_an_absence_made_up_later_is_found(tmp_path: Path) -> None:
    begin(tmp_path, 1)
    leave(tmp_path, "withdraw", "ada", "x", NOW)
    go_on(tmp_path)
    with Store.open(tmp_path) as store:
        store._connection.execute("DELETE FROM decisions")
    assert any("a bot is absent that had not withdrawn" in line for line in differences(tmp_path))


def test_the_commands_say_what_follows(tmp_path: Path) -> None:
    begin(tmp_path, 1)
    run = CliRunner().invoke
    out = run(cli, ["tournament", "void", str(tmp_path), "s1t1", "--reason", "swap"])
    assert out.output == "to be played again: s1t1\n"
    assert "plays no more" in run(cli, ["tournament", "withdraw", str(tmp_path), "ada", "--reason", "ill"]).output
    assert "disqualified" in run(cli, ["tournament", "disqualify", str(tmp_path), "bea", "--reason", "ill"]).output
    assert run(cli, ["tournament", "withdraw", str(tmp_path), "ada"]).exit_code == 2
    with Store.read(tmp_path) as store:
        assert [each.kind for each in store.interventions()] == ["void", "withdraw", "disqualify"]
    assert isinstance(run(cli, ["tournament", "withdraw", "nowhere", "ada", "--reason", "ill"]).exception, ArenaError)
