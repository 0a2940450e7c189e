"""`arena score`: settles rounds that are read as JSON Lines."""

import stat
import sys
from collections.abc import Iterator
from os import fstat
from pathlib import Path
from typing import BinaryIO, Protocol

import click
import msgspec

from arena.cli.explain import explained
from arena.cli.scorelines import MOST_BYTES_OF_LINE, LaidRound, Reader, RuleBook, write
from arena.cli.sheettext import Tongue
from arena.errors import UsageError
from arena.shisanshui.rounds import ScoredRound, score_round
from arena.shisanshui.ruleset import RuleSet
from protocol.typed import TypedError


@click.command()
@click.argument("file", default="-")
@click.option("--explain", is_flag=True, help="Write each settlement out as on paper, instead of JSON.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", help="The language of --explain.")
def score(file: str, explain: bool, lang: str) -> None:
    """Settle rounds: JSON Lines from FILE or standard input, JSON Lines out.

    \b
    {"rules": "standard", "seats": [{"front": ["2c", …], "middle": […], "back": […]},
                                    {"escaped": true}, {"foul": true}]}

    A line that cannot be scored gives {"error": …}; the others are still scored, and the exit status is 1.
    """
    form = Explained(Tongue(lang == "zh")) if explain else Written()
    with _opened(file) as source:
        failed = score_all(source, sys.stdout.buffer, form)
    sys.exit(1 if failed else 0)


class Form(Protocol):
    """What a line becomes."""

    def scored(self, number: int, rules: RuleSet, laid: LaidRound, scored: ScoredRound) -> bytes: ...

    def refused(self, message: str) -> bytes: ...


class Written:
    """A line of JSON."""

    def scored(self, number: int, rules: RuleSet, laid: LaidRound, scored: ScoredRound) -> bytes:
        return write(rules, scored)

    def refused(self, message: str) -> bytes:
        return msgspec.json.encode({"error": message})


class Explained:
    """A settlement in words."""

    def __init__(self, say: Tongue) -> None:
        self._say = say

    def scored(self, number: int, rules: RuleSet, laid: LaidRound, scored: ScoredRound) -> bytes:
        heading = self._say(f"line {number}: ", f"第 {number} 行：")
        return (heading + explained(rules, laid.seats, scored, self._say)).encode()

    def refused(self, message: str) -> bytes:
        return f"{message}\n".encode()


def _opened(file: str) -> BinaryIO:
    if file == "-":
        return sys.stdin.buffer
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None


def score_all(source: BinaryIO, sink: BinaryIO, form: Form) -> int:
    """Score every line; the number of those that could not be."""
    reader = Reader()
    book = RuleBook()
    # Whoever writes line by line and waits for each answer is no regular file.
    waiting = not stat.S_ISREG(fstat(source.fileno()).st_mode)
    failed = 0
    for number, line in _numbered(source):
        try:
            laid = reader.read(line)
            rules = book.rules(laid.rules)
            answer = form.scored(number, rules, laid, score_round(rules, laid.seats))
        except TypedError as error:
            failed += 1
            answer = form.refused(f"line {number}: {error}")
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
