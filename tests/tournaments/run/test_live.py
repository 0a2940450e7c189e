"""What is told of a tournament while it runs: on a terminal, line by line, and as events for other programs."""

import io
import threading
from pathlib import Path

import pytest
from rich.console import Console

from arena.language import Language, in_language
from arena.records.result import Progress
from tests.tournaments.scripted import BOTS, NOW, Killed, ScriptedExecutor, Watcher, around, cup_of, file_of, play_out
from tournaments.cup.cup import Cup
from tournaments.cup.sequential import Until
from tournaments.reports.terminal.console import WIDTH
from tournaments.run.board import Board
from tournaments.run.events import StageDrawn, TableAdvanced, TableBegan
from tournaments.run.live import watching
from tournaments.run.organizer import leave
from tournaments.run.session import run_tournament

CUP = cup_of(["[red]a|b<i>", *BOTS[1:]])


def test_without_a_terminal_every_event_is_a_line(tmp_path: Path) -> None:
    text = io.StringIO()
    with watching(Console(file=text, width=WIDTH)) as observe:
        play_out(CUP, tmp_path, ScriptedExecutor(lose={"s1t2": 2}), observe)
    lines = text.getvalue().splitlines()
    assert lines[0] == "Test cup: 8 bots, 2 tables at once"
    assert lines[1].startswith("commitment ")
    assert any("s1t1 begins: [red]a|b<i>" in line for line in lines)
    assert any("s1t2 begins again" in line for line in lines)
    assert any("s1t2 lost its process (attempt 1): ended by signal 9" in line for line in lines)
    assert any("lost its process (attempt 2): ended by signal 9; it waits for the organizer" in line for line in lines)
    assert any("s1t1 advancing: " in line for line in lines)
    assert any("s2t1 champion: " in line for line in lines)
    assert "\x1b" not in text.getvalue()


def lines_of(cup: Cup, folder: Path) -> list[str]:
    text = io.StringIO()
    with watching(Console(file=text, width=WIDTH)) as observe:
        run_tournament(cup, file_of(cup), folder, around(ScriptedExecutor(slots=1), observe))
    return text.getvalue().splitlines()


def test_a_name_is_no_markup_in_what_is_told_line_by_line(tmp_path: Path) -> None:
    names = ("[red]re*d*", "[b]\\", ":cow:")
    cup = cup_of(names, rounds=1, stages=[{"format": "final-table"}], name="[i]Cup\\")
    lines = lines_of(cup, tmp_path)
    assert lines[0] == "[i]Cup\\: 3 bots, 1 table at once"
    assert f"  s1t1 begins: {', '.join(names)}" in lines
    (ends,) = (line for line in lines if " ends: " in line)
    assert all(f"{name} " in ends for name in names)


def test_each_block_of_a_table_is_told_with_its_number(tmp_path: Path) -> None:
    until = Until(confidence=0.999999, max_rounds=6)
    lines = lines_of(cup_of(("ada", "bea"), rounds=2, until=until, stages=[{"format": "final-table"}]), tmp_path)
    told = [line.partition(":")[0].strip() for line in lines if " begins: " in line or " ends: " in line]
    plays = ("s1t1", "s1t1 block 2", "s1t1 block 3")
    assert told == [f"{play} {word}" for play in plays for word in ("begins", "ends")]


@pytest.mark.parametrize(("gone", "words"), [(("ada",), "only [b]bea"), (("ada", "[b]bea"), "nobody")])
def test_a_table_at_which_too_few_are_left_is_told_in_words(tmp_path: Path, gone: tuple[str, ...], words: str) -> None:
    cup = cup_of(("ada", "[b]bea"), rounds=1, stages=[{"format": "round-robin", "table_size": 2}])
    with pytest.raises(Killed):
        run_tournament(cup, file_of(cup), tmp_path, around(ScriptedExecutor(stop_after=0)))
    for bot in gone:
        leave(tmp_path, "withdraw", bot, "ill", NOW)
    lines = lines_of(cup, tmp_path)
    assert f"  s1t1 is not played: {words} is there to play" in lines
    assert not any(line.rstrip().endswith("ends:") for line in lines)


def test_on_a_terminal_the_tables_in_play_are_drawn(tmp_path: Path) -> None:
    text = io.StringIO()
    console = Console(file=text, width=WIDTH, force_terminal=True, color_system=None)
    with watching(console) as observe:
        run_tournament(CUP, file_of(CUP), tmp_path, around(observe=observe))
    assert "Rounds" in text.getvalue()
    assert "水" in text.getvalue()


@pytest.mark.parametrize("slots", [1, 5])
@pytest.mark.parametrize("newest_first", [False, True])
def test_a_stage_of_a_double_elimination_is_told_whole_and_in_order(
    tmp_path: Path, slots: int, newest_first: bool
) -> None:
    """Some of its tables can be played before others are known, and before all of the stage before is."""
    cup, watcher = cup_of((*BOTS, "ian"), rounds=1, stages=[{"format": "double-elimination"}]), Watcher()
    executor = ScriptedExecutor(slots=slots, newest_first=newest_first)
    end = run_tournament(cup, file_of(cup), tmp_path, around(executor, watcher))
    told = watcher.of(StageDrawn)
    assert [it.stage for it in told] == [stage.number for stage in end.plan.stages]
    for said, stage in zip(told, end.plan.stages, strict=True):
        assert list(said.tables) == [planned.table.id for planned in stage.tables]
        assert said.byes == list(stage.byes)
    assert any(it.byes for it in told)


def test_a_table_of_a_later_stage_is_no_part_of_what_the_present_one_takes() -> None:
    time = [0.0]
    board = Board(lambda: time[0])
    board.take(StageDrawn(1, "Round 1", {"s1t1": ["ada", "bea"], "s1t2": ["cyd", "dan"]}, []))
    for table in ("s1t1", "s2t1"):
        board.take(TableBegan(table, ["ada", "bea"], 1))
        board.take(TableAdvanced(table, Progress(table, 2, 8, [0, 0], [0, 0])))
    time[0] = 4.0
    assert board.seconds_left == 4.0 / 4 * (6 + 6 + 8), "two in play, and the second table of the stage to come"


@pytest.mark.parametrize(("language", "words"), [("en", "Bots, water 水, strikes"), ("zh", "机器人、水数、判罚")])
def test_the_display_speaks_the_language_of_the_command_in_its_own_thread(language: Language, words: str) -> None:
    """A thread begins with English, whatever the one that started it speaks."""
    drawn = threading.Event()

    class Told(io.StringIO):
        def write(self, text: str) -> int:
            if words in text and threading.current_thread() is not threading.main_thread():
                drawn.set()
            return super().write(text)

    console = Console(file=Told(), width=WIDTH, force_terminal=True, color_system=None)
    with in_language(language), watching(console) as observe:
        observe(TableBegan("s1t1", ["ada", "bea"], 1))
        assert drawn.wait(30)
