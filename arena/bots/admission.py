"""From a stranger's archive to a stored version: unpacked, built, checked, kept; or refused in words for its author."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import msgspec

from arena.bots.build import build
from arena.bots.file_names import key_of
from arena.bots.library import Library, Version
from arena.bots.resolve import BotFile, Build, load_folder, outputs_of
from arena.bots.rules import rules_to_check
from arena.bots.unpack import name_of, unpack
from arena.check.report import StepReport
from arena.check.run import Check
from arena.errors import ArenaError
from arena.isolation.choice import choose
from arena.isolation.level import Level
from arena.isolation.readable_paths import within
from arena.records.job import BotProgram, MatchSettings
from arena.records.limits import Wanted
from arena.records.manifest import BOT_FILE, changes, folder_manifest
from arena.system.folder_removal import remove
from arena.system.private_folder import own_folder
from protocol.text import SEMICOLON, Listed, Said
from protocol.typed import TypedError, convert, read_toml

Tell = Callable[[Said], None]
_AUTHORS_OWN: Final = frozenset({errno.ENAMETOOLONG, errno.ENOTDIR})


def admit(source: Path, library: Library, wanted: Wanted, now: str, tell: Tell) -> Version:
    """Add a submission; `now` is the time as text, `tell` hears what is being done.

    Raises ArenaError or TypedError with what its author has to change.
    """
    level = level_for_strangers(wanted)
    with library.incoming(level.seat_user) as folder, _in_its_own_words(folder, name_of(source)):
        unpack(source, folder)
        file = convert(read_toml(folder / BOT_FILE), BotFile, BOT_FILE)
        key = key_of(file.author, file.name, file.version)
        with _in_its_own_words(folder, key):
            if file.build is not None:
                tell(Said("{bot}: building", bot=key))
                _build(file, file.build, folder, level)
            program = load_folder(folder)
            known = library.refuse_other(key, program.digest)
            if known is not None:
                tell(Said("{bot}: is there already", bot=key))
                return known
            tell(Said("{bot}: checking, isolation level {level}", bot=key, level=level.number))
            reports = [_outward(report, folder, key) for report in _check(program, level.number)]
            version = _accepted(key, program.digest, now, level, reports)
        library.keep(folder, version)
        return version


@contextmanager
def _in_its_own_words(folder: Path, name: str) -> Iterator[None]:
    """An author knows nothing of the folder that the submission was unpacked to: it is called `name`."""
    try:
        yield
    except (ArenaError, TypedError) as error:
        raise type(error)(_without(str(error), folder, name)) from None
    except OSError as error:
        place = Path(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else Path()
        # what a disk or a right of the library's own refuses is not its author's to change
        if error.errno not in _AUTHORS_OWN or not within(place, [folder]):
            raise
        raise ArenaError(
            "{name}: {relative_to}: {strerror}",
            name=name,
            relative_to=place.relative_to(folder),
            strerror=error.strerror,
        ) from None


def _outward(report: StepReport, folder: Path, name: str) -> StepReport:
    return msgspec.structs.replace(report, message=_without(report.message, folder, name))


def _without(words: str, folder: Path, name: str) -> str:
    return words.replace(f"{folder}/", "").replace(str(folder), name)


def _build(file: BotFile, wanted: Build, folder: Path, level: Level) -> None:
    """What the build is to make is made here, from the files that the digest is over, and these stay as they are."""
    outputs = outputs_of(wanted, BOT_FILE)
    _drop_made(outputs, folder)
    before = folder_manifest(folder, outputs)
    build(file, folder, level)
    after = folder_manifest(folder, outputs)
    if not set(before.splitlines()) <= set(after.splitlines()):
        raise ArenaError(
            "{name}: the build changed what was submitted: {before}", name=file.name, before=changes(before, after)
        )


def _drop_made(outputs: list[str], folder: Path) -> None:
    for made in outputs:
        target = folder / made
        try:
            target.lstat()
        except FileNotFoundError:
            continue
        except NotADirectoryError:
            raise ArenaError(
                "{bot_file}: build.output: {made!r} lies below a file of the submission", bot_file=BOT_FILE, made=made
            ) from None
        remove(target)


def level_for_strangers(wanted: Wanted) -> Level:
    """Raises ArenaError when nothing but level 0 works and that was not said in so many words."""
    level = choose(wanted)
    if level.trusted and wanted == "auto":
        raise ArenaError(
            "no isolation works on this machine, and a submission is a stranger's program;"
            " install bubblewrap, or say --trust if you trust it as your own"
        )
    return level


def _check(program: BotProgram, level: int) -> list[StepReport]:
    settings = MatchSettings(isolation=level)
    with own_folder() as folder:
        log = folder / "bot.log"
        with closing(Check(program, settings, rules_to_check(program), log).run()) as steps:
            return list(steps)


def _accepted(key: str, digest: str, now: str, level: Level, reports: list[StepReport]) -> Version:
    failed = [report for report in reports if report.outcome == "fail"]
    if failed:
        told = (Said("{step}: {fault}", step=Said(each.name), fault=Said(each.message)) for each in failed[:3])
        raise ArenaError(
            "{key}: refused, {count} of {count2} steps of arena check failed: {words}",
            key=key,
            count=len(failed),
            count2=len(reports),
            words=Listed(told, SEMICOLON),
        )
    warnings = [f"{report.name}: {report.message}" for report in reports if report.outcome == "warn"]
    return Version(key, digest, now, f"{level.number}: {level.words}", len(reports), warnings)
