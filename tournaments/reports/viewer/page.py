"""The page of one match in a single file: style, program and rounds."""

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import Final

import msgspec

from protocol.text import Said
from tournaments.reports.viewer.document import document_of
from tournaments.results.replay import RoundView

PARTS: Final = files("tournaments.reports.viewer")
"""The folder of `viewer.css` and `viewer.js`, which the pages of `arena web` use too."""


def page(name: str, match: str, views: Iterable[RoundView], note: Said | str = "") -> str:
    """Return the file that shows the rounds `views` of a match; `name` is the tournament's.

    Its rounds are packed: a hundred thousand of them take some ten megabytes, and a browser unpacks what it shows.
    """
    document = document_of(name, match, views, note)
    chunks = msgspec.json.encode([b64encode(chunk).decode() for chunk in document.chunks]).decode()
    # a script's text ends at the first "</", whatever is around it
    head = document.head.decode().replace("</", "<\\/").replace("<!--", "<\\u0021--")
    style, program = (PARTS.joinpath(file).read_text(encoding="utf-8") for file in ("viewer.css", "viewer.js"))
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(program)}'; base-uri 'none'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(name)} · {escape(match)}</title><style>{style}</style></head><body class="file">'
        '<main id="viewer" class="viewer"></main>'
        f'<script type="application/json" id="match">{head}</script>'
        f'<script type="application/json" id="chunks">{chunks}</script><script type="module">{program}</script>'
        "</body></html>\n"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
