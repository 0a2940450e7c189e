"""A stranger's archive or folder, copied file by file: plain files and folders only, so many and so large.

A link to a file of the same submission is copied as that file. What a build makes may link to what lies beside it.
"""

import errno
import io
import lzma
import os
import posixpath
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Final, NamedTuple

from arena.errors import ArenaError, UsageError
from arena.records.manifest import BOT_FILE, SKIPPED
from arena.system.folder_walk import Found, walk

MOST_FILES: Final = 4_000
"""Room for numpy and a small model beside it."""
MOST_BYTES: Final = 200 << 20
_MOST_ENTRIES: Final = 2 * MOST_FILES
"""Folders counted too."""
LONGEST_PATH: Final = 200
"""Bytes, so that it fits into any folder it is put into."""
_LONGEST_LIST: Final = _MOST_ENTRIES * (46 + LONGEST_PATH)
"""Bytes of an archive's central directory: each entry is a fixed part and its path (APPNOTE 4.3.12)."""
_PIECE: Final = 1 << 16
_MOST_NAMED: Final = 3
_LEFT_BY_TOOLS: Final = SKIPPED | {"__MACOSX"}
"""Folders that are no part of a bot."""
_LEFT_BY_FINDER: Final = ".DS_Store"
_DAMAGED: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(NotImplementedError, RuntimeError, EOFError, ValueError, MemoryError),
)
"""What is raised for bytes that are no archive; besides, an OSError without a number, or of a place before the file."""


class Incoming(NamedTuple):
    """A file of a submission: where it is to lie, whether it is a program, and how to read it."""

    path: PurePosixPath
    runs: bool
    source: "Path | zipfile.ZipInfo"


def unpack(source: Path, place: Path) -> None:
    """Copy a submission, a `.zip` or a folder, into the empty folder `place`.

    Raises UsageError when there is none; ArenaError, in words for its author, for anything that is not a plain file
    below its own folder.
    """
    name = name_of(source)
    if source.is_dir():
        _copy(name, list(_in_folder(source, name, whole=False)), place, None)
    elif source.is_file() and source.suffix.lower() != ".zip" and not zipfile.is_zipfile(source):
        raise ArenaError(
            "{source}: a submission is a folder with {bot_file}, or such a folder as a .zip",
            source=source,
            bot_file=BOT_FILE,
        )
    elif source.is_file():
        with _said_of(name), _InPieces(source, name) as pieces, zipfile.ZipFile(pieces) as archive:
            _copy(name, _without_wrapper(list(_in_archive(archive, name))), place, archive)
    else:
        raise UsageError("{source}: no such folder or archive", source=source)


class _InPieces(io.BufferedReader):
    """An archive's file. Its list of members is read at once and takes ten times its size, so it may not be too long;
    what an archive says of its own length is its author's word.
    """

    def __init__(self, source: Path, name: str) -> None:
        super().__init__(io.FileIO(source))
        self._said = name

    def read(self, size: int | None = -1, /) -> bytes:
        left = os.fstat(self.fileno()).st_size - self.tell()
        if (left if size is None or size < 0 else min(size, left)) > _LONGEST_LIST:
            raise ArenaError("{name}: lists more than {most:,} files and folders", name=self._said, most=_MOST_ENTRIES)
        return super().read(size)


def name_of(source: Path) -> str:
    """What a submission is called before its bot.toml is read: by its file's or folder's own name, for `.` too."""
    return Path(os.path.abspath(source)).name or str(source)  # noqa: PTH100


def require_plain(folder: Path, name: str) -> None:
    """Raises ArenaError unless the folder holds nothing but plain files, folders and links between them, within the
    limits.

    No part of it is left out: what a build hides where tools leave their own is kept with the rest.
    """
    total = 0
    for number, file in enumerate(_in_folder(folder, name, whole=True), start=1):
        total += (folder / file.path).stat().st_size
        if number > MOST_FILES or total > MOST_BYTES:
            raise ArenaError("{name}: holds {too_much} once it is built", name=name, too_much=_too_much())


