"""The name of every file and folder that a cup has in its folder."""

from pathlib import Path
from typing import Final

RUNS: Final = Path("runs")
"""Where each cup has its folder unless another is given."""
RESULTS: Final = "results.sqlite"
"""The store."""
SIDES: Final = ("-journal", "-wal", "-shm")
"""What SQLite adds to a database's name for what it keeps beside it."""
COMMITMENT: Final = "commitment.json"
"""What is published of a secret that was drawn before the tournament began, and when."""
SECRET: Final = ".secret"
"""The secret itself, until the store has it."""
LOCK: Final = ".lock"
EVENTS: Final = "events.jsonl"
LIVE: Final = "live"
"""The folder of what may be seen of the tables in play, a file for each; empty when nothing is played."""
STANDINGS_CSV: Final = "standings.csv"
ELO_CSV: Final = "elo.csv"
REPORT_MD: Final = {"en": "report.md", "zh": "report.zh.md"}
"""By language."""
REPORT_HTML: Final = "report.html"
"""In both languages."""
REPORTS: Final = (STANDINGS_CSV, ELO_CSV, *REPORT_MD.values(), REPORT_HTML)
PAGE: Final = "match.html"
"""The match of `arena play --show`, to look at."""
LOGS: Final = "logs"
"""The folder of what bots and referees print; in it a folder for each match, named by the match's id."""
REFEREE_LOG: Final = "referee.log"
"""In a match's folder of logs, beside the output of each bot."""
ONLY_MATCH: Final = "s1t1"
"""The id of the one match in a record of `arena play`."""
TRACE: Final = "trace.jsonl"
"""In a match's folder of logs, where the tournament keeps traces."""


def draft_of(file: Path) -> Path:
    """Return where a database is written before it takes its name.

    >>> draft_of(Path("runs/cup/results.sqlite")).name
    'results.sqlite.new'
    """
    return file.with_name(f"{file.name}.new")


def report_draft_of(file: Path) -> Path:
    """Return where a report is written before it takes its name.

    >>> report_draft_of(Path("runs/cup/report.md")).name
    '.report.md.new'
    """
    return file.with_name(f".{file.name}.new")


def kept_of(results: Path, version: int) -> Path:
    """Return where a store of that version is kept when it is brought up to date.

    >>> kept_of(Path("runs/cup/results.sqlite"), 1).name
    'results.sqlite.v1.bak'
    """
    return results.with_name(f"{results.name}.v{version}.bak")


def beside(database: Path) -> list[Path]:
    """Return the files that SQLite may keep beside a database."""
    return [database.with_name(database.name + side) for side in SIDES]


def begun_names() -> frozenset[str]:
    """Return every name that a run may have written before its store was whole, or left after the store was deleted.

    Where a folder holds only these and no store, a tournament can be begun in it anew.
    """
    stores = [Path(RESULTS), draft_of(Path(RESULTS))]
    databases = [path.name for store in stores for path in (store, *beside(store))]
    drafts = [report_draft_of(Path(name)).name for name in REPORTS]
    committed = [name for file in (COMMITMENT, SECRET) for name in (file, f"{file}.new")]
    return frozenset({*databases, *drafts, *committed, LOCK, EVENTS, LIVE, LOGS, *REPORTS})
