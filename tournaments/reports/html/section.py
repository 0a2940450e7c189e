"""A section of the page under its heading."""

from tournaments.reports.html.markup import Markup, Words, both, esc, tag


def section(heading: Words, *inside: Markup) -> Markup:
    """Return the section."""
    return tag("section", tag("h2", both(heading)), *inside)


def fact(words: Words, *inside: Markup) -> Markup:
    """Return a line of small print."""
    return tag("p", both(words), *inside, class_="dim")


def code(text: str) -> Markup:
    """Return what a program prints or takes."""
    return tag("code", esc(text))
