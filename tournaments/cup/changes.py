"""Whether a tournament that has begun can resume: only if nothing that decides it has changed since."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from arena.records.job import BotProgram
from arena.records.manifest import changes
from protocol.text import Said
from tournaments.cup.cup import Cup

_ABSENT = object()
_MOST_SHOWN: Final = 100
"""Letters of a value; the notes of a rule set are whole paragraphs."""


def differences(begun: Cup, given: Cup) -> list[Said]:
    """Return what has changed since the tournament began, a line for each key or bot; empty if nothing has.

    Where a bot's folder is does not matter: its digest covers what is in it.
    """
    found: list[Said] = []
    for section in ("tournament", "match", "stages", "rules"):
        old, new = (msgspec.to_builtins(getattr(cup, section)) for cup in (begun, given))
        found += _changes(section, old, new)
    return [*found, *_bot_changes(begun, given)]


def listed(lines: Sequence[Said]) -> Said:
    """Return the lines one below the other, indented, as one text that can still be translated.

    >>> print(listed([Said("bots: the order of entry has changed"), Said("{key}: new", key="stages")]))
      bots: the order of entry has changed
      stages: new
    """
    holes = {f"line{number}": line for number, line in enumerate(lines)}
    template = "\n".join(f"  {{{hole}}}" for hole in holes)
    return Said(template, **holes)


def _changes(key: str, old: Any, new: Any) -> Iterator[Said]:
    if isinstance(old, dict) and isinstance(new, dict):
        for name in sorted(old.keys() | new.keys()):
            yield from _changes(f"{key}.{name}", old.get(name, _ABSENT), new.get(name, _ABSENT))
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from _changes(f"{key}[{index}]", before, after)
    elif old != new:
        was, now = _shown(old), _shown(new)
        if max(len(str(was)), len(str(now))) > _MOST_SHOWN:
            yield Said("{key}: is another than it was", key=key)
        else:
            yield Said("{key}: was {was}, is {now}", key=key, was=was, now=now)


def _shown(value: Any) -> Said | str:
    return Said("absent") if value is _ABSENT or value is None else msgspec.json.encode(value).decode()


def _bot_changes(begun: Cup, given: Cup) -> Iterator[Said]:
    old = {bot.name: (bot, rating) for bot, rating in zip(begun.bots, begun.ratings, strict=True)}
    new = {bot.name: (bot, rating) for bot, rating in zip(given.bots, given.ratings, strict=True)}
    yield from (Said('bots: "{name}" has been taken out', name=name) for name in old if name not in new)
    yield from (Said('bots: "{name}" has been added', name=name) for name in new if name not in old)
    for name, (bot, rating) in old.items():
        if name not in new:
            continue
        now, rating_now = new[name]
        if bot.digest != now.digest:
            yield _file_changes(bot, now)
        elif bot.command[1:] != now.command[1:]:
            was, is_now = _shown(bot.command), _shown(now.command)
            yield Said('bot "{name}": command: was {was}, is {now}', name=name, was=was, now=is_now)
        if rating != rating_now:
            yield Said('bot "{name}": rating: was {was}, is {now}', name=name, was=f"{rating:g}", now=f"{rating_now:g}")
    if list(old) != list(new) and old.keys() == new.keys():
        yield Said("bots: the order of entry has changed")


def _file_changes(bot: BotProgram, now: BotProgram) -> Said:
    """Return what has changed file by file, if the store knows what there was: an older one may not."""
    versions = _versions(bot.version, now.version)
    which = Said("")
    if bot.manifest and now.manifest:
        which = Said(": {files}", files=changes(bot.manifest, now.manifest))
    if bot.remote or now.remote:
        changed = Said('bot "{name}": its key has changed since', name=bot.name)
    elif now.built is None:
        changed = Said('bot "{name}": its command has changed since', name=bot.name)
    else:
        changed = Said('bot "{name}": its files have changed since', name=bot.name)
    return Said("{changed}{versions}{which}", changed=changed, versions=versions, which=which)


def _versions(was: str, now: str) -> Said:
    if was != now:
        none = Said("none")
        return Said(" (version {was}, now {now})", was=was or none, now=now or none)
    return Said(" (still version {now})", now=now) if now else Said("")
