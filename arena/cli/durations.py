"""Durations as options of a command."""

import click

from arena.errors import ArenaError
from arena.records.settings import milliseconds


class Duration(click.ParamType[str]):
    """Text such as `500ms` or `2s`, checked and passed on as it is."""

    name = "time"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            milliseconds(value, "")
        except ArenaError as error:
            self.fail(str(error).removeprefix(": "), param, ctx)
        return value