@contextmanager
def _said_of(name: str) -> Iterator[None]:
    """Whatever the decoders raise, in words."""
    try:
        yield
    except _DAMAGED as error:
        raise ArenaError(
            "{name}: cannot be read as a zip archive: {value}", name=name, value=error or type(error).__name__
        ) from None
    except OSError as error:
        if error.errno not in {None, errno.EINVAL}:
            raise
        raise ArenaError("{name}: cannot be read as a zip archive: {error}", name=name, error=error) from None


def _copy(name: str, files: list[Incoming], place: Path, archive: zipfile.ZipFile | None) -> None:
    if len(files) > MOST_FILES:
        raise ArenaError("{name}: holds more than {most_files:,} files", name=name, most_files=MOST_FILES)
    _require_bot_file(name, [file.path for file in files])
    total = 0
    seen: set[str] = set()
    for file in files:
        path = file.path.as_posix()
        if path.casefold() in seen:
            raise ArenaError(
                "{name}: {path}: is there twice, upper and lower case taken as the same", name=name, path=path
            )
        seen.add(path.casefold())
        target = place / file.path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with _opened(file, archive) as incoming, target.open("xb") as kept:
                # what an archive says of its sizes is its author's word, so the bytes are counted
                while piece := incoming.read(_PIECE):
                    total += len(piece)
                    if total > MOST_BYTES:
                        raise ArenaError("{name}: holds {too_much}", name=name, too_much=_too_much())
                    kept.write(piece)
        except (FileExistsError, NotADirectoryError):
            raise ArenaError("{name}: {path}: is a file and a folder at once", name=name, path=path) from None
        target.chmod(0o755 if file.runs else 0o644)


def _require_bot_file(name: str, paths: list[PurePosixPath]) -> None:
    if PurePosixPath(BOT_FILE) in paths:
        return
    below = sorted(path.parts[0] for path in paths if path.parts[1:] == (BOT_FILE,))
    if below:
        found = f"{', '.join(below[:_MOST_NAMED])}{' and more' if len(below) > _MOST_NAMED else ''}"
        raise ArenaError(
            "{name}: {bot_file} is not at its top but in {found}; hand in one bot's folder alone",
            name=name,
            bot_file=BOT_FILE,
            found=found,
        )
    raise ArenaError(
        "{name}: no {bot_file} at its top; it says at least name, version, author and command",
        name=name,
        bot_file=BOT_FILE,
    )


def _too_much() -> str:
    return f"more than {MOST_FILES:,} files or {MOST_BYTES >> 20} MiB"


