"""Commands whose help and messages are in the language in use: `command` and `group` stand in for those of click."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from gettext import gettext
from itertools import zip_longest
from typing import Any, Final, Self

import click
from rich.cells import cell_len

from arena.cli.terminal.sheet_text import wrapped
from arena.errors import UsageError
from arena.language import LANGUAGES, VARIABLE, Language, _, language_of, speaking

OPTION: Final = "--lang"
_CHINESE: Final = "--zh"
"""Short for `--lang zh` where a command has it."""
_WIDEST_TERM: Final = 30
_FULL_STOP: Final = "。"
"""After it there is no space."""
_VERBATIM: Final = "\b\n"
"""Click's mark before a paragraph whose lines are kept."""


def language_given(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """Return the language of a command line: its last `--lang`, else that of the environment.

    It is needed before anything is parsed, for help and for click's complaints.

    >>> language_given(["play", "--lang", "zh"], {}), language_given(["new", "--lang", "python"], {})
    ('zh', 'en')
    >>> language_given([], {})
    'en'
    """
    chosen = language_of(environment)
    for word, after in zip_longest(arguments, arguments[1:], fillvalue=""):
        if word == "--":
            break
        value = "zh" if word == _CHINESE else after if word == OPTION else word.removeprefix(f"{OPTION}=")
        chosen = next((language for language in LANGUAGES if language == value), chosen)
    return chosen


class SpokenFormatter(click.HelpFormatter):
    """Breaks lines by terminal columns, of which a Chinese character takes two."""

    def write_heading(self, heading: str) -> None:
        self.write(f"{' ' * self.current_indent}{_('{heading}:', heading=heading)}\n")

    def write_text(self, text: str) -> None:
        self.write("\n\n".join("\n".join(self._lines(each)) for each in text.split("\n\n")) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = _WIDEST_TERM, col_spacing: int = 2) -> None:
        rows = list(rows)
        indent = " " * self.current_indent
        column = min(max(cell_len(term) for term, _text in rows), col_max) + col_spacing
        for term, text in rows:
            first, *more = wrapped(text, max(self.width - column - col_spacing, 10))
            if not text:
                self.write(f"{indent}{term}\n")
            elif cell_len(term) <= column - col_spacing:
                self.write(f"{indent}{term}{' ' * (column - cell_len(term))}{first}\n")
            else:
                self.write(f"{indent}{term}\n{indent}{' ' * column}{first}\n")
            self.write("".join(f"{indent}{' ' * column}{line}\n" for line in more))

    def _lines(self, paragraph: str) -> Iterator[str]:
        indent = " " * self.current_indent
        if paragraph.startswith(_VERBATIM):
            lines = paragraph.removeprefix(_VERBATIM).rstrip("\n").split("\n")
        else:
            words = " ".join(line.strip() for line in paragraph.strip("\n").split("\n"))
            lines = wrapped(words, self.width - self.current_indent)
        yield from (f"{indent}{line}".rstrip() for line in lines)


class _Missing(click.MissingParameter):
    """As click says it, with the full stop of the language."""

    def format_message(self) -> str:
        assert self.param is not None
        name, more = self.param.get_error_hint(self.ctx), self.param.type.get_missing_message(self.param, self.ctx)
        is_argument = self.param.param_type_name == "argument"
        said = _("Missing argument {name}.", name=name) if is_argument else _("Missing option {name}.", name=name)
        space = "" if said.endswith(_FULL_STOP) else " "
        return f"{said}{space}{more}" if more else said


class SpokenContext(click.Context):
    formatter_class = SpokenFormatter


class Spoken(click.Command):
    """A command whose help is looked up in the catalogues, and which takes `--lang`."""

    context_class = SpokenContext

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if all(parameter.name != "lang" for parameter in self.params):
            self.params.append(_language_option())

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse an option that is given twice, of which click would silently take the last."""
        given = self.make_parser(ctx).parse_args(args=list(args))[2]
        options = [each for each in given if isinstance(each, click.Option) and not (each.multiple or each.is_flag)]
        if twice := [option for number, option in enumerate(options) if option in options[:number]]:
            raise UsageError("{option}: given twice", option=twice[0].opts[-1])
        try:
            return super().parse_args(ctx, args)
        except click.MissingParameter as missing:
            raise _Missing(missing.message, missing.ctx, missing.param) from None

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super(Spoken, self._translated()).format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        return super(Spoken, self._translated()).get_short_help_str(limit)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option = copy(option)  # click keeps one, in the language in which it was first asked for
            option.help = gettext("Show this message and exit.")
        return option

    def _translated(self) -> Self:
        """Return the same command with its help in the language in use."""
        spoken = copy(self)
        spoken.help, spoken.short_help, spoken.epilog = map(_translation, (self.help, self.short_help, self.epilog))
        spoken.params = [_translated_parameter(parameter) for parameter in self.params]
        return spoken


class SpokenGroup(Spoken, click.Group):
    """The same for a group; its subcommands speak too."""

    command_class = Spoken
    group_class = type


def command(**attributes: Any) -> Callable[[Callable[..., Any]], Spoken]:
    """As `click.command`."""
    return click.command(cls=Spoken, **attributes)


def group(**attributes: Any) -> Callable[[Callable[..., Any]], SpokenGroup]:
    """As `click.group`."""
    return click.group(cls=SpokenGroup, **attributes)


def chinese_option() -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Take `--zh` as short for `--lang zh`."""
    return click.option(
        _CHINESE,
        is_flag=True,
        expose_value=False,
        callback=lambda context, _parameter, given: _speak(context, "zh" if given else None),
        help="Short for --lang zh.",
    )


def paragraphs(words: str) -> list[str]:
    """Return the paragraphs of a command's help as they are looked up: without margins, those of prose on one line.

    So the source may be wrapped differently without a translation getting lost.

    >>> paragraphs("One line.\\n\\n    And\\n    more.\\n\\n    \\b\\n    a  1\\n    b  2")
    ['One line.', 'And more.', 'a  1\\nb  2']
    """
    return [each for _mark, each in _paragraphs(words)]


def _paragraphs(words: str) -> Iterator[tuple[str, str]]:
    for each in inspect.cleandoc(words).partition("\f")[0].split("\n\n"):
        if each.startswith(_VERBATIM):
            yield _VERBATIM, each.removeprefix(_VERBATIM)
        else:
            yield "", " ".join(each.split("\n"))


def _translation(words: str | None) -> str | None:
    return "\n\n".join(mark + _(each) for mark, each in _paragraphs(words)) if words else words


def _translated_parameter(parameter: click.Parameter) -> click.Parameter:
    words = getattr(parameter, "help", None)
    if not isinstance(parameter, click.Option) or not words:
        return parameter
    spoken = copy(parameter)
    spoken.help = _(words)
    return spoken


def _language_option() -> click.Option:
    words = "Language of the output; ARENA_LANG or the locale when left out."
    assert VARIABLE in words
    return click.Option(
        [OPTION],
        type=click.Choice(LANGUAGES),
        is_eager=True,
        expose_value=False,
        callback=lambda context, _parameter, given: _speak(context, given),
        help=words,
    )


def _speak(context: click.Context, language: Language | None) -> None:
    """Speak the language until the command is done, for one that is called without the command line being scanned."""
    if language is not None:
        context.with_resource(speaking(language))
