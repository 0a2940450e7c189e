"""Actions in a few bytes, for the record: thirteen card bytes and a byte of flags, or one byte for no rows."""

from typing import Final

from arena.shisanshui.arrangement import Absent, Action, Arrangement, StandIn

_DECLINED: Final = 1
_STAND_IN: Final = 2
_PLAIN: Final = b"\0"
_ABSENT: Final = {Absent.FORFEIT: b"F", Absent.ESCAPE: b"E"}
_OF_BYTE: Final = {data: absent for absent, data in _ABSENT.items()}


def pack(action: Action) -> bytes:
    """The action as 14 bytes, or 1. The cards of an arrangement must have been checked."""
    if type(action) is Arrangement and not action.decline:
        return bytes(action.cards()) + _PLAIN
    if isinstance(action, Absent):
        return _ABSENT[action]
    flags = action.decline * _DECLINED | isinstance(action, StandIn) * _STAND_IN
    return bytes([*action.cards(), flags])


def is_stand_in(data: bytes) -> bool:
    """Whether a packed action was made for a seat that did not answer."""
    return len(data) == 14 and bool(data[13] & _STAND_IN)


def unpack(data: bytes) -> Action:
    """The inverse of `pack`. Raises ValueError when the bytes are no action."""
    if data in _OF_BYTE:
        return _OF_BYTE[data]
    if len(data) != 14 or data[13] > _DECLINED | _STAND_IN or max(data[:13]) > 53:
        raise ValueError(f"{data.hex() or 'nothing'} is no packed action")
    kind = StandIn if is_stand_in(data) else Arrangement
    return kind.of(list(data[:13]), decline=bool(data[13] & _DECLINED))
