"""`arena score`: settles rounds that are read as JSON Lines."""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, Protocol

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from arena.cli.command import command
from arena.cli.score.chunks import Entry, chunks, evaluate_together
from arena.cli.score.explain import explained
from arena.cli.score.lines import Reader, RuleBook, write
from arena.cli.sheet_text import Tongue
from arena.errors import UsageError
from arena.shisanshui.evaluation import Hand
from arena.shisanshui.rounds import ScoredRound, score_round
from arena.shisanshui.settlement import settle
from protocol.typed import TypedError


@command(short_help="Settle rounds 结算: JSON Lines in, JSON Lines out.")
@click.argument("file", default="-")
@click.option("--explain", is_flag=True, help="Write each settlement out as on paper, instead of JSON.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", help="The language of --explain.")
def score(file: str, explain: bool, lang: str) -> None:
    """Settle rounds: JSON Lines from FILE or standard input, JSON Lines out.

    \b
    {"rules": "standard", "seats": [
      {"front": ["2c", …], "middle": […], "back": […]},
      {"escaped": true}, {"foul": true}]}                  all on one line

    A line that cannot be scored gives {"error": …}; the others are still scored, and the exit status is 1.
    """
    # Nothing here makes a cycle, and looking for some costs a tenth of the time.
    gc.disable()
    form = Explained(Tongue(lang == "zh")) if explain else Written()
    with _opened(file) as source, _watched(file) as watch:
        failed = score_all(source, sys.stdout.buffer, form, watch)
    sys.exit(1 if failed else 0)


@contextmanager
def _watched(file: str) -> Iterator[Callable[[int], object] | None]:
    """A bar on a terminal that the output does not run through."""
    if file == "-" or not sys.stderr.isatty() or sys.stdout.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True, emoji=False), transient=True) as progress:
        task = progress.add_task(escape(file), total=Path(file).stat().st_size)
        yield lambda size: progress.advance(task, size)


class Form(Protocol):
    """What a line becomes."""

    def scored(self, entry: Entry, scored: ScoredRound) -> bytes: ...

    def refused(self, message: str) -> bytes: ...


class Written:
    """A line of JSON."""

    def scored(self, entry: Entry, scored: ScoredRound) -> bytes:
        return write(entry.rules, scored)

    def refused(self, message: str) -> bytes:
        return msgspec.json.encode({"error": message})


class Explained:
    """A settlement in words."""

    def __init__(self, say: Tongue) -> None:
        self._say = say

    def scored(self, entry: Entry, scored: ScoredRound) -> bytes:
        heading = self._say(f"line {entry.number}: ", f"第 {entry.number} 行：")
        return (heading + explained(entry.rules, entry.laid.seats, scored, self._say)).encode()

    def refused(self, message: str) -> bytes:
        return f"{message}\n".encode()


def _opened(file: str) -> BufferedReader:
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False) if file == "-" else Path(file).open("rb")
    except OSError as error:
        raise UsageError("{file}: cannot be read: {strerror}", file=file, strerror=error.strerror) from None


def score_all(source: BufferedReader, sink: BinaryIO, form: Form, watch: Callable[[int], object] | None = None) -> int:
    """Score every line; the number of those that could not be. `watch` is told how many bytes were read."""
    reader = Reader()
    book = RuleBook()
    failed = 0
    for size, lines in chunks(source):
        entries = [_entry(reader, book, number, line) for number, line in lines]
        evaluated = evaluate_together([entry for entry in entries if isinstance(entry, Entry)])
        for (number, _), entry in zip(lines, entries, strict=True):
            answer = entry if isinstance(entry, str) else _answer(form, entry, evaluated.get(number))
            if isinstance(answer, str):
                failed += 1
                answer = form.refused(f"line {number}: {answer}")
            sink.write(answer + b"\n")
        # Whoever writes line by line waits for each answer.
        sink.flush()
        if watch is not None:
            watch(size)
    return failed


def _entry(reader: Reader, book: RuleBook, number: int, line: bytes) -> Entry | str:
    """The line as read, or why it cannot be."""
    try:
        laid = reader.read(line)
        return Entry(number, book.rules(laid.rules), laid)
    except TypedError as error:
        return str(error)


def _answer(form: Form, entry: Entry, hands: list[Hand] | None) -> bytes | str:
    """What becomes of the line, its hands evaluated already or not, or why it cannot be scored."""
    if hands is not None:
        return form.scored(entry, ScoredRound(hands, settle(entry.rules, hands)))
    try:
        return form.scored(entry, score_round(entry.rules, entry.laid.seats))
    except TypedError as error:
        return str(error)
