"""Steps that send nothing: what is to be said of all that was seen."""

from collections.abc import Sequence
from math import ceil
from pathlib import Path

from arena.check.report import FROM_BOT, PROGRAM, TIME, Skipped, Warned
from arena.check.subject import Subject
from arena.errors import ArenaError
from arena.records.manifest import BOT_FILE, SKIPPED
from arena.system.folder_walk import walk

_OWN_FILES = "files in ARENA_SCRATCH and nowhere else"
CLOSE = 0.8
"""A worst time beyond this part of the limit is too close to it."""


def answers_once(subject: Subject) -> str:
    """One answer for each decide, and nothing else."""
    if not subject.unasked:
        return "nothing came that was not asked for"
    count = len(subject.unasked)
    words = f"stale: {count} message{'s' if count > 1 else ''} that answered nothing open"
    raise subject.complaint(
        words, "one answer for each decide, with its match and request", FROM_BOT, subject.unasked[0]
    )


def keeps_its_time(subject: Subject) -> str:
    """How long it thought."""
    if not subject.decisions:
        raise Skipped("it never answered")
    limit, count = subject.settings.decision_ms, len(subject.decisions)
    worst = max(subject.decisions) * 1000
    words = (
        f"p50 {_milliseconds(subject.decisions, 0.5)}, p99 {_milliseconds(subject.decisions, 0.99)}, "
        f"worst {worst:.1f} ms of {limit:,} ms, {count} decision{'s' if count > 1 else ''}"
    )
    if subject.overruns:
        late = f"late: {len(subject.overruns)} answers, by up to {max(subject.overruns) * 1000:.0f} ms; {words}"
        raise subject.complaint(late, f"every answer within {limit:,} ms", TIME)
    if worst > CLOSE * limit:
        raise Warned(f"{words}: a busy machine will make it late")
    return words


def keeps_quiet(subject: Subject, log: Path) -> str:
    """How much it wrote to standard output and error."""
    size = log.stat().st_size
    limit = subject.settings.limits.output_kib
    if size >= limit * 1024:
        words = f"over {limit:,} KiB of output in this check; what is beyond that is dropped in a match"
        raise subject.complaint(words, "a log that its author can read", PROGRAM)
    return f"{size:,} bytes of output" if size else "no output"


class FileWatch:
    """The files of the bot's own folder, as they were when the check began."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._watched = (folder / BOT_FILE).is_file()
        self._before = self._look()

    def keeps_to_its_scratch(self, subject: Subject) -> str:
        """Whether anything in the folder has changed."""
        if not self._watched:
            raise Skipped(f"watched only where a bot has a folder of its own, with {BOT_FILE}")
        try:
            changed = sorted(path for path, _ in self._look() ^ self._before)
        except ArenaError as error:
            raise subject.complaint(str(error), _OWN_FILES, PROGRAM) from None
        if changed:
            words = f"files changed in its folder while it ran: {', '.join(list(dict.fromkeys(changed))[:5])}"
            raise subject.complaint(words, _OWN_FILES, PROGRAM)
        return "nothing in its folder has changed"

    def _look(self) -> set[tuple[str, int]]:
        """Every file with its time of change; what tools make and remake is left out."""
        if not self._watched:
            return set()
        entries = walk(self._folder, enter=lambda found: found.name not in SKIPPED)
        return {(found.path, found.stat.st_mtime_ns) for found in entries if not found.is_folder}


def lays_in_order(subject: Subject) -> str:
    """What became of its hands."""
    hands = subject.outcomes.total()
    if not hands:
        raise Skipped("it laid no hand")
    if defaults := subject.outcomes["default"]:
        raise Warned(f"{defaults} of {hands} hands were answered with nil, which is a foul")
    if fouls := subject.outcomes["foul"]:
        raise Warned(f"{fouls} of {hands} hands were fouled: each row must be at least as high as the one before it")
    return f"{hands} hands, none fouled"


def _milliseconds(times: Sequence[float], part: float) -> str:
    ordered = sorted(times)
    return f"{ordered[ceil(part * len(ordered)) - 1] * 1000:.1f} ms"
