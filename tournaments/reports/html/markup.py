"""Pieces of HTML. What authors wrote, names above all, passes through `esc` and nowhere else into the page."""

import html
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NewType

Markup = NewType("Markup", str)
"""Text that is HTML already."""


def esc(text: object) -> Markup:
    """Any text as HTML."""
    return Markup(html.escape(str(text)))


def both(english: str, chinese: str) -> Markup:
    """Words of which the page shows the language that its reader chose."""
    return Markup(f'<span lang="en">{esc(english)}</span><span lang="zh">{esc(chinese)}</span>')


def tag(name: str, *inside: Markup, **attributes: object) -> Markup:
    """An element; `class_` stands for class, other underscores for hyphens."""
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{esc(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{written}>{''.join(inside)}</{name}>")


def join(parts: Iterable[Markup], between: str = "") -> Markup:
    return Markup(between.join(parts))


def grid(heads: Sequence[Markup], lines: Iterable[Sequence[Markup]], right: Collection[int] = ()) -> Markup:
    """A table; columns in `right` hold numbers."""

    def row(kind: str, cells: Sequence[Markup]) -> Markup:
        return tag("tr", *(tag(kind, cell, **_number(place in right)) for place, cell in enumerate(cells)))

    body = tag("tbody", *(row("td", line) for line in lines))
    return tag("div", tag("table", tag("thead", row("th", heads)), body), class_="scroll")


def _number(it_is: bool) -> dict[str, Any]:
    return {"class_": "n"} if it_is else {}
