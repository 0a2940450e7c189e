"""A tournament from beginning to end, broken off anywhere, gone on with, and refused where it must be."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from arena.errors import ArenaError
from tests.tournaments.scripted import (
    BOTS,
    Killed,
    ScriptedExecutor,
    Watcher,
    around,
    cup_of,
    file_of,
    folder_content,
)
from tournaments.cup.cup import Cup
from tournaments.layout import REPORTS, RESULTS
from tournaments.ratings import table
from tournaments.reports import files
from tournaments.reports.export import export, status
from tournaments.results import summary as summary_module
from tournaments.results.status import look_at
from tournaments.results.summary import Summary, summarize
from tournaments.results.verify.whole import verify
from tournaments.run import session
from tournaments.run.director import Stopped
from tournaments.run.events import (
    RunHalted,
    StageDrawn,
    TableBegan,
    TableDecided,
    TableFinished,
    TournamentBegan,
    TournamentEnded,
)
from tournaments.run.session import run_tournament
from tournaments.store.lock import locked
from tournaments.store.store import Store

CUP = cup_of()
FILE_TEXT = file_of(CUP)


def run(folder: Path, executor: ScriptedExecutor | None = None) -> Summary:
    return run_tournament(CUP, FILE_TEXT, folder, around(executor))


def test_a_cup_is_played_to_its_end_and_leaves_its_reports(tmp_path: Path) -> None:
    summary = run(tmp_path / "cup")
    assert summary.plan.standings[0].name in BOTS
    assert {standing.name for standing in summary.plan.standings} == set(BOTS)
    assert summary.finished is not None
    assert set(folder_content(tmp_path / "cup")) == set(REPORTS)
    assert not (tmp_path / "cup" / f"{RESULTS}-wal").exists()


def test_what_happens_is_told_in_order_and_once(tmp_path: Path) -> None:
    watcher = Watcher()
    run_tournament(CUP, FILE_TEXT, tmp_path, around(observe=watcher))
    assert isinstance(watcher.seen[0], TournamentBegan)
    assert isinstance(watcher.seen[-1], TournamentEnded)
    assert [drawn.stage for drawn in watcher.of(StageDrawn)] == [1, 2]
    tables = [table for drawn in watcher.of(StageDrawn) for table in drawn.tables]
    assert sorted(decided.table for decided in watcher.of(TableDecided)) == sorted(tables)
    assert [began.table for began in watcher.of(TableBegan)] == [it.table for it in watcher.of(TableFinished)]


def test_the_tables_do_not_depend_on_the_order_of_completion_or_on_how_many_run_at_once(tmp_path: Path) -> None:
    one = run(tmp_path / "one", ScriptedExecutor(slots=1))
    many = run(tmp_path / "many", ScriptedExecutor(slots=3, newest_first=True))
    assert one.plan == many.plan
    assert one.ratings == many.ratings
    assert {match: stored.result for match, stored in one.matches.items()} == {
        match: stored.result for match, stored in many.matches.items()
    }


def test_no_more_matches_are_in_play_than_there_are_slots(tmp_path: Path) -> None:
    executor = ScriptedExecutor(slots=1)
    run(tmp_path, executor)
    assert executor.most_at_once == 1


def test_a_run_killed_after_any_match_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole")
    for stop_after in range(len(whole.matches)):
        folder = tmp_path / f"killed-{stop_after}"
        first = ScriptedExecutor(stop_after=stop_after)
        with pytest.raises(Killed):
            run(folder, first)
        with Store.read(folder) as store:
            assert store.header().finished is None
            assert len(store.match_ids()) == stop_after
        second = ScriptedExecutor()
        again = run(folder, second)
        assert not set(first.played) & set(second.played)
        assert sorted(first.played + second.played) == sorted(whole.matches)
        assert again.plan == whole.plan
        assert again.ratings == whole.ratings
        assert (folder / "standings.csv").read_bytes() == (tmp_path / "whole" / "standings.csv").read_bytes()
        assert (folder / "elo.csv").read_bytes() == (tmp_path / "whole" / "elo.csv").read_bytes()


def test_stopping_leaves_the_matches_in_play_to_be_played_again(tmp_path: Path) -> None:
    asked = iter([False, True])
    with pytest.raises(Stopped):
        run_tournament(CUP, FILE_TEXT, tmp_path, around(stopped=lambda: next(asked)))
    with Store.read(tmp_path) as store:
        assert store.match_ids() == ["s1t1"]
        assert store.header().finished is None
    assert not list(tmp_path.glob("*.csv"))
    assert run(tmp_path).finished


def test_a_match_that_cannot_be_played_stops_the_run_and_costs_no_bot_anything(tmp_path: Path) -> None:
    """What was played beside it counts, the reason is told, and the run ends as if it had never stopped."""
    whole = run(tmp_path / "whole")
    folder = tmp_path / "cup"
    first, watcher = ScriptedExecutor(block="s1t1"), Watcher()
    with pytest.raises(ArenaError, match="match s1t1 cannot be played: greedy: its files are gone\nNo bot is charged"):
        run_tournament(CUP, FILE_TEXT, folder, around(first, watcher))
    assert watcher.seen[-1] == RunHalted("s1t1", "greedy: its files are gone")
    assert first.played == ["s1t2"]
    with Store.read(folder) as store:
        assert store.match_ids() == ["s1t2"]
    summary, now = look_at(folder)
    assert now.halted == "greedy: its files are gone"
    assert status(summary, now)["halted"] == now.halted
    again = run(folder)
    assert again.plan == whole.plan
    assert look_at(folder)[1].halted is None
    assert (folder / "standings.csv").read_bytes() == (tmp_path / "whole" / "standings.csv").read_bytes()


@pytest.mark.parametrize(("module", "breaks"), [(summary_module, "final_parts"), (session, "write_reports")])
def test_a_run_that_breaks_off_while_the_end_is_written_is_not_finished(
    tmp_path: Path, module: ModuleType, breaks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(module, breaks, fail)
        with pytest.raises(Killed):
            run(tmp_path)
    with Store.read(tmp_path) as store:
        assert store.header().finished is None
        assert export(summarize(store))["finished"] is False
    assert run(tmp_path).finished
    assert verify(tmp_path).differences == []


def test_a_run_that_dies_before_the_final_marker_is_not_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All reports are there by then: the marker is the last write."""

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(Store, "finish", die)
        with pytest.raises(Killed):
            run(tmp_path)
    assert set(folder_content(tmp_path)) == set(REPORTS)
    with Store.read(tmp_path) as store:
        assert store.header().finished is None
    assert run(tmp_path).finished
    assert verify(tmp_path).differences == []


