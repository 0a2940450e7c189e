"""Rounds looked at again: what is shown is what was played, hand by hand and water by water."""

import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from rich.console import Console

from arena.errors import ArenaError, UsageError
from tests.tournaments.scripted import BOTS, NOW, Killed, ScriptedExecutor, around, cup_of, file_of, play_out
from tournaments.cli.replay import hands, replay, step
from tournaments.reports.terminal.rounds import cards, payments, show_round
from tournaments.results.replay import RoundView, extreme_rounds, replayer
from tournaments.run.organizer import make_void
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

CUP = cup_of(rounds=6)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("replay")
    run_tournament(CUP, file_of(CUP), where, around())
    return where


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    with Store.read(folder) as opened:
        yield opened


@pytest.fixture
def views(store: Store) -> list[RoundView]:
    return list(replayer(store, "s1t1").rounds())


def test_every_round_is_shown_in_every_leg(views: list[RoundView]) -> None:
    assert [(view.round, view.leg) for view in views] == [
        (number, leg) for number in range(1, 7) for leg in range(1, 5)
    ]


def test_rows_are_the_hand_that_was_dealt(views: list[RoundView]) -> None:
    laid = [seat for view in views for seat in view.seats if seat.front is not None]
    assert laid
    for seat in laid:
        assert seat.front is not None and seat.middle is not None and seat.back is not None
        assert Counter(seat.front + seat.middle + seat.back) == Counter(seat.hand)
        assert seat.types is not None


def test_a_bot_holds_every_hand_of_a_deal_once(views: list[RoundView]) -> None:
    first = [view for view in views if view.round == 1]
    for bot in {seat.bot for seat in first[0].seats}:
        held = [tuple(seat.hand) for view in first for seat in view.seats if seat.bot == bot]
        assert len(set(held)) == 4


def test_transfers_make_the_water(views: list[RoundView]) -> None:
    for view in views:
        sums = Counter({seat.bot: 0 for seat in view.seats})
        for move in view.transfers:
            if move.source is not None:
                sums[move.source] -= move.water
            if move.target is not None:
                sums[move.target] += move.water
        assert {seat.bot: seat.water for seat in view.seats} == dict(sums)


def test_a_transfer_is_written_as_in_the_settlement_of_rounds(folder: Path) -> None:
    """`arena score` and the messages to bots say it in the same keys, seats for names."""
    printed = CliRunner().invoke(replay, [str(folder), "s1t1", "1", "--json"]).stdout
    moves = [move for view in json.loads(printed) for move in view["transfers"]]
    assert moves
    assert {tuple(move) for move in moves} == {("from", "to", "water", "reason")}


def test_a_fault_is_shown_with_the_round_it_touched(views: list[RoundView]) -> None:
    late = [seat for view in views for seat in view.seats if seat.code]
    assert late
    assert {(seat.code, seat.outcome, seat.front) for seat in late} == {("late", "foul", None)}


def test_a_round_is_printed_in_80_columns(views: list[RoundView]) -> None:
    text = io.StringIO()
    console = Console(file=text, width=80)
    for view in views:
        show_round(console, view)
    for wanted in ("Front 头墩", "Middle 中墩", "Back 尾墩", "round 6", "♠", "foul 倒水, late", "pair 对子", "pays"):
        assert wanted in text.getvalue()
    assert max(cell_len(line) for line in text.getvalue().splitlines()) <= 80


def test_payments_are_added_by_pair(views: list[RoundView]) -> None:
    view = views[0]
    lines = list(payments(view))
    assert len(lines) == len({(move.source, move.target) for move in view.transfers})
    assert sum(int(line.partition(":")[0].split()[-2]) for line in lines) == sum(it.water for it in view.transfers)


def test_cards_stand_highest_first_in_two_columns_each() -> None:
    assert cards(["2s", "Ah", "Td"]).plain == "A♥ T♦ 2♠"
    assert cards(["2s", "Xb", "Xs"]).plain == "Xb Xs 2♠"
    assert cards(None).plain == "–"


def test_the_worst_rounds_are_the_worst(store: Store) -> None:
    bot = BOTS[0]
    water = sorted(
        seat.water
        for match in store.matches()
        for view in replayer(store, match.match).rounds()
        for seat in view.seats
        if seat.bot == bot
    )
    worst = extreme_rounds(store, bot, 5)
    assert [costly.water for costly in worst] == water[:5]
    assert [costly.water for costly in extreme_rounds(store, bot, 5, best=True)] == water[:-6:-1]
    for costly in worst:
        assert next(seat.water for seat in costly.view.seats if seat.bot == bot) == costly.water


