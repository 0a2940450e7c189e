"""`arena analyse`: what a bot gave away, decision by decision, against the arranger."""

import json
import re
from functools import partial
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from arena.errors import ArenaError
from arena.games import game_of
from arena.match.duplicate import settle_deals
from arena.records.job import MatchJob
from arena.records.result import MatchResult
from arena.shisanshui.arrangement import Arrangement, StandIn
from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.cards import NUMBERS, cards
from arena.shisanshui.ruleset import load_rules
from tests.tournaments.scripted import ScriptedExecutor, around, cup_of, file_of, play
from tournaments.cli.analyse import analyse as command
from tournaments.results.analysis import Analysis, analyse, rounds_of
from tournaments.results.replay import replayer
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

RULES = load_rules("standard")
BOTS = ("ada", "bea", "cyd", "dan")
CUP = cup_of(bots=BOTS, rounds=3)
EXPERT = "ada"


def with_an_expert(job: MatchJob) -> MatchResult:
    """A scripted match in which ada lays what the arranger lays, but for one stand-in."""
    result = play(job)
    game = game_of(job.game, job.rules, job.settings.on_late)
    me = next(place for place, bot in enumerate(job.bots) if bot.name == EXPERT)
    for leg in result.legs:
        seat = leg.seating.index(me)
        for played in leg.rounds:
            hand = cards(game.start(job.deal_seed, played.number, len(leg.seating)).observe(seat)["hand"])
            laid = arranger(RULES).choose(hand).arrangement()
            if (leg.number, played.number) == (0, 1):
                laid = StandIn(laid.front, laid.middle, laid.back)
            played.seats[seat].action = game.pack([laid])
            played.seats[seat].code = ""
    for leg in result.legs:
        for played in leg.rounds:
            state = game.start(job.deal_seed, played.number, len(leg.seating))
            played.water = list(
                state.apply({seat: game.unpack(done.action)[0] for seat, done in enumerate(played.seats)}).water()
            )
    settled = settle_deals(game, result.legs, job.deal_seed)
    return msgspec.structs.replace(result, deals=settled.deals)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("analyse")
    run_tournament(CUP, file_of(CUP), where, around(ScriptedExecutor(player=with_an_expert)))
    return where


def analysed(folder: Path, bot: str, most: int = 20) -> Analysis:
    seen: list[int] = []
    with Store.read(folder) as store:
        found = analyse(store, bot, most, partial(arranger, RULES), seen.append)
        assert len(seen) == found.decisions + found.faults == rounds_of(store.matches(), bot)
    return found


def test_who_lays_as_the_arranger_gives_nothing_away(folder: Path) -> None:
    found = analysed(folder, EXPERT)
    assert (found.loss, found.best, found.worst) == (0, 1, [])
    assert found.faults == 1


def test_who_lays_at_random_gives_much_away(folder: Path) -> None:
    found = analysed(folder, "dan")
    assert found.loss > 1
    assert found.error95 is not None and found.error95 > 0
    assert found.worst == sorted(found.worst, key=lambda each: -each.loss)


def test_a_loss_is_the_difference_of_two_arrangements_of_the_hand(folder: Path) -> None:
    with Store.read(folder) as store:
        for decision in analysed(folder, "bea", 5).worst:
            assert decision.loss == pytest.approx(decision.better.water - decision.laid.water)
            for laid in (decision.laid, decision.better):
                assert sorted(laid.front + laid.middle + laid.back) == sorted(decision.hand)
            rows = Arrangement(decision.laid.front, decision.laid.middle, decision.laid.back, decision.laid.decline)
            assert arranger(RULES).judge(rows).water == pytest.approx(decision.laid.water)
            view = next(replayer(store, decision.match).rounds(decision.round, decision.leg))
            seat = next(each for each in view.seats if each.bot == "bea")
            assert (seat.hand, seat.front) == (decision.hand, decision.laid.front)
            assert all(card in NUMBERS for card in seat.hand)


def test_faults_are_counted_and_not_judged(folder: Path) -> None:
    with Store.read(folder) as store:
        views = [view for match in store.match_ids() for view in replayer(store, match).rounds()]
    late = sum(seat.code == "late" for view in views for seat in view.seats if seat.bot == "dan")
    assert late > 0
    assert analysed(folder, "dan").faults == late


def test_the_command_shows_the_average_and_the_worst(folder: Path) -> None:
    done = CliRunner().invoke(command, [str(folder), "--bot", "dan", "--worst", "3"], catch_exceptions=False)
    assert done.exit_code == 0
    assert "gave away" in done.output
    assert "Each ± is half of a 95 % interval." in done.output
    assert done.output.count("s1t1 ") == done.output.count("played") == done.output.count("better") - 1 == 3
    assert re.search(r"Round +Loss +Value +Front", done.output)
    assert all(cell_len(line) <= 80 for line in done.output.splitlines())


def test_the_document_says_the_same(folder: Path) -> None:
    done = CliRunner().invoke(command, [str(folder), "--bot", "dan", "--worst", "2", "--json"], catch_exceptions=False)
    document = json.loads(done.stdout)
    found = analysed(folder, "dan", 2)
    assert document["loss"] == pytest.approx(found.loss)
    assert [each["loss"] for each in document["worst"]] == pytest.approx([each.loss for each in found.worst])


def test_an_unknown_bot_is_told_the_known_ones(folder: Path) -> None:
    with Store.read(folder) as store, pytest.raises(ArenaError, match='no bot is called "zoe"; there are ada'):
        analyse(store, "zoe", 1, partial(arranger, RULES), lambda _: None)
