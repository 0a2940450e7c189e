"""The whole page."""

from tournaments.reports.html.head import fairness, head
from tournaments.reports.html.markup import Markup, esc, tag
from tournaments.reports.html.play import draw, luck, meetings, strikes
from tournaments.reports.html.rounds import biggest
from tournaments.reports.html.standings import differences, ranking, ratings, standings
from tournaments.reports.html.style import STYLE
from tournaments.results.details import Details
from tournaments.results.summary import Summary

_LANGUAGES = Markup(
    '<input type="radio" name="language" id="en" checked hidden><input type="radio" name="language" id="zh" hidden>'
    '<nav class="language"><label for="en">English</label><label for="zh">中文</label></nav>'
)


def page(summary: Summary, details: Details) -> str:
    """Return the report as one HTML document that loads nothing from elsewhere."""
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
        strikes(summary),
        biggest(details),
        fairness(summary),
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{esc(summary.cup.name)}</title><style>{STYLE}</style></head>\n<body>{_LANGUAGES}{main}</body></html>\n"
    )
