"""From a stranger's archive to a stored version: unpacked, built, checked, kept; or refused in words for its author."""

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from arena.bots import BOT_FILE, BotFile, Build, load_folder
from arena.check.outcome import StepReport
from arena.check.run import Check
from arena.errors import ArenaError
from arena.isolation.choice import choose
from arena.isolation.level import Level, Wanted
from arena.isolation.places import within
from arena.ownfolder import own_folder
from arena.records import BotProgram, MatchSettings
from arena.submissions.build import build
from arena.submissions.library import Library, Version, key_of
from arena.submissions.unpack import unpack
from protocol.typed import convert, read_toml

Tell = Callable[[str], None]


def admit(source: Path, library: Library, wanted: Wanted, now: str, tell: Tell) -> Version:
    """Add a submission; `now` is the time as text, `tell` hears what is being done.

    Raises ArenaError or TypedError with what its author has to change.
    """
    level = level_for_strangers(wanted)
    with library.incoming() as folder:
        unpack(source, folder)
        file = convert(read_toml(folder / BOT_FILE), BotFile, BOT_FILE)
        key = key_of(file.author, file.name, file.version)
        if file.build is not None:
            tell(f"{key}: building")
            _drop_made(file.build, folder)
            build(file, folder, level)
        try:
            program = load_folder(folder)
        except ArenaError as error:
            raise ArenaError(str(error).replace(f"{folder}/", "").replace(str(folder), key)) from None
        known = library.refuse_other(key, program.digest)
        if known is not None:
            tell(f"{key}: is there already")
            return known
        tell(f"{key}: checking, isolation {level.number}: {level.words}")
        reports = _check(program, level.number)
        version = _accepted(key, program.digest, now, level, reports)
        library.keep(folder, version)
        return version


def _drop_made(wanted: Build, folder: Path) -> None:
    """What the build is to make is made here, from the files that the digest is over."""
    for made in wanted.output:
        target = folder / os.path.normpath(made)
        if not within(target, [folder]) or target == folder or ".." in target.parts:
            raise ArenaError(f'{BOT_FILE}: build.output: expected files or folders below the bot\'s own, got "{made}"')
        if target.is_dir():
            shutil.rmtree(target)
        else:
            target.unlink(missing_ok=True)


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
        with closing(Check(program, settings, folder, log).run()) as steps:
            return list(steps)


def _accepted(key: str, digest: str, now: str, level: Level, reports: list[StepReport]) -> Version:
    failed = [report for report in reports if report.outcome == "fail"]
    if failed:
        words = "; ".join(f"{report.name}: {report.message}" for report in failed[:3])
        raise ArenaError(f"{key}: refused, {len(failed)} of {len(reports)} steps of arena check failed: {words}")
    warnings = [f"{report.name}: {report.message}" for report in reports if report.outcome == "warn"]
    return Version(key, digest, now, f"{level.number}: {level.words}", len(reports), warnings)
