"""Matches whose process dies: played again, and where that does not help, the organizer decides."""

from pathlib import Path

import pytest

from tests.tournaments.scripted import (
    BOTS,
    NOW,
    Killed,
    ScriptedExecutor,
    Watcher,
    around,
    cup_of,
    file_of,
    play_out,
)
from tournaments.results.summary import Summary
from tournaments.results.verify.whole import verify
from tournaments.run.director import Undecided
from tournaments.run.events import (
    TableBegan,
)
from tournaments.run.executor import MatchLost, Update
from tournaments.run.organizer import leave
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

CUP = cup_of()
FILE_TEXT = file_of(CUP)


def run(folder: Path, executor: ScriptedExecutor | None = None) -> Summary:
    return run_tournament(CUP, FILE_TEXT, folder, around(executor))


def test_a_match_whose_process_dies_is_played_again_once(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole")
    lost = run(tmp_path / "lost", ScriptedExecutor(lose={"s1t2": 1}))
    assert lost.plan == whole.plan
    assert lost.matches["s1t2"].result.reason == "completed"


def test_a_tie_of_more_than_the_deck_serves_is_not_played_off(tmp_path: Path) -> None:
    """Every match of a league of five is void, so that all are level in everything; 52 cards serve four."""
    league = {"format": "round-robin", "extra_rounds": 1, "extra_limit": 1}
    for bots, played in ((4, ["s4t1"]), (5, [])):
        cup = cup_of(BOTS[:bots], rounds=1, stages=[league])
        tables = [it.table.id for stage in cup.draw("").plan({}).stages for it in stage.tables]
        executor = ScriptedExecutor(lose=dict.fromkeys(tables, 2))
        end = play_out(cup, tmp_path / str(bots), executor)
        assert executor.played == played
        assert "seeding" in {ruling.decided_by for stage in end.plan.stages for ruling in stage.rulings}
        assert verify(tmp_path / str(bots)).differences == []


def test_a_match_whose_process_dies_twice_waits_for_the_organizer_and_nobody_advances(tmp_path: Path) -> None:
    """Everything that does not hang on it is played before."""
    watcher, executor = Watcher(), ScriptedExecutor(slots=1, lose={"s1t1": 2})
    with pytest.raises(Undecided) as caught:
        run_tournament(CUP, FILE_TEXT, tmp_path, around(executor, observe=watcher))
    assert executor.played == ["s1t2"]
    assert [began.attempt for began in watcher.of(TableBegan) if began.table == "s1t1"] == [1, 2]
    first, *commands, last = str(caught.value).splitlines()
    assert first.startswith(
        "s1t1: the match's process died 2 times (ended by signal 9), and which bot caused it cannot"
    )
    assert commands[0].startswith(f"  arena tournament disqualify {tmp_path} BOT --reason WHY ")
    assert commands[1].startswith(f"  arena tournament void {tmp_path} s1t1 --reason WHY ")
    assert last == "The same command without a decision tries the match once more"
    assert caught.value.exit_status == 1
    with Store.read(tmp_path) as store:
        assert store.losses("s1t1") == ["ended by signal 9", "ended by signal 9"]
        assert [match.match for match in store.matches()] == ["s1t2"]


def test_the_same_command_without_a_decision_tries_such_a_match_once_more(tmp_path: Path) -> None:
    with pytest.raises(Undecided):
        run(tmp_path, ScriptedExecutor(lose={"s1t2": 2}))
    with pytest.raises(Undecided):
        run(tmp_path, ScriptedExecutor(lose={"s1t2": 1}))
    assert run(tmp_path).plan == run(tmp_path / "whole").plan


def test_the_organizer_may_leave_such_a_match_out_for_the_better_seeding(tmp_path: Path) -> None:
    summary = play_out(CUP, tmp_path, ScriptedExecutor(lose={"s1t2": 2}))
    planned = next(it for it in summary.plan.stages[0].tables if it.table.id == "s1t2")
    assert planned.advanced == planned.table.seats[:2]
    assert planned.rulings[0].decided_by == "seeding"
    assert summary.matches["s1t2"].void
    assert [(it.kind, it.subject, it.voided) for it in summary.interventions] == [("void", "s1t2", ())]
    assert verify(tmp_path).differences == []


def test_the_organizer_may_take_a_bot_out_of_such_a_match(tmp_path: Path) -> None:
    with pytest.raises(Undecided):
        run(tmp_path, ScriptedExecutor(lose={"s1t2": 2}))
    leave(tmp_path, "disqualify", "bea", "ends the referee", NOW)
    summary = run(tmp_path)
    assert "bea" not in {*summary.matches["s1t1"].seats, *summary.matches["s1t2"].seats}
    assert summary.matches["s1t2"].result.reason == "completed"
    assert verify(tmp_path).differences == []


class DiesOver(ScriptedExecutor):
    """Every match at which a bot of that name plays is lost over it, until it escapes."""

    def __init__(self, *names: str) -> None:
        super().__init__(slots=1)
        self._names = list(names)
        self.escaped: list[str] = []

    def wait(self) -> list[Update]:
        job = self._jobs[0]
        playing = [bot.name for bot in job.bots]
        over = [name for name in self._names if name in playing and playing.index(name) not in job.escaped]
        if over:
            self._jobs.pop(0)
            self._names.append(self._names.pop(0))
            return [MatchLost(job.match, "ended with status 1: KeyError", playing.index(over[0]))]
        self.escaped += [playing[bot] for bot in job.escaped]
        return super().wait()


def test_a_bot_over_which_a_match_dies_twice_escapes_and_the_others_play(tmp_path: Path) -> None:
    executor = DiesOver("bea")
    end = run(tmp_path, executor)
    assert set(executor.escaped) == {"bea"}
    assert all(match.result.reason == "completed" for match in end.matches.values())


def test_deaths_over_different_bots_are_nobodys_escape(tmp_path: Path) -> None:
    table = CUP.draw("").plan({}).stages[0].tables[0].table
    with pytest.raises(Undecided):
        run(tmp_path, DiesOver(*table.seats[:2]))


def test_attempts_are_counted_across_runs(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        run(tmp_path, ScriptedExecutor(slots=1, lose={"s1t1": 1}, stop_after=1))
    with pytest.raises(Undecided):
        run(tmp_path, ScriptedExecutor(lose={"s1t1": 1}))
