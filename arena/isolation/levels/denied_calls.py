"""System calls that no bot needs and what each of them would be good for, by processor: (x86_64, aarch64) numbers.

A call that is denied fails as it does for somebody without the right, or as on an older kernel where programs know how
to do without; a mere hint to the kernel is taken and ignored.
"""

import errno
from collections.abc import Mapping
from typing import Final

Numbers = tuple[int | None, int | None]

_OTHER_PROCESSES: Final = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}
_NAME_SPACES: Final = {
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
    "open_tree_attr": (467, 467),
    # handles that reach around mounts
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
}
_MACHINE: Final[dict[str, Numbers]] = {
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
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
}
_SECOND_SHARE_OF_THE_PROCESSOR: Final = {"setsid": (112, 157)}
_SECOND_RINGS: Final = {
    # their flags and work lie in memory, where no filter sees them; libraries then do without
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
}
_MEMORY_OF_NOBODY: Final = {"memfd_create": (319, 279), "memfd_secret": (447, 447)}
_NOTES: Final = {
    # kept by the kernel under a name or a number, for any process of the user, after their maker has ended
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
}
_EYES: Final[dict[str, Numbers]] = {
    # tell of others' files as they are touched
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
}
_PAGE_CACHE: Final = {
    # tell which pages of a file are in memory, that is what was read before
    "mincore": (27, 232),
    "cachestat": (451, 451),
}
_PAGE_CACHE_HINTS: Final = {"fadvise64": (221, 223), "readahead": (187, 213)}
_LOCKS: Final = {
    # of a file that is only readable too, so that two bots could talk by those of a library
    "flock": (73, 32),
}
_MODES_AND_TIMES: Final[dict[str, Numbers]] = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
}
_OWNERS: Final[dict[str, Numbers]] = {
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
}
_ATTRIBUTES: Final = {
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
}

IGNORED: Final = 0
"""In place of an error number: the call seems to succeed, and nothing is done."""

ALWAYS: Final[tuple[tuple[Mapping[str, Numbers], int], ...]] = (
    (_OTHER_PROCESSES, errno.EPERM),
    (_NAME_SPACES, errno.EPERM),
    (_MACHINE, errno.EPERM),
    (_SECOND_SHARE_OF_THE_PROCESSOR, errno.EPERM),
    (_SECOND_RINGS, errno.ENOSYS),
    (_MEMORY_OF_NOBODY, errno.ENOSYS),
    (_NOTES, errno.ENOSYS),
    (_EYES, errno.ENOSYS),
    (_PAGE_CACHE, errno.ENOSYS),
    (_PAGE_CACHE_HINTS, IGNORED),
)
IN_A_MATCH: Final = ((_LOCKS, errno.ENOLCK),)
"""Besides, where it is no build: a compiler locks its cache, and there is nobody to talk to."""
AS_ITS_STARTER: Final = ((_MODES_AND_TIMES, IGNORED), (_OWNERS, errno.EPERM), (_ATTRIBUTES, errno.EOPNOTSUPP))
"""Besides, where the bot has the arena's own user and sees its files: no filter can tell them from the bot's own."""
