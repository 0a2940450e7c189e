"""Results from anywhere: a CSV file with the columns match, bot and score, and table where there is one."""

import csv
import math
from collections.abc import Hashable, Iterable
from pathlib import Path

import msgspec

from arena.errors import ArenaError
from protocol.text import Listed, Said, did_you_mean
from tournaments.ratings.caveats import ALONE, filled
from tournaments.ratings.choice_sets import Deal

COLUMNS = ("match", "bot", "score")
TABLE = "table"
"""The column that may be there besides: which table a match was played at, where several were."""


class Results(msgspec.Struct, frozen=True):
    """The results to rate, and warnings about what was left out."""

    deals: tuple[tuple[Deal, ...], ...]
    """Every result of two or more bots, table by table."""
    tables: tuple[Deal, ...]
    """The tables at which the deals were played, in order; in a file without tables they are the same."""
    warnings: tuple[str, ...]


def read_results(path: Path) -> Results:
    """Read `path`, which has a row for each bot of a match; a higher score is better, other columns are ignored.

    The rows of a match need not be together, nor the matches of a table. Raises ArenaError that names file, line and
    column.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            matches, at = _matches(path, file)
    except UnicodeDecodeError:
        raise ArenaError(
            "{path}: not UTF-8 text; expected a CSV file with the columns {columns}",
            path=path,
            columns=", ".join(COLUMNS),
        ) from None
    except OSError as error:
        raise ArenaError("{path}: cannot be read: {reason}", path=path, reason=error.strerror) from None
    except csv.Error as error:
        raise ArenaError("{path}: not CSV: {error}", path=path, error=error) from None
    by_table: dict[Hashable, list[Deal]] = {}
    deals: list[Deal] = []
    for match, scores in matches.items():
        if len(scores) > 1:
            deals.append((tuple(scores), tuple(scores.values())))
            by_table.setdefault(("table", at[match]) if at[match] else ("match", match), []).append(deals[-1])
    if not deals:
        raise ArenaError("{path}: no match of two or more bots in it", path=path)
    alone = [match for match, scores in matches.items() if len(scores) == 1]
    warnings = (filled(ALONE, count=len(alone), all=len(matches), match=alone[0]),) if alone else ()
    return Results(tuple(map(tuple, by_table.values())), tuple(deals), warnings)


def _matches(path: Path, lines: Iterable[str]) -> tuple[dict[str, dict[str, float]], dict[str, str]]:
    """Return by match each bot's score, and the table, which is empty where the file does not say."""
    rows = csv.reader(lines)
    header = [name.strip() for name in next(rows, [])]
    if not any(header):
        raise ArenaError(
            "{path}: its first line is empty; expected the columns {columns}", path=path, columns=", ".join(COLUMNS)
        )
    places = [_place(path, header, column) for column in COLUMNS]
    found: dict[str, dict[str, float]] = {}
    at: dict[str, str] = {}
    for row in rows:
        line = rows.line_num
        if not row:
            continue
        if len(row) != len(header):
            raise ArenaError(
                "{path}:{line}: expected {count} values as in the first line, got {found}",
                path=path,
                line=line,
                count=len(header),
                found=len(row),
            )
        match, bot, score = (row[place].strip() for place in places)
        for column, value in (("match", match), ("bot", bot)):
            if not value:
                raise ArenaError("{path}:{line}: {column}: empty", path=path, line=line, column=column)
        table = row[header.index(TABLE)].strip() if TABLE in header else ""
        if at.setdefault(match, table) != table:
            raise ArenaError(
                '{path}:{line}: table: match "{match}" is at "{table}" here and at "{other}" above',
                path=path,
                line=line,
                match=match,
                table=table,
                other=at[match],
            )
        scores = found.setdefault(match, {})
        if bot in scores:
            raise ArenaError(
                '{path}:{line}: "{bot}" is in match "{match}" twice; one row a bot and match is expected',
                path=path,
                line=line,
                bot=bot,
                match=match,
            )
        scores[bot] = _number(path, line, score)
    return found, at


def _place(path: Path, header: list[str], column: str) -> int:
    if column in header:
        return header.index(column)
    first_line = Said("its first line is: {line}", line=",".join(header)[:60])
    raise ArenaError(
        '{file}: no column "{column}" (needed: {columns}); {advice}',
        file=path,
        column=column,
        columns=Listed(COLUMNS),
        advice=did_you_mean(column, header) or first_line,
    )


def _number(path: Path, line: int, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ArenaError('{path}:{line}: score: expected a number, got "{text}"', path=path, line=line, text=text)
    return value
