"""The system-call filter: what no bot needs is denied, as bytes for the kernel.

A filter sees numbers and arguments, but nothing that an argument points to.
"""

import errno
import os
import socket
import struct
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from arena.isolation.levels.denied_calls import ALWAYS, AS_ITS_STARTER, IGNORED, IN_A_MATCH

_AUDIT: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_COLUMN: Final = {"x86_64": 0, "aarch64": 1}
_X32: Final = 0x40000000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16

_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_OF, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_ALLOW, _FAIL, _KILL = 0x7FFF0000, 0x00050000, 0x80000000

_NEW_NAME_SPACES: Final = 0x7E020080
_TERMINAL_INPUT: Final = (0x5412, 0x541C)
_FILE_FLAGS: Final = (0x40086602, 0x401C5820)
_NOTIFICATIONS_AND_LEASES: Final = (1024, 1026)
_WHO_IS_IN_THE_WAY: Final = (5, 36)
_PIPE_SIZE: Final = 1031
_COLD_AND_PAGED_OUT: Final = (20, 21)
_BUFFER_SIZES: Final = (7, 32)
_KIND_OF_SOCKET: Final = 0xF

Instruction = tuple[int, int, int, int]


class Rule(NamedTuple):
    """Refuse a call by one of its arguments, counted from 0, of which the bits of `mask` are looked at."""

    numbers: tuple[int, int]
    argument: int
    error: int
    refused: tuple[int, ...] = ()
    """Values that are refused; or, if none are named,"""
    allowed: tuple[int, ...] = ()
    """the only ones that are not; or, if none are named either, any with one of these bits:"""
    bits: int = 0
    mask: int = 0xFFFFFFFF


_SOCKET, _SOCKET_PAIR, _FCNTL, _IOCTL = (41, 198), (53, 199), (72, 25), (16, 29)
_SET_PRIORITY, _SET_INPUT_PRIORITY = (141, 140), (251, 30)
RULES: Final = (
    Rule((56, 220), 0, errno.EPERM, bits=_NEW_NAME_SPACES),  # clone
    Rule(_IOCTL, 1, errno.EPERM, refused=(*_TERMINAL_INPUT, *_FILE_FLAGS)),
    Rule(_FCNTL, 1, errno.EPERM, refused=(*_NOTIFICATIONS_AND_LEASES, _PIPE_SIZE)),
    # a bot may lock parts of what it can write to, and ask of nothing else who has locked it
    Rule(_FCNTL, 1, errno.ENOLCK, refused=_WHO_IS_IN_THE_WAY),
    # no network; and no socket to which everybody may send, since nobody would count what lies there unread
    *(Rule(call, 0, errno.EAFNOSUPPORT, allowed=(socket.AF_UNIX,)) for call in (_SOCKET, _SOCKET_PAIR)),
    *(
        Rule(call, 1, errno.EPROTONOSUPPORT, refused=(socket.SOCK_DGRAM, socket.SOCK_RAW), mask=_KIND_OF_SOCKET)
        for call in (_SOCKET, _SOCKET_PAIR)
    ),
    # each socket holds as much as it does by default, so that their number says how much all may hold
    Rule((54, 208), 2, IGNORED, refused=_BUFFER_SIZES),  # setsockopt
    # the process that is meant may only be 0, the caller: those of its own user would let it
    Rule((302, 261), 0, errno.EPERM, allowed=(0,)),  # prlimit64
    Rule(_SET_PRIORITY, 0, errno.EPERM, allowed=(0,)),
    Rule(_SET_PRIORITY, 1, errno.EPERM, allowed=(0,)),
    Rule(_SET_INPUT_PRIORITY, 0, errno.EPERM, allowed=(1,)),
    Rule(_SET_INPUT_PRIORITY, 1, errno.EPERM, allowed=(0,)),
    # libraries give threads of their own a schedule, by number, and some end when that fails
    Rule((203, 122), 0, IGNORED, allowed=(0,)),  # sched_setaffinity
    Rule((144, 119), 0, IGNORED, allowed=(0,)),  # sched_setscheduler
    Rule((142, 118), 0, IGNORED, allowed=(0,)),  # sched_setparam
    Rule((314, 274), 0, IGNORED, allowed=(0,)),  # sched_setattr
    # reads that fail where a page is not in memory, or take it out
    Rule((327, 286), 5, errno.EOPNOTSUPP, allowed=(0,)),  # preadv2
    Rule((328, 287), 5, errno.EOPNOTSUPP, allowed=(0,)),  # pwritev2
    Rule((28, 233), 2, errno.EINVAL, refused=_COLD_AND_PAGED_OUT),  # madvise
)


@cache
def deny_list(builds: bool = False, as_its_starter: bool = False) -> bytes:
    """The filter for this machine: for a bot in a match or one that `builds`, as a user of its own or `as_its_starter`.

    Raises OSError on a processor whose system calls are not listed here.
    """
    machine = os.uname().machine
    if machine not in _AUDIT:
        raise OSError(errno.ENOSYS, f"no list of system calls for {machine}")
    column = _COLUMN[machine]
    code: list[Instruction] = [(_LOAD, 0, 0, _ARCHITECTURE), (_EQUAL, 1, 0, _AUDIT[machine]), (_RETURN, 0, 0, _KILL)]
    code.append((_LOAD, 0, 0, _NUMBER))
    if machine == "x86_64":
        code += [(_AT_LEAST, 0, 1, _X32), _refuse(errno.ENOSYS)]
    denied = ALWAYS + (() if builds else IN_A_MATCH) + (AS_ITS_STARTER if as_its_starter else ())
    for calls, error in denied:
        for numbers in calls.values():
            if (number := numbers[column]) is not None:
                code += [(_EQUAL, 0, 1, number), _refuse(error)]
    for rule in RULES:
        code += _looked_at(rule, rule.numbers[column])
    code.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)


def _looked_at(rule: Rule, number: int) -> list[Instruction]:
    """The rule as instructions, which leave the number of the call loaded for the next."""
    body: list[Instruction] = [(_LOAD, 0, 0, _ARGUMENTS + 8 * rule.argument), (_AND, 0, 0, rule.mask)]
    body += _verdict(rule)
    body.append((_LOAD, 0, 0, _NUMBER))
    return [(_EQUAL, 0, len(body), number), *body]


def _verdict(rule: Rule) -> Iterable[Instruction]:
    refuse = _refuse(rule.error)
    if rule.refused:
        return [part for value in rule.refused for part in ((_EQUAL, 0, 1, value), refuse)]
    if rule.allowed:
        return [*_past(rule.allowed), refuse]
    return [(_ANY_OF, 0, 1, rule.bits), refuse]


def _past(allowed: tuple[int, ...]) -> Iterator[Instruction]:
    """Each of the values leads past the refusal that follows."""
    for place, value in enumerate(allowed):
        yield (_EQUAL, len(allowed) - place, 0, value)


def _refuse(error: int) -> Instruction:
    return (_RETURN, 0, 0, _FAIL | error)
