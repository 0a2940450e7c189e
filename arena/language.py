"""The language of the terminal, and the catalogues of translations.

English is written in the code and is the key; `LANGUAGE/LC_MESSAGES/*.mo` in each package of the entry-point group
`arena.catalogues` holds the translations, compiled when the package is built. Only code that prints asks here:
everything below returns `protocol.text.Said`, and what is stored, exported or sent is English.
"""

import gettext
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from string import Formatter
from typing import Final, Literal, get_args

from arena.recognition import Recognizer, templates_of, without_quotations
from protocol.text import Counted, Listed, Said

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
VARIABLE: Final = "ARENA_LANG"
_SPACED_END, _CHINESE_START = re.compile(r"[\u4e00-\u9fff] $"), re.compile(r"[\u4e00-\u9fff]")
_CHINESE_END, _SPACED_START = re.compile(r"[\u4e00-\u9fff]$"), re.compile(r" [\u4e00-\u9fff]")
_LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")

_speaking: ContextVar[Language] = ContextVar("speaking", default="en")


def language_of(environment: Mapping[str, str]) -> Language:
    """Return the language of an environment: that of `ARENA_LANG`, else of its locale; English for any other.

    >>> language_of({"LANG": "zh_CN.UTF-8"}), language_of({"LANG": "zh_CN.UTF-8", "ARENA_LANG": "en"})
    ('zh', 'en')
    """
    wanted = environment.get(VARIABLE) or next((environment[name] for name in _LOCALES if environment.get(name)), "")
    return "zh" if wanted.lower().startswith("zh") else "en"


def spoken() -> Language:
    """Return the language in use."""
    return _speaking.get()


@contextmanager
def in_language(language: Language) -> Iterator[None]:
    """Speak this language within the block and this thread; click's own words stay as they are."""
    token = _speaking.set(language)
    try:
        yield
    finally:
        _speaking.reset(token)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak this language within the block, click's own words included."""
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
    """A name that brings its own Chinese, as hands and stored titles do; it is looked up in no catalogue.

    >>> told(Paired("gun", "打枪"), "zh"), told(Said("{one}!", one=Paired("gun", "打枪")), "en")
    ('打枪', 'gun!')
    """

    __slots__ = ("chinese",)

    def __init__(self, english: str, chinese: str) -> None:
        super().__init__(english)
        self.chinese = chinese


class Stored(Said):
    """An English sentence out of a record, which keeps no template; it is looked for when the sentence is told.

    >>> str(Stored("no answer within 150 ms"))
    'no answer within 150 ms'
    """


def public(text: str) -> Said | None:
    """Return an English sentence out of a record without what a bot wrote; None if no catalogue knows the sentence."""
    # the catalogue of any language but English has every template
    known = _recognizer("zh").said(text)
    return None if known is None else without_quotations(known)


def told(words: Said | str, language: Language | None = None) -> str:
    """Return the sentence with its holes filled, all in `language`, which is the one in use unless given.

    A hole called `strerror` holds the system's own words, which the catalogue translates too. A sentence without holes
    that no catalogue knows may be made of known ones: see `Stored`.
    """
    if not isinstance(words, Said):
        return words
    language = language or spoken()
    if isinstance(words, Paired):
        return words.chinese if language == "zh" else str(words)
    if isinstance(words, Stored):
        return _retold(words.template, language)
    if isinstance(words, Listed):
        return told(words.between, language).join(str(_filling(piece, language)) for piece in words.pieces)
    catalogue = _catalogue(language)
    if isinstance(words, Counted):
        template = catalogue.ngettext(words.one, words.many, words.number)
    else:
        template = catalogue.gettext(words.template) if words.template else ""
    if not words.values:
        return template if template != words.template else _retold(template, language)
    values = {hole: _filling(value, language) for hole, value in words.values.items()}
    if isinstance(values.get("strerror"), str):
        values["strerror"] = catalogue.gettext(str(values["strerror"]))
    return template.format(**values) if language == "en" else _filled(template, values)


def _filled(template: str, values: Mapping[str, object]) -> str:
    """Fill the holes of a translation; a space that sets Latin letters off from Chinese goes if both sides are Chinese.

    >>> _filled("应为 {what}，实为 {given}", {"what": "整数", "given": "x"})
    '应为整数，实为 x'
    """
    filled = value = ""
    for text, hole, form, conversion in Formatter().parse(template):
        spaced = _CHINESE_END.search(value) and _SPACED_START.match(text)
        filled += text[1:] if spaced else text
        value = ""
        if hole is not None:
            field = hole + (f"!{conversion}" if conversion else "") + (f":{form}" if form else "")
            value = f"{{{field}}}".format(**values)
            filled = filled[:-1] if _SPACED_END.search(text) and _CHINESE_START.match(value) else filled
            filled += value
    return filled


def _(template: str, /, **values: object) -> str:
    """Return the template in the language in use, with its holes filled."""
    return told(Said(template, **values))


def counted(number: int, one: str, many: str, /, **values: object) -> str:
    """Return a number of things in the language in use; `{number}` in both templates is the count."""
    return told(Counted(number, one, many, **values))


def term(english: str, chinese: str) -> str:
    """Return a term that players know by its Chinese name: both in English, the Chinese alone in Chinese.

    >>> term("gun", "打枪")
    'gun 打枪'
    """
    return told(Paired(f"{english} {chinese}", chinese))


def _retold(text: str, language: Language) -> str:
    known = _recognizer(language).said(text) if language != "en" else None
    if known is None or known.template == text:
        return _catalogue(language).gettext(text) if text else ""
    return told(known, language)


def _filling(value: object, language: Language) -> object:
    return told(value, language) if isinstance(value, Said) else value


@cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    """Return all catalogues of a language as one."""
    found = gettext.NullTranslations()
    for file in _files(language):
        with file.open("rb") as content:
            catalogue = gettext.GNUTranslations(content)
        catalogue.add_fallback(found)
        found = catalogue
    return found


@cache
def _recognizer(language: Language) -> Recognizer:
    return Recognizer(template for file in _files(language) for template in templates_of(file))


def _files(language: Language) -> Iterator[Path]:
    for point in sorted(entry_points(group="arena.catalogues"), key=lambda point: point.name):
        spec = find_spec(point.value)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            yield from sorted(Path(folder, language, "LC_MESSAGES").glob("*.mo"))
