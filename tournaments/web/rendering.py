"""Pages from templates, in the language of the visitor."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from arena.language import LANGUAGES, Language, Paired, _, counted, in_language, term, told
from arena.shisanshui.rule_model import RuleSet
from tournaments.reports.words import card

COOKIE: Final = "language"
_YEAR_S: Final = 365 * 24 * 3600
_NAMES: Final[Mapping[Language, str]] = {"en": "English", "zh": "中文"}


def language_of(request: Request) -> Language:
    """Return the language that the visitor chose in the address or before, else the first known one of the browser."""
    for wanted in (request.query_params.get("lang"), request.cookies.get(COOKIE)):
        for language in LANGUAGES:
            if wanted == language:
                return language
    for part in request.headers.get("accept-language", "").lower().split(","):
        for language in LANGUAGES:
            if part.strip().startswith(language):
                return language
    return "en"


def rendered(template: str, language: Language, **values: Any) -> str:
    """Return a template filled in."""
    with in_language(language):
        return _environment().get_template(template).render(language=language, **values)


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Return a page in the visitor's language; a choice in the address is remembered."""
    language = language_of(request)
    others = {name: request.url.include_query_params(lang=name) for name in LANGUAGES if name != language}
    values |= {"others": {name: (_NAMES[name], f"?{url.query}") for name, url in others.items()}}
    values.setdefault("scripts", ())
    values["may_play"] = request.app.state.settings.allow_play
    response = HTMLResponse(rendered(template, language, **values), status)
    if request.query_params.get("lang") == language:
        response.set_cookie(COOKIE, language, max_age=_YEAR_S, samesite="lax")
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response


def _face(text: str) -> str:
    return told(card(text)[0])


def _rules_name(rules: RuleSet) -> str:
    return told(Paired(rules.name, rules.chinese))


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("tournaments.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"_": _, "counted": counted, "term": term}
    made.filters |= {"told": told, "html": Markup, "face": _face, "rules_name": _rules_name}
    return made
