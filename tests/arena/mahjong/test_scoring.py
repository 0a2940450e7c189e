"""Lines of `arena score` for the mahjong: switches of the rule set, and lines that cannot be."""

import subprocess
from typing import Any

import msgspec
import pytest

from arena.mahjong.rule_model import load_rules, rule_names, rules_from
from arena.mahjong.scoring import score
from protocol.typed import TypedError
from tests.places import ARENA


def tiles(written: str) -> list[str]:
    return written.split()


LINE: dict[str, Any] = {
    "game": "mahjong",
    "rules": "jilin",
    "dealer": 2,
    "hand": tiles("2m 3m 4m 1p 1p 1p 4p 5p 6s 7s 8s 9s 9s"),
    "melds": [],
    "tile": "6p",
    "how": "zimo",
    "winner": 0,
}


def switched(**keys: Any) -> list[int]:
    """The water under a rule set with other keys; `line_…` changes the line instead."""
    line = {key.removeprefix("line_"): value for key, value in keys.items() if key.startswith("line_")}
    rules = {key: value for key, value in keys.items() if not key.startswith("line_")}
    water: list[int] = score({**LINE, **line, "rules": rules})["water"]
    return water


def test_the_rule_set_is_the_file_and_the_defaults_are_its_values() -> None:
    assert rule_names() == ["jilin"]
    assert load_rules("jilin") == rules_from({"name": "jilin", "chinese": "吉林麻将"})


@pytest.mark.parametrize(
    ("keys", "water"),
    [
        ({}, [12, -4, -4, -4]),
        ({"base": 5}, [60, -20, -20, -20]),
        ({"cap_fan": 1}, [6, -2, -2, -2]),
        ({"cap_fan": 0, "fan": {"zimo": 9}}, [3072, -1024, -1024, -1024]),
        ({"fan": {"menqing": 0}}, [6, -2, -2, -2]),
        ({"fan": {"zimo": 3}}, [48, -16, -16, -16]),
        ({"fan": {"dealer": 1}}, [16, -4, -8, -4]),
        ({"fan": {"discarder": 1}, "line_how": "discard", "line_from": 3}, [4, 0, 0, -4]),
        ({"line_how": "duibao"}, [48, -16, -16, -16]),
        ({"line_how": "duibao", "fan": {"duibao": 0}}, [12, -4, -4, -4]),
        ({"line_how": "mobao", "line_tile": "E"}, [24, -8, -8, -8]),
        ({"line_how": "mobao", "line_tile": "E", "mobao_strict": True}, [24, -8, -8, -8]),
    ],
)
def test_each_switch_changes_what_it_names(keys: dict[str, Any], water: list[int]) -> None:
    assert switched(**keys) == water


def test_a_rule_set_says_only_what_differs_from_the_one_it_extends() -> None:
    assert rules_from({"extends": "jilin", "fan": {"piao": 3}}) == rules_from({"fan": {"piao": 3}})
    assert switched(extends="jilin", base=5) == [60, -20, -20, -20]


def test_all_triplets_and_a_single_wait_add_unless_they_exclude_each_other() -> None:
    hand = {"line_hand": tiles("1m 1m 1m 5p 5p 5p 7s 7s 7s E E E 3s"), "line_tile": "3s"}
    assert switched(**hand) == [3 * 32, -32, -32, -32]
    assert switched(**hand, piao_excludes_jia=True) == [3 * 16, -16, -16, -16]


def test_a_wild_tile_may_not_bring_what_has_to_be_there_when_that_is_strict() -> None:
    wild = {
        "line_hand": tiles("2m 3m 4m 2m 3m 4m 4p 4p 4p 6p 6p 2s 3s"),
        "line_how": "mobao",
        "line_tile": "C",
    }
    assert score({**LINE, **{key[5:]: value for key, value in wild.items()}})["waits"] == ["1s"]
    assert switched(**wild)[0] > 0
    assert switched(**wild, mobao_strict=True) == [0, 0, 0, 0]


def test_three_winds_make_a_set_only_where_the_rules_say_so() -> None:
    melds = [{"kind": "xuanfeng", "tiles": ["E", "S", "W"]}]
    line = {
        **LINE,
        "hand": tiles("2m 3m 4m 4p 5p 6s 7s 8s 9s 9s"),
        "melds": melds,
        "how": "discard",
        "from": 1,
    }
    assert score({**line, "rules": {"wind_set": 3}})["win"] is True
    with pytest.raises(TypedError, match="are no xuanfeng"):
        score(line)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"hand": ["2m"]}, "hand: expected 13 tiles, got 1"),
        ({"tile": "0m"}, 'tile: no tile "0m"'),
        (
            {"tile": "1p", "hand": tiles("2m 3m 4m 1p 1p 1p 1p 5p 6s 7s 8s 9s 9s")},
            "1p: there are only 4",
        ),
        ({"how": "discard"}, "from: only, and always"),
        ({"from": 1}, "from: only, and always"),
        ({"how": "discard", "from": 0}, "from: the winner cannot give the tile"),
        ({"winner": 4}, "winner: expected a seat from 0 to 3, got 4"),
        ({"melds": [{"kind": "chi", "tiles": ["1m", "2m", "4m"]}]}, "melds[0]: 1m 2m 4m are no chi 吃"),
        ({"rules": "x"}, 'no rule set "x"; expected "jilin"'),
        ({"rules": {"base": 0}}, "rules: base"),
        ({"rules": {"cap_fan": 0, "fan": {"zimo": 1000}}}, "a win could cost one seat more than 1,099,511,627,776"),
        ({"rules": {"extends": "x"}}, 'no rule set "x"'),
        ({"how": "luck"}, "how"),
    ],
)
def test_a_position_that_cannot_exist_is_refused_in_words(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(TypedError) as refused:
        score({**LINE, **fields})
    assert words in str(refused.value)


def test_the_command_scores_lines_of_both_games() -> None:
    plain = {"rules": "standard", "seats": [{"escaped": True}, {"foul": True}]}
    lines = b"".join(msgspec.json.encode(line) + b"\n" for line in (LINE, plain, {**LINE, "game": "go"}, LINE))
    done = subprocess.run([ARENA, "score"], input=lines, capture_output=True, check=False)
    first, second, third, last = (msgspec.json.decode(line) for line in done.stdout.splitlines())
    assert first == last == score(LINE)
    assert len(second["water"]) == 2
    assert third == {"error": 'line 3: game: expected "shisanshui" or "mahjong", got "go"'}
    assert done.returncode == 1