def test_the_commands(folder: Path) -> None:
    run = CliRunner().invoke
    out = run(replay, [str(folder), "s1t1", "2", "--leg", "3", "--json"])
    (view,) = json.loads(out.output)
    assert (view["match"], view["round"], view["leg"]) == ("s1t1", 2, 3)
    assert run(replay, [str(folder), "s1t1"]).output.count("round 1 ") == 4
    for words in (["s1t1", "7"], ["s1t1", "1", "--leg", "9"], ["s9t9"]):
        assert isinstance(run(replay, [str(folder), *words]).exception, UsageError)
    listed = run(hands, [str(folder), "--bot", "ada", "--worst", "3"])
    assert listed.exit_code == 0
    assert "s1t1 " in listed.output
    assert len(json.loads(run(hands, [str(folder), "--bot", "ada", "--best", "3", "--json"]).output)) == 3
    for words in (["ada", "--best", "3", "--worst", "3"], ["nobody"]):
        assert isinstance(run(hands, [str(folder), "--bot", *words]).exception, UsageError)


def test_keys_step_through_a_match(views: list[RoundView], monkeypatch: pytest.MonkeyPatch) -> None:
    keys = iter([" ", " ", "p", "p", "p", " ", "q"])
    monkeypatch.setattr("click.getchar", lambda: next(keys))
    text = io.StringIO()
    step(Console(file=text, width=80, force_terminal=True, color_system=None), views)
    places = [line.split("/")[0] for line in text.getvalue().splitlines() if "space: next" in line]
    assert places == ["1", "2", "3", "2", "1", "1", "2"]


def test_what_is_not_there_is_named(store: Store) -> None:
    with pytest.raises(ArenaError, match='no match "s9t9" to replay; there are s1t1, s1t2'):
        replayer(store, "s9t9")
    with pytest.raises(ArenaError, match='no bot is called "zoe"; there are ada'):
        extreme_rounds(store, "zoe", 3)


def test_a_bot_without_a_round_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor(stop_after=0)))
    listed = CliRunner().invoke(hands, [str(tmp_path), "--bot", "ada"]).output
    assert listed == "ada: no round of it is in a match that is over and counts.\n"
    assert CliRunner().invoke(hands, [str(tmp_path), "--bot", "ada", "--json"]).output == "[]\n"


def voided(folder: Path) -> None:
    """Begin the cup, make its first match void, and break it off again."""
    for played in (2, 0):
        with pytest.raises(Killed):
            run_tournament(CUP, file_of(CUP), folder, around(ScriptedExecutor(slots=1, stop_after=played)))
        if played:
            make_void(folder, "s1t1", "swapping", NOW)


def shown(folder: Path, match: str) -> tuple[set[str], set[bool]]:
    views = json.loads(CliRunner().invoke(replay, [str(folder), match, "1", "--json"]).stdout)
    return {view["match"] for view in views}, {view["void"] for view in views}


def test_of_a_block_the_match_that_counts_is_shown_and_a_void_one_can_be_asked_for(tmp_path: Path) -> None:
    voided(tmp_path)
    assert shown(tmp_path, "s1t1") == ({"s1t1"}, {True})
    assert "s1t1 is void; none counts yet" in CliRunner().invoke(replay, [str(tmp_path), "s1t1", "1"]).output
    run_tournament(CUP, file_of(CUP), tmp_path, around())
    assert shown(tmp_path, "s1t1") == shown(tmp_path, "s1t1#2") == ({"s1t1#2"}, {False})
    assert shown(tmp_path, "s1t1#1") == ({"s1t1"}, {True})
    assert shown(tmp_path, "s1t2") == ({"s1t2"}, {False})
    counts, void = (CliRunner().invoke(replay, [str(tmp_path), name, "1"]).output for name in ("s1t1", "s1t1#1"))
    assert "s1t1#2 is the match that counts; void: s1t1#1" in counts
    assert "s1t1 is void; the match that counts is s1t1#2" in void
    assert ("round 1 · void" in counts, "round 1 · void" in void) == (False, True)
    with Store.read(tmp_path) as store, pytest.raises(UsageError, match='no match "s1t1#3"'):
        replayer(store, "s1t1#3")


def test_of_a_match_that_could_not_be_played_there_is_nothing_to_see(tmp_path: Path) -> None:
    play_out(CUP, tmp_path, ScriptedExecutor(lose={"s1t1": 2}))
    with Store.read(tmp_path) as store:
        with pytest.raises(UsageError, match=r'^no round of "s1t1" to replay: it could not be played and is void'):
            replayer(store, "s1t1")
        with pytest.raises(UsageError, match=r'^no match "s7t1" to replay; there are s1t2, s2t1$'):
            replayer(store, "s7t1")
