"""The situations of the shared table (S rows), and what each clause of play allows."""

from typing import Any

import pytest

from arena.mahjong.play import Mahjong
from arena.mahjong.rule_model import load_rules, rules_from
from arena.mahjong.table.wall import Wall
from tests.arena.mahjong.scenes import Scene

PLAIN = "1m 4m 7m 2p 5p 8p 3s 6s 9s C"
"""Ten tiles of which nothing comes."""


def test_s01_a_tile_added_to_an_opening_set_is_robbed_by_two_of_its_kind() -> None:
    scene = Scene({1: f"{PLAIN} E S W N", 3: "E E"}, front="9m 9p 1s E", tail="F", dealer=1)
    scene.do(seat1="xuanfeng E S W N")
    assert scene.water == [-1, 3, -1, -1]
    assert scene.last("draw") == {"type": "draw", "seat": 1, "tile": "F", "from": "tail"}
    scene.discards("F", "9m", "9p", "1s")
    assert scene.turn == 1
    scene.do(seat1="bu E").do(seat3="peng")
    assert scene.water == [-1, 3, -1, -1], "no points"
    assert scene.kinds()[-3:] == ["window", "robbed", "peng"]
    assert scene.last("robbed") == {"type": "robbed", "seat": 1, "by": 3, "how": "peng"}
    assert scene.last("peng")["from"] == 1
    assert scene.turn == 3
    assert not any(words.startswith(("an", "bu", "hu")) for words in scene.legal(3)), "it discards"
    assert len(scene.hand.position.places[1].tiles) == 10, "no replacement"


def test_s02_of_two_who_can_win_the_nearest_does() -> None:
    ready = "2m 3m 4m 1p 1p 1p 4p 5p 6s 7s 8s 9s 9s"
    twin = "2m 3m 4m 2p 2p 2p 4p 5p 3s 4s 5s 9s 9s"
    scene = Scene({0: "6p", 1: ready, 3: twin})
    scene.do(seat0="discard 6p").do(seat1="hu", seat3="hu")
    assert scene.last("win")["seat"] == 1
    assert scene.water == [-2, 2, 0, 0], "门清"
    assert scene.last("window")["answers"] == {"1": "hu", "3": "hu"}


def test_s03_a_win_comes_before_a_triplet_and_that_before_a_sequence() -> None:
    hands = {2: "5p", 3: "4p 6p", 0: "5p 5p", 1: "2m 3m 4m 1p 1p 1p 5p 6s 7s 8s 9s 9s 9s"}
    wins = Scene(hands, dealer=2).do(seat2="discard 5p").do(seat3="chi 4p 6p", seat0="peng", seat1="hu")
    assert wins.last("win")["seat"] == 1
    pengs = Scene(hands, dealer=2).do(seat2="discard 5p").do(seat3="chi 4p 6p", seat0="peng", seat1="pass")
    assert pengs.turn == 0
    assert pengs.last("peng") == {"type": "peng", "seat": 0, "from": 2, "tile": "5p", "with": ["5p", "5p"]}
    chis = Scene(hands, dealer=2).do(seat2="discard 5p").do(seat3="chi 4p 6p")
    assert (chis.turn, chis.last("chi")["with"]) == (3, ["4p", "6p"])


@pytest.mark.parametrize(
    ("hands", "acts", "water"),
    [
        ({1: "C C C C"}, [{"seat1": "an C"}], [-4, 12, -4, -4]),
        ({1: "2m 2m 2m 2m"}, [{"seat1": "an 2m"}], [-2, 6, -2, -2]),
        ({1: "C F P"}, [{"seat1": "xi"}], [-1, 3, -1, -1]),
        ({1: "1m 1p 1s"}, [{"seat1": "yao"}], [-1, 3, -1, -1]),
        ({1: "9m 9p 9s"}, [{"seat1": "jiu"}], [-1, 3, -1, -1]),
        ({1: "1s", 2: "1s 1s 1s"}, [{"seat1": "discard 1s"}, {"seat2": "ming"}], [-2, -2, 6, -2]),
        ({1: "1m", 2: "1m 1m 1m"}, [{"seat1": "discard 1m"}, {"seat2": "ming"}], [-1, -1, 3, -1]),
    ],
)
def test_s04_what_kongs_pay(hands: dict[int, str], acts: list[dict[str, str]], water: list[int]) -> None:
    scene = Scene(hands, dealer=1)
    for answers in acts:
        scene.do(**answers)
    assert scene.water == water


def test_s05_the_dealer_adds_nothing_in_its_first_turn_and_others_may() -> None:
    dealer = Scene({0: "E E S W N"})
    dealer.do(seat0="xuanfeng E S W N")
    assert "bu E" not in dealer.legal(0)
    other = Scene({0: "4m", 1: "C C F P"}, front="8m", tail="9m")
    other.discards("4m")
    other.do(seat1="xi")
    assert other.last("draw")["from"] == "wall", "no replacement for three tiles"
    assert "bu C" in other.legal(1)
    other.do(seat1="bu C")
    assert other.hand.position.phase == "rob"
    other.do()
    assert other.water == [-2, 6, -2, -2]
    assert other.last("draw") == {"type": "draw", "seat": 1, "tile": "9m", "from": "tail"}


@pytest.mark.parametrize(("kongs", "draws"), [*enumerate([69, 67, 65, 61, 59, 55, 53, 49])])
def test_s07_how_many_draws_there_are_by_kongs(kongs: int, draws: int) -> None:
    wall = Wall(rules_from({}), tuple(range(83)), b"seed", 1)
    for _ in range(kongs):
        wall = wall.replace()[1]
    assert wall.left == draws
    literal = Wall(rules_from({"reserve": "7"}), tuple(range(83)), b"seed", 1)
    assert literal.left == 69


def test_s07_at_the_end_of_the_wall_nothing_is_paid_back() -> None:
    scene = Scene({0: "2m 2m 2m 2m"})
    scene.do(seat0="an 2m")
    while not scene.hand.over:
        scene.do()
    assert scene.kinds()[-2:] == ["exhausted", "settled"]
    assert scene.kinds().count("draw") == 1 + 67
    assert scene.water == [6, -2, -2, -2]


def test_s09_who_deals_next() -> None:
    game = Mahjong(load_rules("jilin"))

    def after(**ended: Any) -> int:
        hand = Scene({}, dealer=2).hand
        hand.position.phase = "over"
        for key, value in ended.items():
            setattr(hand.position, key, value)
        return game.follow(b"seed", 2, 4, hand).position.dealer

    assert after(winner=0) == 3
    assert after(winner=2) == 2
    assert after(winner=None) == 2
    assert [game.start(b"seed", number, 4).position.dealer for number in range(1, 6)] == [1, 2, 3, 0, 1]
    assert game.follow(b"seed", 1, 4, None).position.dealer in range(4)
