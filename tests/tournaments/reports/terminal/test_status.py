"""What is in play is told while it is, by whom and how far, and never of a run that is dead."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from arena.cli import main
from arena.records.result import Progress
from tests.tournaments.running import begin, prepare, read_until, wait_until_gone
from tests.tournaments.scripted import NOW, Killed, ScriptedExecutor, around, cup_of, file_of
from tournaments.formats.plan import Table
from tournaments.reports.export import status as document_of
from tournaments.reports.numbers import water_text
from tournaments.reports.terminal.console import report_console
from tournaments.reports.terminal.status import in_play, show_now
from tournaments.reports.words import title
from tournaments.results.status import Now, look_at
from tournaments.results.summary import summarize
from tournaments.run.events import Happening, TableAdvanced, TableBegan
from tournaments.run.in_play import noting
from tournaments.run.session import run_tournament
from tournaments.store.in_play import TableInPlay
from tournaments.store.lock import holder, locked
from tournaments.store.store import Store

CUP = cup_of()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path, CUP, "", b"secret", "0.1.0", NOW) as created:
        yield created


def progress(match: str, played: int) -> Progress:
    return Progress(match, played, 8, [played, -played], [0, 1])


def test_progress_is_noted_when_the_clock_has_moved_on(store: Store) -> None:
    seen: list[Happening] = []
    moments = iter(["1", "2", "2", "2", "3"])
    note = noting(store, lambda: next(moments), seen.append)
    happenings: list[Happening] = [TableBegan("s1t1", ["ada", "bea"], 1)]
    happenings += [TableAdvanced("s1t1", progress("s1t1", played)) for played in range(4)]
    found = []
    for happening in happenings:
        note(happening)
        (table,) = store.in_play()
        found.append(None if table.progress is None else table.progress.played)
    assert found == [None, 0, 0, 0, 3]
    assert table == TableInPlay("s1t1", ["ada", "bea"], 1, "1", os.getpid(), progress("s1t1", 3))
    assert seen == happenings


def test_a_table_that_is_over_is_in_play_no_more_whatever_comes_late(store: Store) -> None:
    for table in ("s1t1", "s1t2"):
        store.note_begun(TableInPlay(table, ["ada", "bea"], 1, NOW, 7))
    store.begin_run(CUP, NOW, 1, {})
    assert store.in_play() == []
    store.note_progress({"s1t1": progress("s1t1", 2)})
    assert store.in_play() == []


def test_what_is_finished_and_what_is_in_play_change_together(tmp_path: Path) -> None:
    """At every moment of a run a table of the stage is finished, in play or waits; none is twice."""
    moments = []

    class Watched(ScriptedExecutor):
        def wait(self) -> list[Any]:
            with Store.read(tmp_path) as store:
                moments.append(([match.table for match in store.matches()], [it.id for it in store.in_play()]))
            return super().wait()

    run_tournament(CUP, file_of(CUP), tmp_path, around(Watched(slots=2, lose={"s1t2": 1})))
    assert moments[:2] == [([], ["s1t1", "s1t2"]), (["s1t1"], ["s1t2"])]
    assert all(not set(over) & set(in_play) for over, in_play in moments)
    with Store.read(tmp_path) as store:
        assert store.in_play() == []


def test_the_holder_of_a_folder_is_seen_from_another_process(tmp_path: Path) -> None:
    assert holder(tmp_path) is None
    with locked(tmp_path):
        (out, into), child = os.pipe(), os.fork()
        if child == 0:
            os.write(into, str(holder(tmp_path)).encode())
            os._exit(0)
        os.waitpid(child, 0)
        assert os.read(out, 99).decode() == str(os.getpid())
        os.close(out)
        os.close(into)
    assert holder(tmp_path) is None


def test_a_dead_run_plays_nothing(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor(stop_after=0)))
    with Store.read(tmp_path) as store:
        assert [table.id for table in store.in_play()] == ["s1t1", "s1t2"]
    _, now = look_at(tmp_path)
    assert now == Now(None, [], now.waiting)
    assert [table.id for table in now.waiting] == ["s1t1", "s1t2"]


def test_what_is_in_play_is_shown_with_what_waits(tmp_path: Path) -> None:
    cup = cup_of(stage={"table_size": 2, "advance": 1})
    with Store.create(tmp_path, cup, "", b"secret", "0.1.0", NOW) as store:
        summary = summarize(store)
    told = Progress("s1t1+2", 12, 40, [30, -30], [0, 2])
    in_play = [TableInPlay("s1t1", ["ada", "hal"], 1, NOW, 7, told), TableInPlay("s1t2", ["bea", "gus"], 1, NOW, 7)]
    console = report_console()
    with console.capture() as capture:
        waiting = [Table(f"s1t{number}", ("cyd", "fay")) for number in range(3, 10)]
        show_now(console, summary, Now(7, in_play, waiting), "2026-01-02T03:07:05+00:00")
    lines = [" ".join(line.split()) for line in capture.get().splitlines()]
    assert any(line.startswith("s1t1 block 2 3 min 12/40 ") and line.endswith("ada +30, hal -30 ✗2") for line in lines)
    assert "s1t2 3 min starting bea, gus" in lines
    assert "s1t3 waiting cyd, fay" in lines
    assert "and 2 more tables that could be played now" in lines
    assert max(map(cell_len, capture.get().splitlines())) <= 80


def test_the_round_of_a_league_that_is_played_is_told_not_the_last_that_is_drawn(tmp_path: Path) -> None:
    cup = cup_of(("ada", "bea", "cyd", "dan"), stages=[{"format": "round-robin", "table_size": 2}])
    for played, told in ((0, (1, 0)), (1, (1, 1)), (2, (2, 0)), (5, (3, 1))):
        with pytest.raises(Killed):
            run_tournament(cup, file_of(cup), tmp_path / str(played), around(ScriptedExecutor(stop_after=played)))
        summary, now = look_at(tmp_path / str(played))
        stage = document_of(summary, now)["stage"]
        assert (stage["stage"], stage["decided"], stage["tables"]) == (*told, 2)
        assert stage["title"] == summary.plan.stages[told[0] - 1].title
        console = report_console()
        with console.capture() as capture:
            show_now(console, summary, now, NOW)
        lines = capture.get().splitlines()
        assert lines[0] == f"{title(stage['title'])}: {told[1]} of 2 tables decided"
        assert any(line.strip() == "Waiting" for line in lines)
        assert not any("In play" in line for line in lines)


@pytest.mark.parametrize(
    ("played", "water"),
    [(0, [0, 0]), (3, [6, -6]), (10, [6, -6]), (15, [4, -4]), (40, [1.5, -1.5])],
)
def test_water_in_play_is_on_the_scale_of_the_result(played: int, water: list[float]) -> None:
    """Four legs of ten rounds with 6 water in all: what a leg of them has brought."""
    won = 6 if played else 0
    told = Progress("s1t1", played, 40, [won, -won], [0, 0], legs=4)
    assert told.water_a_leg() == water
    assert f"ada {water_text(water[0])}, bea {water_text(water[1])}" == in_play("s1t1", ["ada", "bea"], told).bots.plain


def status(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["tournament", "status", *words])
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_a_running_cup_is_told_as_it_is_and_a_killed_one_as_dead(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = prepare(tmp_path)
    text = (folder / "cup.toml").read_text()
    (folder / "cup.toml").write_text(text.replace("rounds = 4", "rounds = 100000"))
    place = folder / "runs" / "cup"
    with begin(folder, "--jobs", "1") as process:
        try:
            read_until(process, "s1t1 begins")
            while process.poll() is None:
                now = look_at(place)[1]
                if now.in_play and now.in_play[0].progress and now.in_play[0].progress.played:
                    break
            document = json.loads(status(capsys, str(place), "--json"))
            shown = status(capsys, str(place))
        finally:
            process.kill()
    assert (document["running"], document["process"], document["finished"]) == (True, process.pid, False)
    (table,) = document["in_play"]
    assert (table["match"], table["attempt"], table["block"]) == ("s1t1", 1, 1)
    assert 0 < table["played"] < table["rounds"] == 100000
    assert [seat["name"] for seat in table["seats"]] == ["greedy", "random-2"]
    assert sum(seat["water"] for seat in table["seats"]) == 0
    assert [waits["match"] for waits in document["waiting"]] == ["s1t2"]
    assert f"not finished, running as process {process.pid}\n" in shown
    assert "/100000" in shown
    assert "waiting" in shown
    assert wait_until_gone(folder, 10) == set()
    document = json.loads(status(capsys, str(place), "--json"))
    assert (document["running"], document["process"], document["in_play"]) == (False, None, [])
    assert "not finished, nobody runs it now\n" in status(capsys, str(place))
