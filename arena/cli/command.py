"""Commands that speak the language of the moment: `command` and `group` stand for those of click."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Final, Self

import click
from rich.cells import cell_len

from arena.cli.sheet_text import wrapped
from arena.language import LANGUAGES, VARIABLE, Language, _, language_of

OPTION: Final = "--lang"
_WIDEST_TERM: Final = 30
_VERBATIM: Final = "\b"
"""Click's mark before a paragraph whose lines are kept."""


def language_given(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """The language of a command line: its last `--lang`, else that of the environment.

    It is looked for before anything is parsed, since help and complaints are in it too.

    >>> language_given(["play", "--lang", "zh"], {}), language_given(["new", "--lang", "python"], {})
    ('zh', 'en')
    >>> language_given([], {})
    'en'
    """
    chosen = language_of(environment)
    for word, after in zip(arguments, [*arguments, ""][1:], strict=True):
        if word == "--":
            break
        value = after if word == OPTION else word.removeprefix(f"{OPTION}=")
        chosen = next((language for language in LANGUAGES if language == value), chosen)
    return chosen


class SpokenFormatter(click.HelpFormatter):
    """Breaks lines by columns of a terminal, of which a Chinese character takes two."""

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
        lines = paragraph.strip("\n").split("\n")
        if lines[0].strip() == _VERBATIM:
            yield from (f"{indent}{line}".rstrip() for line in lines[1:])
        else:
            words = " ".join(line.strip() for line in lines)
            yield from (f"{indent}{line}" for line in wrapped(words, self.width - self.current_indent))


class SpokenContext(click.Context):
    formatter_class = SpokenFormatter


class Spoken(click.Command):
    """A command whose help is looked up in the catalogues, and which takes `--lang`."""

    context_class = SpokenContext

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if all(parameter.name != "lang" for parameter in self.params):
            self.params.append(_language_option())

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super(Spoken, self._translated()).format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        return super(Spoken, self._translated()).get_short_help_str(limit)

    def _translated(self) -> Self:
        """The same command with everything that its help says in the language of the moment."""
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


def helped(words: str) -> str:
    """A command's help as it is looked up: without the margin that it has in the source.

    >>> helped("One line.\\n\\n    And more.")
    'One line.\\n\\nAnd more.'
    """
    return inspect.cleandoc(words).partition("\f")[0]


def _translation(words: str | None) -> str | None:
    return _(helped(words)) if words else words


def _translated_parameter(parameter: click.Parameter) -> click.Parameter:
    words = getattr(parameter, "help", None)
    if not isinstance(parameter, click.Option) or not words:
        return parameter
    spoken = copy(parameter)
    spoken.help = _(words)
    return spoken


def _language_option() -> click.Option:
    words = "Language of what is printed; ARENA_LANG or the locale decides when left out."
    assert VARIABLE in words
    return click.Option([OPTION], type=click.Choice(LANGUAGES), expose_value=False, help=words)
