"""The state behind the live display."""

from pathlib import Path

from arena.records.result import Progress
from tests.tournaments.scripted import BOTS, Watcher, around, cup_of, file_of
from tournaments.run.board import Board
from tournaments.run.events import StageDrawn, TableAdvanced, TableBegan, TableDecided
from tournaments.run.session import run_tournament

CUP = cup_of(["[red]a|b<i>", *BOTS[1:]])


def test_the_board_knows_what_is_in_play(tmp_path: Path) -> None:
    board, watcher = Board(lambda: 0.0), Watcher()

    def observe(happening: object) -> None:
        watcher(happening)  # type: ignore[arg-type]
        board.take(happening)  # type: ignore[arg-type]

    run_tournament(CUP, file_of(CUP), tmp_path, around(observe=observe))
    assert board.in_play == {}
    assert board.done == len(board.tables) == 1
    time = [100.0]
    replay = Board(lambda: time[0])
    replay.take(watcher.of(StageDrawn)[0])
    assert replay.seconds_left is None
    first = watcher.of(TableBegan)[0]
    replay.take(first)
    replay.take(TableAdvanced(first.table, Progress(first.table, 3, 8, [1, -1, 0, 0], [0, 2, 0, 0])))
    assert list(replay.in_play) == [first.table]
    progress = replay.progress[first.table]
    assert (progress.played, progress.total) == (3, 8)
    time[0] = 106.0
    assert replay.seconds_left == 6.0 / 3 * (8 - 3 + 8), "the second table is still to come"


def test_the_board_shows_the_round_of_a_league_that_is_played_not_the_last_that_is_drawn() -> None:
    board = Board(lambda: 0.0)
    for number in (1, 2):
        tables = {f"s{number}t{table}": ["ada", "bea"] for table in (1, 2)}
        board.take(StageDrawn(number, f"Round {number}", tables, []))
    seen = []
    for table in ("s1t1", "s1t2", "s2t1", "s2t2"):
        seen.append((board.title, board.done))
        board.take(TableDecided(table, [], [], None))
    assert seen == [("Round 1", 0), ("Round 1", 1), ("Round 2", 0), ("Round 2", 1)]
    assert (board.title, board.done) == ("Round 2", 2)
