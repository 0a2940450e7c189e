"""Every sample bot as a real process: polite from hello to goodbye, and legal whatever it is dealt."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.bots import load_folder
from tests.protocol.peer import Peer
from tests.sample_bots.hands import DECKS, dealt, fault_of

SAMPLES = Path(__file__).parents[2] / "sample_bots"
PYTHON_BOTS = ["random", "greedy", "balanced", "slow", "plain"]
STRICT = {"equal_rows": "foul", "name": "tianmei"}
LOOSE = {"equal_rows": "legal", "name": "standard"}


@pytest.fixture(params=PYTHON_BOTS)
def bot(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Peer]:
    program = load_folder(SAMPLES / request.param)
    assert program.name == request.param
    with Peer(tmp_path, program.command, Path(program.folder)) as peer:
        assert peer.admit()["name"] == request.param
        yield peer


def play(bot: Peer, rules: dict[str, Any], hands: list[list[str]], match: str) -> None:
    bot.begin(match, rules)
    for number, hand in enumerate(hands, 1):
        settled = {"type": "settled", "round": number - 1, "water": [3, -1, -1, -1], "seats": [], "transfers": []}
        answer = bot.decide(hand, match=match, first=number, events=[settled] if number > 1 else [])
        assert fault_of(answer["actions"][0], hand, rules["equal_rows"] == "foul") is None
        assert not answer["actions"][0].get("decline")
    bot.finish(match)


def test_a_bot_plays_legally_from_hello_to_goodbye(bot: Peer) -> None:
    for deck in DECKS:
        play(bot, LOOSE, dealt(deck, 40), deck)
        play(bot, STRICT, dealt(deck, 20), f"{deck}, strict")
    assert bot.goodbye() == (0, "", "")


@pytest.mark.parametrize(
    "hand",
    [
        "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",  # one suit: every five is a flush
        "2s 2h 2d 2c 3s 3h 3d 3c 4s 4h 4d 4c 5s",  # the front must not be the triple the middle lacks
        "2s 3h 4d 5c 7s 8h 9d Tc Qs Kh 2d 3c 4s",
        "As As Ah Ah Ad Ad Ac Ac Ks Ks Kh Kh Kd",  # two packs: fives of a kind
    ],
)
def test_hands_that_are_easily_fouled_are_not(bot: Peer, hand: str) -> None:
    cards = hand.split()
    play(bot, STRICT if len(set(cards)) == 13 else LOOSE, [cards, cards[::-1]], "m")
