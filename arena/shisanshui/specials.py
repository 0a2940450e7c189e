"""All special hands (特殊牌型).

Each kind has a bit; the kinds that a hand holds are a mask of them, and a rule set's order says which one counts.
"""

from typing import Final, NamedTuple


class Special(NamedTuple):
    """One kind. `as_laid` kinds depend on the rows, the others on the cards alone. `example` is front, middle, back."""

    id: str
    chinese: str
    meaning: str
    meaning_chinese: str
    as_laid: bool
    example: tuple[str, str, str]


SPECIALS: Final = (
    Special(
        "pure-dragon",
        "至尊清龙",
        "all thirteen ranks in one suit",
        "同一花色的十三张",
        False,
        ("2s 3s 4s", "5s 6s 7s 8s 9s", "Ts Js Qs Ks As"),
    ),
    Special(
        "dragon",
        "一条龙",
        "thirteen different ranks",
        "十三张点数各不相同",
        False,
        ("2s 3h 4d", "5c 6s 7h 8d 9c", "Ts Jh Qd Kc As"),
    ),
    Special(
        "twelve-royals",
        "十二皇族",
        "nothing but J, Q, K and A",
        "全部是 J、Q、K、A",
        False,
        ("Js Jh Jd", "Qs Qh Qd Ks Kh", "As Ah Ad Ac Jc"),
    ),
    Special(
        "three-straight-flushes",
        "三同花顺",
        "as laid, three rows that are each a run in one suit",
        "三墩都是同花顺",
        True,
        ("Qs Ks As", "2c 3c 4c 5c 6c", "4d 5d 6d 7d 8d"),
    ),
    Special(
        "three-quads",
        "三分天下",
        "three fours of a rank and one card",
        "三副铁支加一张单牌",
        False,
        ("3s 3h 3d", "3c 5s 5h 5d 5c", "7s 7h 7d 7c 9d"),
    ),
    Special(
        "all-high",
        "全大",
        "nothing below 8",
        "全部是 8 到 A",
        False,
        ("8s 8h 9d", "Ts Th Jd Jc Qs", "Qh Kd Kc As Ah"),
    ),
    Special(
        "all-low",
        "全小",
        "nothing above 8",
        "全部是 2 到 8",
        False,
        ("2s 2h 4s", "3d 3c 4d 5s 6h", "6d 7c 7s 8h 8d"),
    ),
    Special(
        "one-color",
        "凑一色",
        "all red or all black",
        "全红或全黑",
        False,
        ("2s 4c 6s", "3c 5s 7c 9s Jc", "8c Ts Tc Qs Kc"),
    ),
    Special(
        "three-triples-quad",
        "三冲加弹",
        "three triples and a four",
        "三副三条加一副铁支",
        False,
        ("3s 3h 3d", "5s 5h 5d 7s 7h", "7d 9s 9h 9d 9c"),
    ),
    Special(
        "black-with-one-red",
        "全黑一点红",
        "twelve black cards and a red one",
        "十二张黑牌一张红牌",
        False,
        ("2s 4s 6s", "8s Ts Qs 2c 4c", "6c 8c Tc Kc 3h"),
    ),
    Special(
        "red-with-one-black",
        "全红一点黑",
        "twelve red cards and a black one",
        "十二张红牌一张黑牌",
        False,
        ("2h 4h 6h", "8h Th Qh 2d 4d", "6d 8d Td Kd 3s"),
    ),
    Special(
        "four-triples",
        "四套三条",
        "four triples and one card",
        "四副三条加一张单牌",
        False,
        ("2s 2h 2d", "5s 5h 5d 9s 9h", "9d Ks Kh Kd 7c"),
    ),
    Special(
        "five-pairs-triple",
        "五对三条",
        "five pairs and a triple",
        "五个对子加一副三条",
        False,
        ("2s 2h 4d", "4c 6s 6h 9d 9c", "Js Jh Ks Kh Kd"),
    ),
    Special(
        "six-pairs",
        "六对半",
        "six pairs and one card",
        "六个对子加一张单牌",
        False,
        ("2s 2h 4d", "4c 6s 6h 9d 9c", "Js Jh Ks Kh Ad"),
    ),
    Special(
        "three-flushes",
        "三同花",
        "as laid, three rows that are each of one suit",
        "三墩都是同花",
        True,
        ("2s 4s 8s", "3h 5h 9h Jh Kh", "2d 6d 7d Qd Ad"),
    ),
    Special(
        "three-straights",
        "三顺子",
        "as laid, three rows that are each a run",
        "三墩都是顺子",
        True,
        ("Qs Kd Ah", "2c 3c 4h 5c 6c", "3d 4d 5h 6d 7h"),
    ),
    Special(
        "half-low",
        "半小",
        "nothing but A and 2 to 10, with at least one A",
        "全部是 A、2 到 10，且至少有一张 A",
        False,
        ("As 2h 3d", "3c 4s 5h 7d 8c", "9s 9h Td Tc 6s"),
    ),
)
BY_ID: Final = {special.id: special for special in SPECIALS}
BITS: Final = {special.id: 1 << place for place, special in enumerate(SPECIALS)}

PURE_DRAGON: Final = BITS["pure-dragon"]
DRAGON: Final = BITS["dragon"]
TWELVE_ROYALS: Final = BITS["twelve-royals"]
THREE_STRAIGHT_FLUSHES: Final = BITS["three-straight-flushes"]
THREE_QUADS: Final = BITS["three-quads"]
ALL_HIGH: Final = BITS["all-high"]
ALL_LOW: Final = BITS["all-low"]
ONE_COLOR: Final = BITS["one-color"]
THREE_TRIPLES_QUAD: Final = BITS["three-triples-quad"]
BLACK_WITH_ONE_RED: Final = BITS["black-with-one-red"]
RED_WITH_ONE_BLACK: Final = BITS["red-with-one-black"]
FOUR_TRIPLES: Final = BITS["four-triples"]
FIVE_PAIRS_TRIPLE: Final = BITS["five-pairs-triple"]
SIX_PAIRS: Final = BITS["six-pairs"]
THREE_FLUSHES: Final = BITS["three-flushes"]
THREE_STRAIGHTS: Final = BITS["three-straights"]
HALF_LOW: Final = BITS["half-low"]
"""The bits of the kinds."""
