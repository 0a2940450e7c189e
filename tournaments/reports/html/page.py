"""The whole page."""

from collections.abc import Mapping
from typing import Final

from arena.language import LANGUAGES, Language, spoken
from tournaments.reports.html.head import fairness, head
from tournaments.reports.html.markup import Markup, esc, tag
from tournaments.reports.html.play import draw, fouls, luck, meetings, strikes
from tournaments.reports.html.rounds import biggest
from tournaments.reports.html.standings import differences, ranking, ratings, standings
from tournaments.reports.html.style import STYLE
from tournaments.results.details import Details
from tournaments.results.summary import Summary

_NAMES: Final[Mapping[Language, str]] = {"en": "English", "zh": "中文"}


def page(summary: Summary, details: Details) -> str:
    """Return the report as one HTML document that loads nothing from elsewhere.

    It opens in the language in use; its reader can choose the other.
    """
    main = tag(
        "main",
        head(summary),
        ranking(summary),
        draw(summary),
        standings(summary),
        ratings(summary),
        differences(summary),
        luck(summary, details),
        meetings(summary, details),
        fouls(details),
        strikes(summary),
        biggest(details),
        fairness(summary),
    )
    return (
        f'<!doctype html>\n<html lang="{spoken()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{esc(summary.cup.name)}</title><style>{STYLE}</style></head>\n<body>{_languages()}{main}</body></html>\n"
    )


def _languages() -> Markup:
    """The switch between the languages: what `style.py` shows follows which of these is checked."""
    chosen = {language: " checked" if language == spoken() else "" for language in LANGUAGES}
    choices = "".join(
        f'<input type="radio" name="language" id="{language}"{mark} hidden>' for language, mark in chosen.items()
    )
    labels = "".join(f'<label for="{language}">{_NAMES[language]}</label>' for language in LANGUAGES)
    return Markup(f'{choices}<nav class="language">{labels}</nav>')
