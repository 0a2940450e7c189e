"""Whether a tournament that was begun may go on: only when nothing that decides it has changed since."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from arena.records.job import BotProgram
from arena.records.manifest import changes
from tournaments.cup.cup import Cup

_ABSENT = object()
_MOST_SHOWN: Final = 100
"""Letters of a value; a rule set's notes have whole paragraphs."""


def differences(begun: Cup, given: Cup) -> list[str]:
    """What has changed since the tournament was begun, each as a line that names the key or the bot; empty if nothing.

    Where a bot's folder lies does not matter: its digest says what is in it.
    """
    found: list[str] = []
    for section in ("tournament", "match", "stages", "rules"):
        old, new = (msgspec.to_builtins(getattr(cup, section)) for cup in (begun, given))
        found += _changes(section, old, new)
    return [*found, *_bot_changes(begun, given)]


def _changes(key: str, old: Any, new: Any) -> Iterator[str]:
    if isinstance(old, dict) and isinstance(new, dict):
        for name in sorted(old.keys() | new.keys()):
            yield from _changes(f"{key}.{name}", old.get(name, _ABSENT), new.get(name, _ABSENT))
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from _changes(f"{key}[{index}]", before, after)
    elif old != new:
        was, now = _shown(old), _shown(new)
        long = max(len(was), len(now)) > _MOST_SHOWN
        yield f"{key}: is another than it was" if long else f"{key}: was {was}, is {now}"


def _shown(value: Any) -> str:
    return "absent" if value is _ABSENT or value is None else msgspec.json.encode(value).decode()


def _bot_changes(begun: Cup, given: Cup) -> Iterator[str]:
    old = {bot.name: (bot, rating) for bot, rating in zip(begun.bots, begun.ratings, strict=True)}
    new = {bot.name: (bot, rating) for bot, rating in zip(given.bots, given.ratings, strict=True)}
    yield from (f'bots: "{name}" has been taken out' for name in old if name not in new)
    yield from (f'bots: "{name}" has been added' for name in new if name not in old)
    for name, (bot, rating) in old.items():
        if name not in new:
            continue
        now, rating_now = new[name]
        if bot.digest != now.digest:
            yield _file_changes(bot, now)
        elif bot.command[1:] != now.command[1:]:
            yield f'bot "{name}": command: was {_shown(bot.command)}, is {_shown(now.command)}'
        if rating != rating_now:
            yield f'bot "{name}": rating: was {rating:g}, is {rating_now:g}'
    if list(old) != list(new) and old.keys() == new.keys():
        yield "bots: the order of entry has changed"


def _file_changes(bot: BotProgram, now: BotProgram) -> str:
    """What has changed, file by file, where the store knows what there was: one that is older may not."""
    local = "command has" if now.built is None else "files have"
    what = "key has" if bot.remote or now.remote else local
    versions = _versions(bot.version, now.version)
    which = f": {changes(bot.manifest, now.manifest)}" if bot.manifest and now.manifest else ""
    return f'bot "{bot.name}": its {what} changed since{versions}{which}'


def _versions(was: str, now: str) -> str:
    if was == now:
        return f" (still version {now})" if now else ""
    return f" (version {was or 'none'}, now {now or 'none'})"
