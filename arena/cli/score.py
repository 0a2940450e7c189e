"""`arena score`: settles rounds that are read as JSON Lines."""

import stat
import sys
from collections.abc import Iterator
from os import fstat
from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from arena.cli.scorelines import MOST_BYTES_OF_LINE, Lines, RuleBook
from arena.errors import UsageError
from arena.shisanshui.rounds import score_round
from protocol.typed import TypedError


@click.command()
@click.argument("file", default="-")
def score(file: str) -> None:
    """Settle rounds: JSON Lines from FILE or standard input, JSON Lines out.

    \b
    {"rules": "standard", "seats": [{"front": ["2c", …], "middle": […], "back": […]},
                                    {"escaped": true}, {"foul": true}]}

    A line that cannot be scored gives {"error": …}; the others are still scored, and the exit status is 1.
    """
    with _opened(file) as source:
        failed = _score_all(source, sys.stdout.buffer)
    sys.exit(1 if failed else 0)


def _opened(file: str) -> BinaryIO:
    if file == "-":
        return sys.stdin.buffer
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None


def _score_all(source: BinaryIO, sink: BinaryIO) -> int:
    """Score every line; the number of those that could not be."""
    lines = Lines()
    book = RuleBook()
    # Whoever writes line by line and waits for each answer is no regular file.
    waiting = not stat.S_ISREG(fstat(source.fileno()).st_mode)
    failed = 0
    for number, line in _numbered(source):
        try:
            laid = lines.read(line)
            rules = book.rules(laid.rules)
            answer = lines.write(rules, score_round(rules, laid.seats))
        except TypedError as error:
            failed += 1
            answer = msgspec.json.encode({"error": f"line {number}: {error}"})
        sink.write(answer + b"\n")
        if waiting:
            sink.flush()
    sink.flush()
    return failed


def _numbered(source: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; of one that is too long only its beginning."""
    number = 0
    while line := source.readline(MOST_BYTES_OF_LINE):
        number += 1
        rest = line
        while len(rest) == MOST_BYTES_OF_LINE and not rest.endswith(b"\n"):
            rest = source.readline(MOST_BYTES_OF_LINE)
        if not line.isspace():
            yield number, line
