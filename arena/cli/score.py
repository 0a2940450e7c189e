"""`arena score`: settles rounds that are read as JSON Lines."""

import stat
import sys
from collections.abc import Iterator
from os import fstat
from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from arena.errors import UsageError
from arena.shisanshui.rounds import LaidSeat, score_round, scored_data
from arena.shisanshui.ruleset import RuleSet, load_rules, rules_from
from protocol.typed import TypedError, convert

MOST_BYTES_OF_LINE = 1 << 20


class LaidRound(msgspec.Struct, frozen=True):
    """One line. `rules` is a rule set's name or a rule set as an object; other keys are the reader's own."""

    rules: msgspec.Raw
    seats: list[LaidSeat]


class RuleBook:
    """The rule sets met so far, by the JSON that names them or writes them out."""

    def __init__(self) -> None:
        self._known: dict[bytes, RuleSet] = {}

    def rules(self, written: msgspec.Raw) -> RuleSet:
        """Raises TypedError when there is no such rule set."""
        key = bytes(written)
        if key not in self._known:
            data = msgspec.json.decode(key)
            if isinstance(data, str):
                self._known[key] = _named(data)
            elif isinstance(data, dict):
                self._known[key] = rules_from(data)
            else:
                raise TypedError(f"rules: a rule set's name or an object is expected, got {key.decode()}")
        return self._known[key]


def _named(name: str) -> RuleSet:
    try:
        return load_rules(name)
    except TypedError as error:
        raise TypedError(f"rules: {error}") from None


@click.command()
@click.argument("file", default="-")
def score(file: str) -> None:
    """Settle rounds: JSON Lines from FILE or standard input, JSON Lines out.

    \b
    {"rules": "standard", "seats": [{"front": ["2c", …], "middle": […], "back": […]},
                                    {"escaped": true}, {"foul": true}]}

    A line that cannot be scored gives {"error": …}; the others are still scored, and the exit status is 1.
    """
    with _opened(file) as lines:
        failed = _score_all(lines, sys.stdout.buffer)
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
    decoder = msgspec.json.Decoder(LaidRound)
    encoder = msgspec.json.Encoder()
    book = RuleBook()
    # Whoever writes line by line and waits for each answer is no regular file.
    waiting = not stat.S_ISREG(fstat(source.fileno()).st_mode)
    failed = 0
    for number, line in _lines(source):
        try:
            answer = encoder.encode(_scored(book, decoder, line))
        except TypedError as error:
            failed += 1
            answer = encoder.encode({"error": f"line {number}: {error}"})
        sink.write(answer + b"\n")
        if waiting:
            sink.flush()
    sink.flush()
    return failed


def _lines(source: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; of one that is too long only its beginning."""
    number = 0
    while line := source.readline(MOST_BYTES_OF_LINE):
        number += 1
        rest = line
        while len(rest) == MOST_BYTES_OF_LINE and not rest.endswith(b"\n"):
            rest = source.readline(MOST_BYTES_OF_LINE)
        if not line.isspace():
            yield number, line


def _scored(book: RuleBook, decoder: msgspec.json.Decoder[LaidRound], line: bytes) -> object:
    try:
        laid = decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        laid = _explained(line)
    rules = book.rules(laid.rules)
    return scored_data(rules, score_round(rules, laid.seats))


def _explained(line: bytes) -> LaidRound:
    """Read a line again, slowly, for an error that names the key."""
    if len(line) >= MOST_BYTES_OF_LINE:
        raise TypedError(f"longer than {MOST_BYTES_OF_LINE >> 20} MiB")
    try:
        data = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise TypedError(f"not JSON: {error}") from None
    if not isinstance(data, dict) or "rules" not in data or not isinstance(data.get("seats"), list):
        raise TypedError('an object with "rules" and a list "seats" is expected')
    seats = [convert(seat, LaidSeat, f"seats[{place}]") for place, seat in enumerate(data["seats"])]
    return LaidRound(msgspec.Raw(msgspec.json.encode(data["rules"])), seats)
