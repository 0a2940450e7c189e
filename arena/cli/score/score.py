"""`arena score`: settle rounds read as JSON Lines."""

import gc
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from arena.cli.command import command
from arena.cli.score.chunks import Entry, chunks, evaluate_together
from arena.cli.score.explain import explained
from arena.cli.score.lines import Reader, RuleBook, other_game, write
from arena.errors import UsageError
from arena.games import SCORERS
from arena.language import _, told
from arena.shisanshui.evaluation import Hand
from arena.shisanshui.rounds import ScoredRound, score_round
from arena.shisanshui.settlement import settle
from protocol.text import Said, printable
from protocol.typed import TypedError


@command(
    short_help="Settle rounds: JSON Lines in, JSON Lines out.",
    epilog="""\b
Examples:
  arena score rounds.jsonl > settled.jsonl
  arena score --explain rounds.jsonl
""",
)
@click.argument("file", default="-")
@click.option("--explain", is_flag=True, help="Write each settlement out as on paper instead of JSON.")
def score(file: str, explain: bool) -> None:
    """Settle rounds: JSON Lines from FILE or standard input, JSON Lines out.

    \b
    {"rules": "standard", "seats": [
      {"front": ["2c", …], "middle": […], "back": […]},
      {"escaped": true}, {"foul": true}]}

    Each round is one line; a line of another game names it ("game": "mahjong"). A line that cannot be scored gives
    {"error": …}; the others are still scored, and the exit status is 1.
    """
    # Nothing here makes a cycle, and looking for them costs a tenth of the time.
    gc.disable()
    form = Explained() if explain else Written()
    with _opened(file) as source, _watched(file) as watch:
        failed = score_all(source, sys.stdout.buffer, form, watch)
    sys.exit(1 if failed else 0)


@contextmanager
def _watched(file: str) -> Iterator[Callable[[int], object] | None]:
    """Show a bar on a terminal that does not show the output."""
    if file == "-" or not sys.stderr.isatty() or sys.stdout.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True, emoji=False), transient=True) as progress:
        task = progress.add_task(escape(file), total=Path(file).stat().st_size)
        yield lambda size: progress.advance(task, size)


_NAMES_A_GAME: Final = re.compile(rb'"game"\s*:')
"""Lines of Shisanshui name none, and are read the quicker for it."""


class Form(Protocol):
    """How results are written."""

    def other(self, number: int, result: dict[str, Any]) -> bytes: ...

    def scored(self, entry: Entry, scored: ScoredRound) -> bytes: ...

    def refused(self, number: int, fault: Said) -> bytes: ...


class Written:
    """JSON Lines, in English whatever the language in use."""

    def other(self, number: int, result: dict[str, Any]) -> bytes:
        return msgspec.json.encode(result)

    def scored(self, entry: Entry, scored: ScoredRound) -> bytes:
        return write(entry.rules, scored)

    def refused(self, number: int, fault: Said) -> bytes:
        return msgspec.json.encode({"error": str(_of_line(number, fault))})


class Explained:
    """Settlements in words."""

    def other(self, number: int, result: dict[str, Any]) -> bytes:
        words = ", ".join(f"{key} {msgspec.json.encode(value).decode()}" for key, value in result.items())
        return _("line {number}: {words}", number=number, words=words).encode()

    def scored(self, entry: Entry, scored: ScoredRound) -> bytes:
        return _(
            "line {number}: {words}", number=entry.number, words=explained(entry.rules, entry.laid.seats, scored)
        ).encode()

    def refused(self, number: int, fault: Said) -> bytes:
        return f"{printable(told(_of_line(number, fault)))}\n".encode()


def _of_line(number: int, words: Said) -> Said:
    return Said("line {number}: {words}", number=number, words=words)


def _opened(file: str) -> BufferedReader:
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False) if file == "-" else Path(file).open("rb")
    except OSError as error:
        raise UsageError("{file}: cannot be read: {strerror}", file=file, strerror=error.strerror) from None


def score_all(source: BufferedReader, sink: BinaryIO, form: Form, watch: Callable[[int], object] | None = None) -> int:
    """Score every line and return how many could not be scored. `watch` is told how many bytes were read."""
    reader = Reader()
    book = RuleBook()
    failed = 0
    for size, lines in chunks(source):
        entries = [_entry(reader, book, number, line) for number, line in lines]
        evaluated = evaluate_together([entry for entry in entries if isinstance(entry, Entry)])
        for (number, _line), entry in zip(lines, entries, strict=True):
            if isinstance(entry, Entry):
                answer = _answer(form, entry, evaluated.get(number))
            else:
                answer = entry if isinstance(entry, Said) else form.other(number, entry)
            if isinstance(answer, Said):
                failed += 1
                answer = form.refused(number, answer)
            sink.write(answer + b"\n")
        # A peer that writes line by line waits for each answer.
        sink.flush()
        if watch is not None:
            watch(size)
    return failed


def _entry(reader: Reader, book: RuleBook, number: int, line: bytes) -> Entry | dict[str, Any] | Said:
    """Return the line as read, or the result of one of another game; or say why there is none."""
    try:
        if _NAMES_A_GAME.search(line) and (data := other_game(line)) is not None:
            return SCORERS[data["game"]](data)
        laid = reader.read(line)
        return Entry(number, book.rules(laid.rules), laid)
    except TypedError as error:
        return error.said


def _answer(form: Form, entry: Entry, hands: list[Hand] | None) -> bytes | Said:
    """Return the result of the line, its hands evaluated already or not, or say why it cannot be scored."""
    if hands is not None:
        return form.scored(entry, ScoredRound(hands, settle(entry.rules, hands)))
    try:
        return form.scored(entry, score_round(entry.rules, entry.laid.seats))
    except TypedError as error:
        return error.said
