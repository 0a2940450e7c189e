"""The reports in a tournament's folder against those that its store gives."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from arena import __version__
from arena.language import LANGUAGES, in_language, spoken
from protocol.text import Counted, Said, one_line
from tournaments.layout import REPORT_HTML, REPORT_MD
from tournaments.reports.files import report_texts
from tournaments.reports.html.page import page
from tournaments.results.details import Details, details_of
from tournaments.results.summary import Summary, summarize
from tournaments.store.store import Store

MOST_NAMED: Final = 5
"""How many differences of a file are named; the others are counted."""
_AROUND: Final = 24
"""Characters shown before a difference and after it."""


class Published(NamedTuple):
    """What differs from the store, what could not be compared and why, and how many files were compared."""

    differences: list[Said]
    notes: list[Said]
    compared: int


def compare_reports(store: Store) -> Published:
    """Compare the reports beside the store with what it gives; an unfinished tournament has none.

    A file that is not there, or that another version of the arena wrote otherwise, is noted and is no difference.
    """
    differences: list[Said] = []
    notes: list[Said] = []
    compared = 0
    summary, folder = summarize(store), store.place.parent
    if summary.finished is None:
        return Published(list(_finished_once(summary, folder)), [], 0)
    details = details_of(store, summary)
    for name, written in report_texts(summary, details).items():
        try:
            found = (folder / name).read_bytes()
        except OSError:
            notes.append(Said("{file}: not there, so not compared", file=name))
            continue
        text = _as_written(summary, details, found, written) if name == REPORT_HTML else written
        if found == text.encode():
            compared += 1
        elif summary.arena != __version__:
            notes.append(
                Said(
                    "{file}: the cup was begun by arena {old}, and this one, {new}, writes it otherwise: not compared",
                    file=name,
                    old=summary.arena,
                    new=__version__,
                )
            )
        else:
            compared += 1
            differences += (
                Said("{file}: {difference}", file=name, difference=difference)
                for difference in text_differences(found.decode(errors="replace"), text)
            )
    return Published(differences, notes, compared)


def _finished_once(summary: Summary, folder: Path) -> Iterator[Said]:
    """Find the report of an unfinished tournament: the seal is on the disk before any report is written."""
    if summary.seal is not None:
        return
    for name in REPORT_MD.values():
        file = folder / name
        if file.exists() and summary.commitment.encode() in file.read_bytes():
            yield Said("{file}: this tournament was finished once, and the record has neither seal nor end", file=name)


def _as_written(summary: Summary, details: Details, found: bytes, text: str) -> str:
    """Return the page as it opens in the language in which the one that was found does; `text` in that in use."""
    for language in LANGUAGES:
        if f'<html lang="{language}">'.encode() in found and language != spoken():
            with in_language(language):
                return page(summary, details)
    return text


def text_differences(found: str, expected: str) -> Iterator[Said]:
    """Yield where two different texts differ, by line and with the words around it.

    >>> [str(words) for words in text_differences("one\\ntwo 2\\n", "one\\ntwo 3\\n")]
    ['line 2: "two 2", by the record "two 3"']
    """
    here, there = found.split("\n"), expected.split("\n")
    if len(here) == len(there):
        changed = [(at, one, two) for at, (one, two) in enumerate(zip(here, there, strict=True), start=1) if one != two]
    else:
        same = next((at for at, (one, two) in enumerate(zip(here, there, strict=False)) if one != two), None)
        first = min(len(here), len(there)) - 1 if same is None else same
        changed = [(first + 1, "\n".join(here[first:]), "\n".join(there[first:]))]
    for line, one, two in changed[:MOST_NAMED]:
        shown, wanted = _around(one, two)
        yield Said('line {line}: "{found}", by the record "{expected}"', line=line, found=shown, expected=wanted)
    if len(changed) > MOST_NAMED:
        yield Counted(len(changed) - MOST_NAMED, "{number} place more differs", "{number} places more differ")


def _around(found: str, expected: str) -> tuple[str, str]:
    """Cut two texts down to where they differ."""
    start = next((at for at, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b), None)
    if start is None:
        start = min(len(found), len(expected))
    end = 0
    while end < min(len(found), len(expected)) - start and found[-1 - end] == expected[-1 - end]:
        end += 1
    first = max(start - _AROUND, 0)
    return one_line(found[first : len(found) - end + _AROUND]), one_line(
        expected[first : len(expected) - end + _AROUND]
    )
