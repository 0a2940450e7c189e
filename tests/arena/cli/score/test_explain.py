"""`arena score --explain`: a settlement as on paper."""

import json

import pytest

from tests.arena.cli.score.scoring import LOWER, PLAIN, run_raw

GUNS = {
    "rules": {"horse": "9s", "base": 2},
    "seats": [
        PLAIN,
        LOWER,
        {"front": ["Jh", "3d", "5s"], "middle": ["Ts", "Th", "7s", "9d", "2h"], "back": ["Jd", "Jc", "4c", "6h", "8s"]},
    ],
}

ENGLISH = """\
line 1: custom, 3 seats

        front row           middle row                back row
seat 0  As 4h 2d high-card  Ah Ks 8d 6c 3s high-card  Ad Ac 9s 5d 7c pair  plain, horse
seat 1  Kh 4d 2c high-card  Kc Qs 8h 6s 3c high-card  Qd Qc 9h 5h 7d pair  plain
seat 2  Jh 3d 5s high-card  Ts Th 7s 9d 2h pair       Jd Jc 4c 6h 8s pair  plain

front row 头墩
  seat 0 wins 1 from seat 1, 1 from seat 2
  seat 1 wins 1 from seat 2

middle row 中墩
  seat 0 wins 1 from seat 1
  seat 2 wins 1 from seat 0, 1 from seat 1

back row 尾墩
  seat 0 wins 1 from seat 1, 1 from seat 2
  seat 1 wins 1 from seat 2

gun 打枪
  seat 0 wins 2 from seat 1

horse 马牌
  seat 0 wins 5 from seat 1, 1 from seat 2

        front row  middle row  back row  gun  horse  water  chips
seat 0         +2           0        +2   +2     +6    +12    +24
seat 1          0          -2         0   -2     -5     -9    -18
seat 2         -2          +2        -2    0     -1     -3     -6

"""


def explain(*rounds: object, lang: str = "en") -> tuple[int, str]:
    text = "".join(json.dumps(line) + "\n" for line in rounds)
    status, output, _ = run_raw("--explain", "--lang", lang, text=text)
    return status, output


def test_a_settlement_in_english() -> None:
    assert explain(GUNS) == (0, ENGLISH)


def test_the_same_in_chinese() -> None:
    status, text = explain(GUNS, lang="zh")
    assert status == 0
    lines = text.splitlines()
    assert lines[0] == "第 1 行：custom（custom），3 人"
    assert lines[3] == "座位0  As 4h 2d 乌龙  Ah Ks 8d 6c 3s 乌龙  Ad Ac 9s 5d 7c 对子  普通，马牌"
    assert "打枪\n  座位0 赢座位1 2 水\n" in text
    assert lines[-5].split() == ["头墩", "中墩", "尾墩", "打枪", "马牌", "水", "筹码"]
    assert lines[-4].split() == ["座位0", "+2", "0", "+2", "+2", "+6", "+12", "+24"]


EQUAL = {"front": ["2s", "3h", "7d"], "middle": ["Ts", "Jh", "Qd", "Kc", "As"], "back": ["Th", "Jd", "Qc", "Ks", "Ah"]}
WRONG = {"front": ["9s", "9h", "7c"], "middle": ["2h", "4h", "6h", "8h", "Tc"], "back": ["3s", "3d", "3c", "5c", "6c"]}


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            [
                "seat 0 fouls: its middle row is equal to its back row",
                "seat 1 fouls: its front row is above its middle row",
                "seat 2 has no valid rows",
                "seat 3 wins 1 from the table",
                "the table wins 18 from seat 4",
            ],
        ),
        (
            "zh",
            ["座位0 倒水：中墩等于尾墩", "座位1 倒水：头墩大于中墩", "座位2 没有有效的牌墩", "牌桌赢座位4 18 水"],
        ),
    ],
)
def test_fouls_and_escapes_are_told(lang: str, words: list[str]) -> None:
    plain = {
        "front": ["Qs", "5h", "2d"],
        "middle": ["Kd", "Kh", "8d", "6s", "4s"],
        "back": ["Ad", "Ac", "9d", "5d", "7s"],
    }
    rules = {"equal_rows": "foul", "deck": {"extra_suits": ["d"]}}
    status, text = explain(
        {"rules": rules, "seats": [EQUAL, WRONG, {"foul": True}, plain, {"escaped": True}]}, lang=lang
    )
    assert status == 0
    assert all(word in text for word in words)


def test_a_special_hand_is_named_with_its_water() -> None:
    pairs = {"front": ["2s", "2h", "Kh"], "middle": ["3d", "3h", "5s", "5h", "Tc"]}
    special = {**pairs, "back": ["Js", "Jh", "Qd", "Qh", "Td"]}
    for lang, words in (("en", "six-pairs 六对半 (4)"), ("zh", "六对半（4）")):
        _, text = explain({"rules": "standard", "seats": [special, PLAIN]}, lang=lang)
        assert words in text


def test_a_bad_line_says_why_and_the_others_are_explained() -> None:
    status, text = explain({"rules": "nosuch", "seats": []}, GUNS)
    assert status == 1
    assert text.startswith('line 1: rules: unknown rule set "nosuch"')
    assert text.endswith(ENGLISH.replace("line 1", "line 2"))
