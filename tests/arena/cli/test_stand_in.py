"""Stand-ins (接管): the arena's own arranger plays for who does not answer, and every result says so."""

import subprocess
import sys
from pathlib import Path

from arena.shisanshui.arrangement import StandIn
from arena.shisanshui.arranger.choice import expert_stand_in
from arena.shisanshui.cards import cards
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import load_rules
from arena.tally import tallies
from tests.arena.referee.real_match import bad_bot, job_of, play
from tests.places import ROOT

ROUNDS = 6


def test_a_late_bot_is_played_by_the_arranger_and_the_result_says_so(tmp_path: Path) -> None:
    bots = [bad_bot("never_answers"), bad_bot("good"), bad_bot("good")]
    result = play(bots, tmp_path, decision_ms=200, on_late="stand-in")
    rules = load_rules("standard")
    game, expected_of = Shisanshui(rules), expert_stand_in(rules, len(bots))
    assert [tally.stand_ins for tally in tallies(result.decisions(), 3, game)] == [ROUNDS, 0, 0]
    seed = job_of(bots, tmp_path).deal_seed
    (leg,) = result.legs
    seat = leg.seating.index(0)
    for played in leg.rounds:
        (laid,) = game.unpack(played.seats[seat].action)
        assert isinstance(laid, StandIn)
        hand = cards(game.start(seed, played.number, 3).observe(seat)["hand"])
        expected = expected_of(hand)
        assert (laid.front, laid.middle, laid.back) == (expected.front, expected.middle, expected.back)
        assert played.seats[seat].code == "no-answer"
        assert [played.seats[other].code for other in range(3) if other != seat] == ["", ""]


def test_no_stand_in_is_told_where_none_played(tmp_path: Path) -> None:
    result = play([bad_bot("never_answers"), bad_bot("good"), bad_bot("good")], tmp_path, decision_ms=100)
    told = tallies(result.decisions(), 3, Shisanshui(load_rules("standard")))
    assert [(tally.stand_ins, tally.invalid) for tally in told] == [(0, ROUNDS), (0, 0), (0, 0)]


def test_the_event_that_bots_see_names_the_stand_in() -> None:
    state = Shisanshui(load_rules("standard"), on_late="stand-in").start(b"s" * 32, 1, 4)
    actions = {decision.seat: decision.default for decision in state.pending()}
    fair = Shisanshui(load_rules("standard")).start(b"s" * 32, 1, 4)
    laid = actions[1]
    assert isinstance(laid, StandIn)
    seats = fair.apply(actions).events(0, "water")[0]["seats"]
    assert all(seat["stand_in"] is True for seat in seats)


def test_a_game_without_stand_ins_loads_no_numpy() -> None:
    program = (
        "import sys; from arena.shisanshui.play import Shisanshui; from arena.shisanshui.ruleset import load_rules;"
        "game = Shisanshui(load_rules('standard')); before = 'numpy' in sys.modules;"
        "Shisanshui(load_rules('standard'), on_late='stand-in'); print(before, 'numpy' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=ROOT)
    assert told.stdout.split() == ["False", "True"]
