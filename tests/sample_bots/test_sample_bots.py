"""Every sample bot as a real process: polite from hello to goodbye, and legal whatever it is dealt."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bots.resolve import load_folder
from tests.places import SAMPLES
from tests.protocol.peer import Peer
from tests.sample_bots.building import ready, run
from tests.sample_bots.hands import RULE_SETS, dealt, fault, rules_data
from tests.sample_bots.loading import BOTS

OWN_TESTS = {
    "greedy": ["python", "test_bot.py"],
    "javascript": ["npm", "test"],
    "cpp": ["make", "test"],
    "rust": ["cargo", "test", "--offline"],
    "go": ["make", "test"],
    "java": ["java", "-cp", "build", "ArrangeTest"],
}
FOULS_ON_PURPOSE = {"expert"}
"""Bots that foul a hand that has nothing to win, where being beaten costs more."""
EASILY_FOULED = {
    "standard": ["2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"],  # one suit: every five is a flush
    "tianmei": [
        "2s 2h 2d 2c 3s 3h 3d 3c 4s 4h 4d 4c 5s",  # a triple in front wants better behind it
        "2s 3h 4d 5c 7s 8h 9d Tc Qs Kh 2d 3c 4s",  # hardly anything
    ],
    "two-packs": ["As As Ah Ah Ad Ad Ac Ac Ks Ks Kh Kh Kd"],  # fives of a kind
    "wild": ["Xs Xb 2s 3h 4d 5c 7s 8h 9d Tc Qs Kh Ad"],
}


@pytest.fixture(params=BOTS)
def bot(request: pytest.FixtureRequest, builds: Path, tmp_path: Path) -> Iterator[Peer]:
    program = load_folder(ready(SAMPLES / request.param, builds))
    assert program.name == request.param
    with Peer(tmp_path, program.command, Path(program.folder)) as peer:
        assert peer.admit()["name"] == request.param
        yield peer


def play(bot: Peer, rule_set: str, hands: list[list[str]], may_foul: bool) -> None:
    fouls = 0
    bot.begin(rule_set, rules_data(rule_set))
    for number, hand in enumerate(hands, 1):
        settled = {"type": "settled", "round": number - 1, "water": [3, -1, -1, -1], "seats": [], "transfers": []}
        answer = bot.decide(hand, match=rule_set, first=number, events=[settled] if number > 1 else [])
        found = fault(answer["actions"][0], hand, rule_set)
        assert found is None or (may_foul and found.startswith("a foul"))
        fouls += found is not None
        assert not answer["actions"][0].get("decline")
    bot.finish(rule_set)
    assert fouls <= len(hands) // 8


def test_a_bot_plays_legally_from_hello_to_goodbye(bot: Peer, request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.params["bot"]
    for rule_set in RULE_SETS:
        easily_fouled = [hand.split() for hand in EASILY_FOULED.get(rule_set, [])]
        play(bot, rule_set, [*dealt(rule_set, 25), *easily_fouled], name in FOULS_ON_PURPOSE)
    assert bot.goodbye() == (0, "", "")


@pytest.mark.parametrize("name", OWN_TESTS)
def test_the_tests_that_come_with_a_bot_pass(name: str, builds: Path) -> None:
    tested = run(OWN_TESTS[name], ready(SAMPLES / name, builds))
    assert tested.returncode == 0, tested.stdout + tested.stderr