@contextmanager
def _opened(file: Incoming, archive: zipfile.ZipFile | None) -> Iterator[IO[bytes]]:
    if isinstance(file.source, zipfile.ZipInfo):
        assert archive is not None
        with archive.open(file.source) as source:
            yield source
    else:
        # opened only if it is still the plain file that was seen
        with os.fdopen(os.open(file.source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as source:
            yield source


def _in_folder(folder: Path, name: str, whole: bool) -> Iterator[Incoming]:
    """By path. Unless the `whole` folder is meant, what tools leave in it is left out."""

    def belongs(found: Found) -> bool:
        left = found.name == _LEFT_BY_FINDER if found.is_file else found.name in _LEFT_BY_TOOLS
        return whole or not left

    for found in sorted(walk(folder, _MOST_ENTRIES, belongs), key=lambda found: found.path):
        path = PurePosixPath(found.path)
        if found.is_folder or not belongs(found):
            continue
        target = _target(folder, path) if stat.S_ISLNK(found.stat.st_mode) else None
        if target is not None and whole:
            continue  # it goes wherever the folder goes
        if target is not None and target.is_file():
            yield Incoming(_checked(path, name), os.access(target, os.X_OK), target)
            continue
        if not found.is_file and (folder / path.parent.parent / "pyvenv.cfg").is_file():
            raise ArenaError(
                "{name}: {path}: belongs to a virtual environment, which works only where it was made;"
                " install packages into a folder of the bot: pip install --target lib",
                name=name,
                path=path,
            )
        if not found.is_file:
            raise ArenaError(
                "{name}: {path}: is {kind}; a bot holds plain files only",
                name=name,
                path=path,
                kind=_kind(found.stat.st_mode),
            )
        yield Incoming(_checked(path, name), bool(found.stat.st_mode & stat.S_IXUSR), folder / path)


def _in_archive(archive: zipfile.ZipFile, name: str) -> Iterator[Incoming]:
    for member in archive.infolist():
        mode = member.external_attr >> 16
        path = PurePosixPath(member.filename)
        if (
            "\\" in member.filename
            or member.filename.startswith("/")
            or ".." in path.parts
            or ":" in member.filename.split("/")[0]
        ):
            raise ArenaError(
                "{name}: {filename}: leads out of the bot's own folder", name=name, filename=member.filename
            )
        if _LEFT_BY_TOOLS & set(path.parts[:-1]) or path.name == _LEFT_BY_FINDER:
            continue
        if member.flag_bits & 1:
            raise ArenaError("{name}: {filename}: is encrypted", name=name, filename=member.filename)
        kind = stat.S_IFMT(mode)
        if kind == stat.S_IFLNK and (target := _member(archive, member)):
            yield Incoming(_checked(path, name), bool(target.external_attr >> 16 & stat.S_IXUSR), target)
            continue
        if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
            raise ArenaError(
                "{name}: {filename}: is {mode}; a bot holds plain files only",
                name=name,
                filename=member.filename,
                mode=_kind(mode),
            )
        if not member.filename.endswith("/"):
            yield Incoming(_checked(path, name), bool(mode & stat.S_IXUSR), member)


def _target(folder: Path, path: PurePosixPath) -> Path | None:
    """Where a link of the folder leads, if it is within the folder and stays so when the folder is moved."""
    link = folder / path
    try:
        words = link.readlink()
        target = Path(os.path.realpath(link, strict=True))
    except OSError:
        return None
    place = os.path.normpath(path.parent / words)
    inside = not words.is_absolute() and place.split("/")[0] != ".."
    return target if inside and target.is_relative_to(folder.resolve()) else None


def _member(archive: zipfile.ZipFile, link: zipfile.ZipInfo) -> zipfile.ZipInfo | None:
    """The plain file of the archive that a link in it leads to, if there is one."""
    if link.file_size > LONGEST_PATH or link.flag_bits & 1:
        return None
    with archive.open(link) as source:
        words = source.read(LONGEST_PATH).decode(errors="replace")
    try:
        target = archive.getinfo(posixpath.normpath(posixpath.join(posixpath.dirname(link.filename), words)))
    except KeyError:
        return None
    return None if stat.S_ISLNK(target.external_attr >> 16) or target.is_dir() else target


def _checked(path: PurePosixPath, name: str) -> PurePosixPath:
    text = path.as_posix()
    if not path.name or not text.isprintable() or len(text.encode()) > LONGEST_PATH:
        raise ArenaError(
            "{name}: {text!r}: expected a path of at most {longest_path} bytes in printable characters",
            name=name,
            text=text[:LONGEST_PATH],
            longest_path=LONGEST_PATH,
        )
    return path


def _without_wrapper(files: list[Incoming]) -> list[Incoming]:
    """Many tools pack a folder as one entry; what lies in it is the bot."""
    tops = {file.path.parts[0] for file in files}
    if len(tops) != 1 or any(len(file.path.parts) == 1 for file in files):
        return files
    return [file._replace(path=PurePosixPath(*file.path.parts[1:])) for file in files]


def _kind(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "a link"
    return "a special file (device, pipe or socket)"
