"""Files of others, and what outlasts a leg. Each returns what it got, or nothing, or raises OSError."""

import os
from contextlib import suppress
from pathlib import Path

EVERYBODYS = tuple(map(Path, ("/tmp", "/var/tmp", "/dev/shm")))
FULL_MIB, PIECE_MIB = 80, 8
SCRATCH = Path(os.environ.get("ARENA_SCRATCH", "."))


def reads_a_rivals_file(path: str) -> str:
    return Path(path).read_text()


def reads_a_rivals_log(path: str) -> str:
    return Path(path).read_text() or "nothing in it yet"


def reads_the_store(path: str) -> str:
    return Path(path).read_text()


def lists_the_folders_of_rivals() -> list[str]:
    """What lies beside its own folders, and in those that are called alike."""
    others = [place for place in SCRATCH.parent.parent.iterdir() if place != SCRATCH.parent]
    return [str(entry) for place in others if place.name.startswith("arena-") for entry in place.glob("*")]


def writes_to_others(path: str) -> str:
    Path(path).write_text("was here")
    return path


def changes_rights_of_others(path: str) -> list[str]:
    """Of a file that it may not even write to; what is told to have succeeded need not be done."""
    file = Path(path)
    before = file.stat()
    with suppress(OSError):
        file.chmod(0o4757)
    with suppress(OSError):
        os.utime(file, (0, 0))
    with suppress(OSError):
        os.setxattr(file, "user.note", b"x")
    after = file.stat()
    changed = ["mode"] * (before.st_mode != after.st_mode) + ["times"] * (before.st_mtime_ns != after.st_mtime_ns)
    with suppress(OSError):
        changed += os.listxattr(file)
    return changed


def fills_a_disk_elsewhere() -> str:
    """With more than it may have in its scratch folder, where everybody may write."""
    last: OSError | None = None
    for place in EVERYBODYS:
        if place.exists() and place.samefile(SCRATCH):
            continue
        written: list[Path] = []
        try:
            for number in range(FULL_MIB // PIECE_MIB):
                written.append(place / f"{os.getpid()}-{number}")
                written[-1].write_bytes(bytes(PIECE_MIB << 20))
        except OSError as error:
            last = error
        else:
            return str(place)
        finally:
            for path in written:
                path.unlink(missing_ok=True)
    assert last is not None
    raise last


def changes_the_kernels_settings() -> list[str]:
    """Opens them for writing, no more: one names a program that the kernel starts as root, outside of any sandbox."""
    names = ("sys/kernel/core_pattern", "sys/kernel/modprobe", "sys/vm/overcommit_memory", "sysrq-trigger")
    opened = []
    for name in names:
        try:
            os.close(os.open(f"/proc/{name}", os.O_WRONLY))
        except OSError:
            continue
        opened.append(name)
    return opened


def replaces_its_own_files() -> str:
    """So that the next leg starts another program."""
    mine = Path(__file__)
    source = mine.read_bytes()
    mine.write_bytes(source + b"\n# and more\n")
    mine.write_bytes(source)
    return str(mine)


def carries_data_to_the_next_leg(mark: str) -> list[str]:
    """Writes wherever it can, and looks there first: fresh processes are to know nothing of each other."""
    places = [*EVERYBODYS, Path("/run"), Path("/root"), SCRATCH, SCRATCH.parent]
    places += [Path(os.environ["ARENA_ENDPOINT"].removeprefix("ipc://")).parent, Path.home()]
    found = [str(place) for place in places if _there(place / mark)]
    for place in places:
        try:
            (place / mark).write_text("the deck of the last leg")
        except OSError:
            continue
    return found


def _there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
