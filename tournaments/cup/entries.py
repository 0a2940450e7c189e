"""What a tournament file says of its bots and its rule set, against what a record says of them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from arena.records.job import BotProgram
from arena.remote.keys import digest_of_key, is_key
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import load_rules, rule_names
from protocol.text import Said
from tournaments.cup.cup import Cup
from tournaments.cup.file import BotSection, file_of_text, with_base

_COMMAND: Final = b"command "
"""How the manifest of a bare command begins."""


def entry_differences(text: str, cup: Cup) -> Iterator[Said]:
    """Yield where `cup`, as recorded, differs from the text of its file in bots, ratings and rules.

    A bot's folder is not looked at: names and versions in its `bot.toml` are not known here. Raises TypedError for a
    text that is no tournament file.
    """
    file = file_of_text(text)
    if len(file.bots) != len(cup.bots):
        yield Said("{stored} bots, in the tournament file {written}", stored=len(cup.bots), written=len(file.bots))
        return
    for section, bot, rating in zip(file.bots, cup.bots, cup.ratings, strict=True):
        for key in _wrong(section, bot, rating):
            yield Said("bot {bot}: {key}: differs from the tournament file", bot=bot.name, key=key)
    first: dict[tuple[str, str], BotProgram] = {}
    for bot in cup.bots:
        same = first.setdefault((bot.folder, bot.digest), bot)
        if bot.built is not None and (bot.version, bot.author) != (same.version, same.author):
            yield Said("bot {bot}: same files as {other}, another version or author", bot=bot.name, other=same.name)
    yield from _rules(cup)


def _wrong(section: BotSection, bot: BotProgram, rating: float) -> Iterator[str]:
    """Yield the keys in which a bot is not what its section says."""
    if section.name is not None and bot.name != section.name:
        yield "name"
    if section.elo != rating:
        yield "rating"
    if bot.remote if section.remote is None else not _is_remote(section.remote, bot):
        yield "remote"
    if section.command is not None and not _is_command(section.command, bot):
        yield "command"
    if (section.command or section.remote) and (bot.version or bot.author or bot.built is not None):
        yield "version"
    if section.bot is not None and not _is_of_library(section.bot, bot):
        yield "bot"
    if section.path is not None and section.name is None and not bot.name:
        yield "path"


def _is_remote(wanted: str, bot: BotProgram) -> bool:
    """Whether the bot is known by a key that may be `wanted`, which is a key or the file of one."""
    return bot.digest == digest_of_key(bot.remote) and (wanted == bot.remote or not is_key(wanted))


def _is_command(wanted: list[str], bot: BotProgram) -> bool:
    """Whether the bot is that command, whose program the record has by its absolute path."""
    head = _COMMAND + json.dumps(wanted).encode() + b"\n"
    submitted = not bot.manifest or bot.manifest.startswith(head)
    return wanted == bot.command or (bot.command[1:] == wanted[1:] and submitted)


def _is_of_library(wanted: str, bot: BotProgram) -> bool:
    """Whether the bot is `author/name@version`, or `author/name`, whose folder is called after its digest."""
    _, _, version = wanted.partition("@")
    return (not version or version.lower() == bot.version.lower()) and Path(bot.folder).name == bot.digest


def _rules(cup: Cup) -> Iterator[Said]:
    """Compare a rule set that is recorded in full with the arena's own of that name; a file's is not known here."""
    section = cup.tournament
    if section.base is not None and cup.rules.get("base") != section.base:
        yield Said("rules: the base differs from the tournament file")
    if section.rules in rule_names():
        own = Shisanshui(with_base(load_rules(section.rules), section.base), cup.match.on_late).rules()
        keys = [key for key in sorted(own | cup.rules) if own.get(key) != cup.rules.get(key)]
        for key in keys:
            yield Said('rules: {key}: differs from the rule set "{name}"', key=key, name=section.rules)
