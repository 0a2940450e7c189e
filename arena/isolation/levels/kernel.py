"""Calls to the kernel that Python has no words for."""

import ctypes
import os
from typing import Final

_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_LIBC.syscall.restype = ctypes.c_long
_PR_SET_NO_NEW_PRIVS: Final = 38
_PR_CAPBSET_DROP: Final = 24
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_CLEAR_ALL: Final = 4
_PR_SET_SECCOMP: Final = 22
_SECCOMP_MODE_FILTER: Final = 2
_MOST_CAPABILITIES: Final = 64
_CAPSET: Final = {"x86_64": 126, "aarch64": 91}
_CAPABILITY_VERSION_3: Final = 0x20080522


def syscall(number: int, *arguments: object) -> int:
    """Raises OSError."""
    result = int(_LIBC.syscall(ctypes.c_long(number), *arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def no_new_privileges() -> None:
    """From now on no program that this process becomes has more rights than it."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def drop_capabilities() -> None:
    """Whoever has powers, as root or in a name space of its own, loses them, for good once `no_new_privileges` was
    called."""
    for capability in range(_MOST_CAPABILITIES):
        _LIBC.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    _LIBC.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    syscall(_CAPSET[os.uname().machine], ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)()))


def filter_system_calls(program: bytes) -> None:
    """Hand a seccomp filter (an array of `struct sock_filter`) to the kernel. Raises OSError."""

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))

    whole = Program(len(program) // 8, program)
    _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(whole))


def _prctl(option: int, *arguments: object) -> None:
    padded = [*arguments, 0, 0, 0, 0][:4]
    if _LIBC.prctl(option, *(ctypes.c_ulong(word) if isinstance(word, int) else word for word in padded)) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
