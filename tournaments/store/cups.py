"""Between a cup and its rows in the store."""

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from arena.errors import ArenaError
from arena.games import whole_rules
from arena.records.job import BotProgram
from protocol.typed import TypedError
from tournaments.cup.cup import Cup, CupMatchSection, TournamentSection
from tournaments.cup.stages import format_from
from tournaments.store.encoding import DamagedRecord, facts_of, from_json, record_from, to_json


class _Config(msgspec.Struct, frozen=True):
    tournament: TournamentSection
    match: CupMatchSection
    stages: list[dict[str, Any]]


def insert_cup(connection: sqlite3.Connection, cup: Cup, header: Sequence[Any]) -> None:
    """`header`: file, secret, commitment, arena, started."""
    config = _Config(cup.tournament, cup.match, [msgspec.to_builtins(stage) for stage in cup.stages])
    connection.execute(
        "INSERT INTO tournament (only, name, config, game, rules, file, secret, commitment, arena, started)"
        " VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (cup.name, to_json(config), cup.game, to_json(cup.rules), *header),
    )
    connection.executemany(
        "INSERT INTO bots (entry, name, version, author, command, folder, digest, manifest, facts, rating)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (entry, *_said_of(bot), rating)
            for entry, (bot, rating) in enumerate(zip(cup.bots, cup.ratings, strict=True), start=1)
        ],
    )


def _said_of(bot: BotProgram) -> tuple[str | bytes | None, ...]:
    known = (bot.name, bot.version, bot.author, to_json(bot.command), bot.folder, bot.digest)
    return (*known, bot.manifest or None, facts_of(bot))


def complete_manifests(connection: sqlite3.Connection, cup: Cup) -> None:
    """Add the manifests that the store has not, as one that was begun by an older arena; what is there stays."""
    connection.executemany(
        "UPDATE bots SET manifest = ? WHERE name = ? AND digest = ? AND manifest IS NULL",
        [(bot.manifest, bot.name, bot.digest) for bot in cup.bots if bot.manifest],
    )


def select_cup(connection: sqlite3.Connection) -> Cup:
    """Raises DamagedRecord."""
    config, game, rules = connection.execute("SELECT config, game, rules FROM tournament").fetchone()
    sections: _Config = from_json(config, _Config)
    found = connection.execute(
        "SELECT rating, facts, command, manifest, name, version, author, folder, digest FROM bots ORDER BY entry"
    ).fetchall()
    keys = ("name", "version", "author", "folder", "digest")
    bots = []
    for _, facts, command, manifest, *columns in found:
        values = dict(zip(keys, columns, strict=True))
        words = from_json(command, list[str])
        bots.append(record_from(BotProgram, facts, command=words, manifest=manifest or b"", **values))
    ratings = [rating for rating, *_ in found]
    try:  # with the keys that there have been only since these were written
        stages = [format_from(stage, f"stages[{index}]") for index, stage in enumerate(sections.stages)]
        rule_set = whole_rules(game, from_json(rules, dict[str, Any]))
    except (ArenaError, TypedError) as error:
        raise DamagedRecord(str(error)) from None
    return Cup(sections.tournament, sections.match, stages, game, rule_set, bots, ratings)
