"""Pieces of HTML. What authors wrote, names above all, passes through `esc` and nowhere else into the page."""

import html
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NewType

from arena.language import LANGUAGES, Language, in_language, told
from protocol.text import Said

Markup = NewType("Markup", str)
"""Text that is HTML already."""
PageOf = Callable[[str], str]
"""Gives the address of the page of what has this name; none where it has no page."""
Words = Said | str | Callable[[], str]
"""A sentence, or a function that makes one in the language in use."""


def esc(text: object) -> Markup:
    """Return text as HTML."""
    return Markup(html.escape(str(text)))


def both(words: Words, name: str = "span", **attributes: object) -> Markup:
    """Return words in every language, each in an element of its own; the page shows the one its reader chose.

    Words that are the same in every language are written once.
    """
    found = {language: _said(words, language) for language in LANGUAGES}
    if len(set(found.values())) == 1:
        [same] = set(found.values())
        return tag(name, esc(same), **attributes) if attributes else esc(same)
    return join(tag(name, esc(text), lang=language, **attributes) for language, text in found.items())


def _said(words: Words, language: Language) -> str:
    if callable(words):
        with in_language(language):
            return words()
    return told(words, language)


def no_page(_name: str) -> str:
    """Stands for pages where there are none."""
    return ""


def linked(name: str, page_of: PageOf) -> Markup:
    """Return a name, as a link where it has a page."""
    address = page_of(name)
    return tag("a", esc(name), href=address) if address else esc(name)


def tag(name: str, *inside: Markup, **attributes: object) -> Markup:
    """Return an element; `class_` stands for class, other underscores for hyphens."""
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{esc(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{written}>{''.join(inside)}</{name}>")


def join(parts: Iterable[Markup], between: str = "") -> Markup:
    return Markup(between.join(parts))


def grid(heads: Sequence[Markup], lines: Iterable[Sequence[Markup]], right: Collection[int] = ()) -> Markup:
    """Return a table; columns in `right` hold numbers."""

    def row(kind: str, cells: Sequence[Markup]) -> Markup:
        return tag("tr", *(tag(kind, cell, **_number(place in right)) for place, cell in enumerate(cells)))

    body = tag("tbody", *(row("td", line) for line in lines))
    return tag("div", tag("table", tag("thead", row("th", heads)), body), class_="scroll", tabindex=0)


def _number(it_is: bool) -> dict[str, Any]:
    return {"class_": "n"} if it_is else {}