@pytest.mark.parametrize("cup", [CUP, cup_of(rounds=1, stages=[{"format": "swiss", "rounds": 3, "extra_limit": 0}])])
def test_what_a_fresh_run_reports_is_computed_and_written_once(
    tmp_path: Path, cup: Cup, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: Counter[str] = Counter()

    def counting(module: ModuleType, name: str) -> None:
        called = getattr(module, name)

        def count(*given: Any, **named: Any) -> Any:
            calls[name] += 1
            return called(*given, **named)

        monkeypatch.setattr(module, name, count)

    counting(table, "rate_tables")
    counting(session, "details_of")
    counting(session, "write_reports")
    counting(files, "write_atomically")
    ended = run_tournament(cup, file_of(cup), tmp_path, around())
    assert calls == {"rate_tables": 1, "details_of": 1, "write_reports": 1, "write_atomically": len(REPORTS)}
    with Store.read(tmp_path) as store:
        assert summarize(store) == ended, "what is told after a fresh run is what the store tells from then on"
    before = folder_content(tmp_path)
    assert run_tournament(cup, file_of(cup), tmp_path, around()) == ended
    assert calls["rate_tables"] == 1, "a finished tournament is never rated again"
    assert folder_content(tmp_path) == before


def test_a_finished_tournament_is_only_shown_again(tmp_path: Path) -> None:
    run(tmp_path)
    before = folder_content(tmp_path) | {RESULTS: (tmp_path / RESULTS).read_bytes()}
    (tmp_path / "elo.csv").unlink()
    executor = ScriptedExecutor()
    run(tmp_path, executor)
    assert executor.played == []
    assert folder_content(tmp_path) | {RESULTS: (tmp_path / RESULTS).read_bytes()} == before


def test_a_folder_of_another_tournament_is_refused(tmp_path: Path) -> None:
    run(tmp_path)
    other = cup_of(name="Other cup")
    with pytest.raises(ArenaError, match=r'holds another tournament, "Test cup", not "Other cup".*--out'):
        run_tournament(other, file_of(other), tmp_path, around())


def test_a_changed_tournament_is_refused_with_what_has_changed(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        run(tmp_path, ScriptedExecutor(stop_after=1))
    longer = cup_of(rounds=3)
    with pytest.raises(ArenaError, match=r"match\.rounds: was 2, is 3"):
        run_tournament(longer, file_of(longer), tmp_path, around())
    bots = [msgspec.structs.replace(bot, digest="new") if bot.name == "eve" else bot for bot in CUP.bots]
    with pytest.raises(ArenaError, match='bot "eve": its command has changed'):
        run_tournament(msgspec.structs.replace(CUP, bots=bots), FILE_TEXT, tmp_path, around())


def test_only_one_process_at_a_time_runs_a_tournament_and_a_dead_one_does_not_hold_it(tmp_path: Path) -> None:
    holder = (
        "import sys, time\nfrom pathlib import Path\nfrom tournaments.store.lock import locked\n"
        "with locked(Path(sys.argv[1])):\n    print('held', flush=True)\n    sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", holder, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(ArenaError, match=f"another process \\(number {process.pid}\\) is at work in this folder"):
            run(tmp_path)
        process.kill()
        process.wait()
    with locked(tmp_path):
        pass


def test_the_secret_is_kept_until_the_end_and_then_revealed(tmp_path: Path) -> None:
    drawn = cup_of(seed=None)
    seen: list[str] = []
    with pytest.raises(Killed):
        run_tournament(
            drawn,
            file_of(drawn),
            tmp_path,
            around(ScriptedExecutor(stop_after=2), observe=lambda it: seen.append(msgspec.json.encode(it).decode())),
        )
    with Store.read(tmp_path) as store:
        secret, early = store.header().secret, summarize(store)
    assert (tmp_path / RESULTS).stat().st_mode & 0o077 == 0
    assert early.secret is None
    assert secret.hex() not in json.dumps(export(early)) + "".join(seen)
    assert early.commitment in json.dumps(export(early))
    assert early.commitment in seen[0]
    end = run_tournament(drawn, file_of(drawn), tmp_path, around())
    assert end.secret == secret
    assert secret.hex() in (tmp_path / "report.md").read_text()
    assert verify(tmp_path).differences == []


def test_a_secret_is_drawn_anew_for_each_tournament(tmp_path: Path) -> None:
    drawn = cup_of(seed=None)
    ends = [run_tournament(drawn, file_of(drawn), tmp_path / name, around()) for name in ("one", "two")]
    assert ends[0].secret != ends[1].secret
    assert all(end.cup.provably_fair for end in ends)


def test_a_given_seed_is_reported_as_not_proven_fair(tmp_path: Path) -> None:
    summary = run(tmp_path)
    assert export(summary)["proven_fair"] is False
    assert "The seed was given in the tournament file" in (tmp_path / "report.md").read_text()


def test_a_draw_follows_from_the_commitment_and_the_salt(tmp_path: Path) -> None:
    ends = []
    for number, salt in enumerate(["", "", "lottery 42"]):
        cup = cup_of(seeding="draw", salt=salt)
        ends.append(run_tournament(cup, file_of(cup), tmp_path / str(number), around()))
        assert verify(tmp_path / str(number)).differences == []
    first, again, salted = (end.cup.draw(end.commitment).entrants.bots for end in ends)
    assert first == again != salted
    assert sorted(first) == sorted(salted) == sorted(BOTS)
    assert ends[0].plan.stages[0].tables[0].table.seats[0] == first[0]


@pytest.mark.parametrize("count", [2, 3, 5, 7, 9, 16])
def test_fields_that_do_not_fill_the_tables_are_played_too(tmp_path: Path, count: int) -> None:
    cup = cup_of([f"{letter}{count}" for letter in "abcdefghijklmnop"[:count]], rounds=1, duplicate=False)
    summary = run_tournament(cup, file_of(cup), tmp_path, around())
    assert len(summary.plan.standings) == count
    assert verify(tmp_path).differences == []


def test_five_at_a_table_need_a_deck_that_serves_them(tmp_path: Path) -> None:
    cup = cup_of(BOTS[:5], rounds=1, stage={"table_size": 5}, rules="five-players")
    summary = run_tournament(cup, file_of(cup), tmp_path, around())
    assert len(summary.matches["s1t1"].seats) == 5
    assert summary.matches["s1t1"].result.seatings == 120
    assert verify(tmp_path).differences == []
