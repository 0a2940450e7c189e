"""Write reports to disk; each appears whole or not at all."""

import os
from pathlib import Path

from arena.language import LANGUAGES, Language, in_language
from tournaments.layout import ELO_CSV, REPORT_HTML, REPORT_MD, STANDINGS_CSV, report_draft_of
from tournaments.reports.html.page import page
from tournaments.reports.markdown.report import markdown
from tournaments.reports.sheets import elo_csv, standings_csv
from tournaments.results.details import Details
from tournaments.results.summary import Summary


def write_atomically(path: Path, text: str) -> None:
    """Replace the file at once: a reader sees the old text or the new, and a crash leaves one of them."""
    draft = report_draft_of(path)
    with draft.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def write_reports(summary: Summary, details: Details, folder: Path) -> None:
    """Write every report of a finished tournament into its folder."""
    for name, text in report_texts(summary, details).items():
        write_atomically(folder / name, text)


def report_texts(summary: Summary, details: Details) -> dict[str, str]:
    """Return every report of a finished tournament by its file's name: text in each language, the page in both."""
    return {
        STANDINGS_CSV: standings_csv(summary),
        ELO_CSV: elo_csv(summary),
        **{REPORT_MD[language]: _markdown(summary, details, language) for language in LANGUAGES},
        REPORT_HTML: page(summary, details),
    }


def _markdown(summary: Summary, details: Details, language: Language) -> str:
    with in_language(language):
        return markdown(summary, details)
