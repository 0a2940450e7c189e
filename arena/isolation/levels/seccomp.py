"""A deny list of system calls that no bot needs: a filter for the kernel, as bytes.

What is denied reaches into other processes, makes name spaces or mounts, loads code into the kernel, holds memory that
no limit counts, or opens a second session to get a second share of the processor. A denied call fails with EPERM; where
programs know how to do without, with ENOSYS, as on an older kernel.
"""

import errno
import os
import socket
import struct
from functools import cache
from typing import Final

_AUDIT: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_COLUMN: Final = {"x86_64": 0, "aarch64": 1}
_X32: Final = 0x40000000

_DENIED: Final[dict[str, tuple[int | None, int | None]]] = {
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    # name spaces, mounts, handles that reach around both
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    # the kernel and the machine
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    # a second share of the processor
    "setsid": (112, 157),
}
_NOT_THERE: Final[dict[str, tuple[int, int]]] = {
    "clone3": (435, 435),  # its flags lie in memory, where no filter sees them; libraries then use clone
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "memfd_create": (319, 279),  # memory that belongs to no process
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
}
_CLONE: Final = (56, 220)
_SOCKET: Final = (41, 198)
_IOCTL: Final = (16, 29)
_NEW_NAME_SPACES: Final = 0x7E020080
_TERMINAL_INPUT: Final = (0x5412, 0x541C)

_LOAD, _EQUAL, _AT_LEAST, _ANY_OF, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND = 0, 4, 16, 24
_OF_ITSELF: Final = {"prlimit64": ((302, 261), _FIRST), "setpriority": ((141, 140), _SECOND)}
"""The argument that names a process may only be 0, the caller: those of its own user would let it."""
_ALLOW, _FAIL, _KILL = 0x7FFF0000, 0x00050000, 0x80000000

EVERY_FAMILY: Final = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)
"""For a bot that has a network of its own, with nobody in it. A virtual machine's own sockets know no such bounds."""
LOCAL_FAMILY: Final = (socket.AF_UNIX,)


@cache
def deny_list(families: tuple[int, ...]) -> bytes:
    """The filter for this machine, which leaves only `families` of sockets.

    Raises OSError on a processor whose system calls are not listed here.
    """
    machine = os.uname().machine
    if machine not in _AUDIT:
        raise OSError(errno.ENOSYS, f"no list of system calls for {machine}")
    column = _COLUMN[machine]
    code = [(_LOAD, 0, 0, _ARCHITECTURE), (_EQUAL, 1, 0, _AUDIT[machine]), (_RETURN, 0, 0, _KILL)]
    code.append((_LOAD, 0, 0, _NUMBER))
    if machine == "x86_64":
        code += [(_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _FAIL | errno.ENOSYS)]
    for table, error in ((_DENIED, errno.EPERM), (_NOT_THERE, errno.ENOSYS)):
        for numbers in table.values():
            if (number := numbers[column]) is not None:
                code += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _FAIL | error)]
    code += _when(_CLONE[column], _FIRST, [(_ANY_OF, 0, 1, _NEW_NAME_SPACES), (_RETURN, 0, 0, _FAIL | errno.EPERM)])
    terminal = [(_EQUAL, 0, 1, request) for request in _TERMINAL_INPUT]
    code += _when(_IOCTL[column], _SECOND, [part for test in terminal for part in (test, _refuse(errno.EPERM))])
    allowed = [(_EQUAL, 0, 1, family) for family in families]
    known = [part for test in allowed for part in (test, (_RETURN, 0, 0, _ALLOW))]
    code += _when(_SOCKET[column], _FIRST, [*known, _refuse(errno.EAFNOSUPPORT)])
    for numbers, argument in _OF_ITSELF.values():
        code += _when(numbers[column], argument, [(_EQUAL, 1, 0, 0), _refuse(errno.EPERM)])
    code.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *part) for part in code)


def _refuse(error: int) -> tuple[int, int, int, int]:
    return (_RETURN, 0, 0, _FAIL | error)


def _when(number: int, argument: int, then: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """`then` looks at one argument of one system call; what it leaves undecided is allowed."""
    body = [(_LOAD, 0, 0, argument), *then, (_RETURN, 0, 0, _ALLOW)]
    return [(_EQUAL, 0, len(body), number), *body]
