"""Reports on the disk: each appears whole or not at all."""

import os
from pathlib import Path
from typing import Final

from arena.language import LANGUAGES, Language, in_language
from tournaments.reports.html.page import page
from tournaments.reports.markdown.report import markdown
from tournaments.reports.sheets import elo_csv, standings_csv
from tournaments.results.details import Details
from tournaments.results.summary import Summary

REPORTS: Final = ("standings.csv", "elo.csv", "report.md", "report.zh.md", "report.html")


def write_atomically(path: Path, text: str) -> None:
    """Replace the file at once: a reader sees the old text or the new, and a crash leaves one of them."""
    draft = path.with_name(f".{path.name}.new")
    with draft.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def write_reports(summary: Summary, details: Details, folder: Path) -> None:
    """Write every report of a finished tournament into its folder: text in each language, the page in both."""
    pages = [_markdown(summary, details, language) for language in LANGUAGES]
    texts = (standings_csv(summary), elo_csv(summary), *pages, page(summary, details))
    for name, text in zip(REPORTS, texts, strict=True):
        write_atomically(folder / name, text)


def _markdown(summary: Summary, details: Details, language: Language) -> str:
    with in_language(language):
        return markdown(summary, details)
