"""Sentences that are stored in English, found again by their templates so that they can be told in another language."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Final

from protocol.text import Counted, Said

_NOTHING: Final[Mapping[str, Sequence[Said]]] = {}


def recognised(words: str, templates: Sequence[Said], inside: Mapping[str, Sequence[Said]] = _NOTHING) -> Said | str:
    """The first of `templates` that `words` may have been made of, its holes filled with what stands there.

    `inside` has, by hole, the templates of what may fill it; anything else is a name or a figure. Told in English it is
    `words` again, whatever a bot is called; words of an arena that said it differently are left as they are.

    >>> recognised("2 of 9", [Said("{some} of {all}")]).values
    {'some': '2', 'all': '9'}
    """
    for template in templates:
        for form in _forms(template):
            found = _pattern(form).fullmatch(words)
            if found is not None:
                holes = {hole: recognised(text, inside.get(hole, ())) for hole, text in found.groupdict().items()}
                return _filled(template, holes)
    return words


def _forms(template: Said) -> tuple[str, ...]:
    return (template.one, template.many) if isinstance(template, Counted) else (template.template,)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """The template as a pattern: a hole takes as little as it can, and `number` is the count of a plural."""
    parts = (
        re.escape(text) + ("" if hole is None else f"(?P<{hole}>{'[0-9,]+' if hole == 'number' else '.+?'})")
        for text, hole, _, _ in Formatter().parse(template)
    )
    return re.compile("".join(parts), re.DOTALL)


def _filled(template: Said, holes: dict[str, Said | str]) -> Said:
    if not isinstance(template, Counted):
        return Said(template.template, **holes)
    number = int(str(holes.pop("number")).replace(",", ""))
    return Counted(number, template.one, template.many, **holes)
