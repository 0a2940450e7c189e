"""Actions: what a seat may be asked to choose, as wire data and as one byte each in the record."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from arena.mahjong.melds import Kind
from arena.mahjong.tiles import HONOURS, KINDS, WINDS

Type = Literal["pass", "hu", "peng", "ming", "chi", "an", "bu", "xuanfeng", "xi", "yao", "jiu", "discard"]
_SKIPPED: Final = 255
"""Stands for a decision that was settled without the seat's answer."""


class Act(msgspec.Struct, frozen=True, omit_defaults=True, rename={"using": "with"}):
    """An action. `tile` is what is discarded or laid, `using` what a 吃 or a 旋风杠 takes from the hand."""

    type: Type
    tile: str | None = None
    ting: bool = False
    using: tuple[str, ...] = ()


PASS: Final = Act("pass")
HU: Final = Act("hu")
PENG: Final = Act("peng")
MING: Final = Act("ming")
OPENINGS: Final[dict[Kind, Act]] = {"xi": Act("xi"), "yao": Act("yao"), "jiu": Act("jiu")}
DISCARD: Final = tuple(Act("discard", text) for text in KINDS)
TING: Final = tuple(Act("discard", text, ting=True) for text in KINDS)
AN: Final = tuple(Act("an", text) for text in KINDS)
BU: Final = tuple(Act("bu", text) for text in KINDS)
_WIND_SETS: Final = (WINDS, *(tuple(wind for wind in WINDS if wind != missing) for missing in WINDS))
XUANFENG: Final = {winds: Act("xuanfeng", using=tuple(KINDS[wind] for wind in winds)) for winds in _WIND_SETS}
"""A set of winds by the winds laid: all four, or three where the rules say so (R5)."""
_PAIRS: Final = tuple((kind, kind + gap) for gap in (1, 2) for kind in range(HONOURS) if kind // 9 == (kind + gap) // 9)
CHI: Final = {pair: Act("chi", using=(KINDS[pair[0]], KINDS[pair[1]])) for pair in _PAIRS}
"""A 吃 by the two kinds taken from the hand, the lower one first."""
ACTS: Final = (
    *(PASS, HU, PENG, MING, *OPENINGS.values(), *XUANFENG.values()),
    *(*DISCARD, *TING, *AN, *BU, *CHI.values()),
)
"""Every action; its place is its byte in the record."""
_BYTES: Final = {act: place for place, act in enumerate(ACTS)}


def pack(acts: Sequence[Act | None]) -> bytes:
    """Return what a seat did in a hand, a byte for each decision it was asked for.

    >>> pack([DISCARD[4], None, HU]).hex(" ")
    '10 ff 01'
    """
    return bytes(_SKIPPED if act is None else _BYTES[act] for act in acts)


def unpack(data: bytes) -> list[Act | None]:
    """Return what a seat did in a hand. Raises ValueError for a byte that stands for nothing."""
    if any(len(ACTS) <= byte < _SKIPPED for byte in data):
        raise ValueError("a byte that is no action of the mahjong")
    return [None if byte == _SKIPPED else ACTS[byte] for byte in data]


def known(act: Act) -> Act:
    """Return the one of `ACTS` that is equal to a legal action."""
    return ACTS[_BYTES[act]]
