"""Steps that send nothing: verdicts on everything the bot did."""

from collections.abc import Sequence
from math import ceil
from pathlib import Path

from arena.check.report import CARDS, FROM_BOT, PROGRAM, TIME, Skipped, Warned
from arena.check.subject import Subject
from arena.errors import ArenaError
from arena.records.manifest import BOT_FILE, SKIPPED
from arena.system.folder_walk import walk
from protocol.text import Counted, Listed, Said

_OWN_FILES = Said("files in ARENA_SCRATCH and nowhere else")
CLOSE = 0.8
"""A worst time beyond this share of the limit is too close to it."""
_ROWS = Said("front, middle and back, in this order, from low to high")


def answers_once(subject: Subject) -> Said:
    """Check for one answer to each decide and nothing else."""
    if not subject.unasked:
        return Said("nothing came that was not asked for")
    words = Counted(
        len(subject.unasked),
        "stale: {number} message that answered nothing open",
        "stale: {number} messages that answered nothing open",
    )
    expected = Said("one answer for each decide, with its match and request")
    raise subject.complaint(words, expected, FROM_BOT, subject.unasked[0])


def keeps_its_time(subject: Subject) -> Said:
    """Report thinking times, and fault late answers."""
    if not subject.decisions:
        raise Skipped("it never answered")
    limit, count = subject.settings.decision_ms, len(subject.decisions)
    worst = max(subject.decisions) * 1000
    words = Counted(
        count,
        "p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {worst:.1f} ms of {limit:,} ms, {number} decision",
        "p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {worst:.1f} ms of {limit:,} ms, {number} decisions",
        p50=_milliseconds(subject.decisions, 0.5),
        p99=_milliseconds(subject.decisions, 0.99),
        worst=worst,
        limit=limit,
    )
    if subject.overruns:
        late = Said(
            "late: {answers} answers, by up to {most:.0f} ms; {words}",
            answers=len(subject.overruns),
            most=max(subject.overruns) * 1000,
            words=words,
        )
        raise subject.complaint(late, Said("every answer within {limit:,} ms", limit=limit), TIME)
    if worst > CLOSE * limit:
        raise Warned("{words}: a busy machine will make it late", words=words)
    return words


def keeps_quiet(subject: Subject, log: Path) -> Said:
    """Measure what it wrote to standard output and error, and warn when a match would drop some of it."""
    size = log.stat().st_size
    limit = subject.settings.limits.output_kib
    if size >= limit * 1024:
        raise Warned("over {limit:,} KiB of output in this check; a match drops the rest", limit=limit)
    return Counted(size, "{number} byte of output", "{number} bytes of output") if size else Said("no output")


class FileWatch:
    """Watches the bot's own folder for changes since the check began."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._watched = (folder / BOT_FILE).is_file()
        self._before = self._look()

    def keeps_to_its_scratch(self, subject: Subject) -> Said:
        """Fault changes in the folder."""
        if not self._watched:
            raise Skipped("watched only where a bot has a folder of its own, with {bot_file}", bot_file=BOT_FILE)
        try:
            changed = sorted(path for path, _ in self._look() ^ self._before)
        except ArenaError as error:
            raise subject.complaint(error.said, _OWN_FILES, PROGRAM) from None
        if changed:
            files = Listed(list(dict.fromkeys(changed))[:5])
            words = Said("files changed in its folder while it ran: {files}", files=files)
            raise subject.complaint(words, _OWN_FILES, PROGRAM)
        return Said("nothing in its folder has changed")

    def _look(self) -> set[tuple[str, int]]:
        """Return every file with its time of change, without those that tools make and remake."""
        if not self._watched:
            return set()
        entries = walk(self._folder, enter=lambda found: found.name not in SKIPPED)
        return {(found.path, found.stat.st_mtime_ns) for found in entries if not found.is_folder}


def lays_in_order(subject: Subject) -> Said:
    """Warn about fouled or unanswered hands; fault a bot that lays no hand in order."""
    hands = subject.outcomes.total()
    if not hands:
        raise Skipped("it laid no hand")
    if subject.outcomes["default"] == hands:
        words = Said(
            "each of the {hands} hands was answered with nil, which is a foul; does arrange return nothing?",
            hands=hands,
        )
        raise subject.complaint(words, _ROWS, FROM_BOT)
    if not subject.outcomes["plain"] and subject.outcomes["foul"]:
        words = Said(
            "each of the {hands} hands that was not special was fouled: front, then middle, then back,"
            " each row at least as high as the one before it",
            hands=hands - subject.outcomes["special"],
        )
        raise subject.complaint(words, _ROWS, CARDS)
    if defaults := subject.outcomes["default"]:
        raise Warned("{count} of {hands} hands were answered with nil, which is a foul", count=defaults, hands=hands)
    if fouls := subject.outcomes["foul"]:
        raise Warned(
            "{count} of {hands} hands were fouled: each row must be at least as high as the one before it",
            count=fouls,
            hands=hands,
        )
    return Said("{hands} hands, none fouled", hands=hands)


def _milliseconds(times: Sequence[float], part: float) -> float:
    """The time, in milliseconds, that so great a part of the times (seconds) do not exceed."""
    ordered = sorted(times)
    return ordered[ceil(part * len(ordered)) - 1] * 1000
