"""Results from anywhere: a CSV file with the columns match, bot and score."""

import csv
import difflib
import math
from collections.abc import Iterable
from pathlib import Path

import msgspec

from arena.errors import ArenaError
from tournaments.ratings.choice_sets import Deal

COLUMNS = ("match", "bot", "score")


class Results(msgspec.Struct, frozen=True):
    """What is rated, and what was left out."""

    deals: tuple[Deal, ...]
    """Every result of two or more bots."""
    tables: tuple[Deal, ...]
    """The tables that the deals were played at, in order; in a file they are the same."""
    warnings: tuple[str, ...]


def read_results(path: Path) -> Results:
    """Read `path`: one row a bot and match, ranked by score, a higher one being better; other columns are ignored.

    The rows of a match need not be together. Raises ArenaError that names file, line and column.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            matches = _matches(path, file)
    except UnicodeDecodeError:
        raise ArenaError(f"{path}: not UTF-8 text; expected a CSV file with the columns {', '.join(COLUMNS)}") from None
    except OSError as error:
        raise ArenaError(f"{path}: cannot be read: {error.strerror}") from None
    except csv.Error as error:
        raise ArenaError(f"{path}: not CSV: {error}") from None
    deals = tuple((tuple(scores), tuple(scores.values())) for scores in matches.values() if len(scores) > 1)
    if not deals:
        raise ArenaError(f"{path}: no match of two or more bots in it")
    alone = [match for match, scores in matches.items() if len(scores) == 1]
    words = f'{len(alone)} of {len(matches)} matches have one bot only and do not count ("{alone[0]}")' if alone else ""
    return Results(deals, deals, (words,) if alone else ())


def _matches(path: Path, lines: Iterable[str]) -> dict[str, dict[str, float]]:
    """By match, each bot's score."""
    rows = csv.reader(lines)
    header = [name.strip() for name in next(rows, [])]
    if not any(header):
        raise ArenaError(f"{path}: its first line is empty; expected the columns {', '.join(COLUMNS)}")
    places = [_place(path, header, column) for column in COLUMNS]
    found: dict[str, dict[str, float]] = {}
    for row in rows:
        line = rows.line_num
        if not row:
            continue
        if len(row) != len(header):
            raise ArenaError(f"{path}:{line}: expected {len(header)} values as in the first line, got {len(row)}")
        match, bot, score = (row[place].strip() for place in places)
        for column, value in (("match", match), ("bot", bot)):
            if not value:
                raise ArenaError(f"{path}:{line}: {column}: empty")
        scores = found.setdefault(match, {})
        if bot in scores:
            raise ArenaError(f'{path}:{line}: "{bot}" is in match "{match}" twice; one row a bot and match is expected')
        scores[bot] = _number(path, line, score)
    return found


def _place(path: Path, header: list[str], column: str) -> int:
    if column in header:
        return header.index(column)
    near = difflib.get_close_matches(column, header, n=1)
    advice = f'; did you mean "{near[0]}"?' if near else f"; its first line is: {','.join(header)[:60]}"
    raise ArenaError(f'{path}: no column "{column}" (needed: {", ".join(COLUMNS)}){advice}')


def _number(path: Path, line: int, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ArenaError(f'{path}:{line}: score: expected a number, got "{text}"')
    return value
