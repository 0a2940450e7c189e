"""The one language that the command speaks, and the catalogues that say things in it.

English is written in the code and is the key; `locale/*/LC_MESSAGES/*.mo` beside each package of the entry-point group
`arena.catalogues` holds the rest, compiled when the package is built. Only what prints asks here: everything below
gives `protocol.text.Said`, and what is stored, exported or sent is English.
"""

import gettext
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, get_args

from protocol.text import Counted, Said

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
VARIABLE: Final = "ARENA_LANG"
_LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")

_speaking: ContextVar[Language] = ContextVar("speaking", default="en")


def language_of(environment: Mapping[str, str]) -> Language:
    """The language that an environment asks for: `ARENA_LANG`, else that of its locale; English for any other.

    >>> language_of({"LANG": "zh_CN.UTF-8"}), language_of({"LANG": "zh_CN.UTF-8", "ARENA_LANG": "en"})
    ('zh', 'en')
    """
    wanted = environment.get(VARIABLE) or next((environment[name] for name in _LOCALES if environment.get(name)), "")
    return "zh" if wanted.lower().startswith("zh") else "en"


def spoken() -> Language:
    """The language of the moment."""
    return _speaking.get()


@contextmanager
def in_language(language: Language) -> Iterator[None]:
    """Within it, and in its thread alone, everything said here is in that language; what click says is not."""
    token = _speaking.set(language)
    try:
        yield
    finally:
        _speaking.reset(token)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Within it everything that is printed is in that language, what click itself says included."""
    before = os.environ.get("LANGUAGE")
    gettext.bindtextdomain("messages", str(Path(__file__).parent / "locale"))
    os.environ["LANGUAGE"] = language  # the only place in which gettext, and so click, looks
    try:
        with in_language(language):
            yield
    finally:
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


class Paired(Said):
    """A name that brings its own Chinese, as those of hands and stored titles do; no catalogue is asked for it.

    >>> told(Paired("gun", "打枪"), "zh"), told(Said("{one}!", one=Paired("gun", "打枪")), "en")
    ('打枪', 'gun!')
    """

    __slots__ = ("chinese",)

    def __init__(self, english: str, chinese: str) -> None:
        super().__init__(english)
        self.chinese = chinese


def told(words: Said | str, language: Language | None = None) -> str:
    """A sentence with its holes filled, all of it in that language, or else in the language of the moment."""
    if not isinstance(words, Said):
        return words
    language = language or spoken()
    if isinstance(words, Paired):
        return words.chinese if language == "zh" else str(words)
    catalogue = _catalogue(language)
    if isinstance(words, Counted):
        template = catalogue.ngettext(words.one, words.many, words.number)
    else:
        template = catalogue.gettext(words.template) if words.template else ""
    if not words.values:
        return template
    return template.format(
        **{hole: told(value, language) if isinstance(value, Said) else value for hole, value in words.values.items()}
    )


def _(template: str, /, **values: object) -> str:
    """The template in the language of the moment, with its holes filled."""
    return told(Said(template, **values))


def counted(number: int, one: str, many: str, /, **values: object) -> str:
    """So many of something in the language of the moment; `{number}` in both templates is the count."""
    return told(Counted(number, one, many, **values))


@cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    """All catalogues of a language as one."""
    found = gettext.NullTranslations()
    if language == "en":
        return found
    for point in sorted(entry_points(group="arena.catalogues"), key=lambda point: point.name):
        spec = find_spec(point.value)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            for file in sorted(Path(folder, language, "LC_MESSAGES").glob("*.mo")):
                with file.open("rb") as content:
                    catalogue = gettext.GNUTranslations(content)
                catalogue.add_fallback(found)
                found = catalogue
    return found
