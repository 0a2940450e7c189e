"""Which of the machine's files a program needs to run at all."""

import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import arena
import protocol

SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
_SETTINGS: Final = (
    *("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime"),
    *("java-*", "ssl/openssl.cnf"),
)


def existing(paths: Iterable[str]) -> list[Path]:
    return [Path(path) for path in paths if Path(path).exists()]


def system_settings() -> list[Path]:
    """What lies in `/etc` and is about programs, not about this machine and its users."""
    return [path for pattern in _SETTINGS for path in sorted(Path("/etc").glob(pattern))]


def needed_by(command: Sequence[str]) -> list[Path]:
    """Outside the system's folders: the arena's own interpreter and packages, and the folder of the bot's program."""
    own = [Path(module.__file__).parent for module in (arena, protocol) if module.__file__]
    # where what the SDK uses is installed, which need not be below the interpreter
    specs = [find_spec(name) for name in ("msgpack", "zmq")]
    installed = [Path(spec.origin).parents[1] for spec in specs if spec is not None and spec.origin]
    program = Path(command[0])
    wanted = [Path(sys.prefix), Path(sys.base_prefix), *own, *installed, program.parent, program.resolve().parent]
    needed: list[Path] = []
    for path in wanted:
        if not within(path, [*map(Path, SYSTEM), *needed]):
            needed.append(path)
    return needed


def within(path: Path, folders: Iterable[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)
