"""A cup to rows of the store, and back: as it was submitted, and as it ended."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from arena.errors import ArenaError
from arena.games import whole_rules
from arena.records.job import BotProgram
from protocol.typed import TypedError
from tournaments.cup.cup import Cup, CupMatchSection, TournamentSection
from tournaments.cup.methods import Methods
from tournaments.cup.stages import format_from
from tournaments.store.encoding import DamagedRecord, facts_of, from_json, record_from, to_json


class Header(NamedTuple):
    """What the store has of a tournament besides its cup. Times are ISO 8601 in UTC."""

    file: str
    secret: bytes
    commitment: str
    arena: str
    started: str
    seal: str | None
    finished: str | None
    committed: str | None
    """When the secret was committed to; None if that was when the tournament began."""


class _Config(msgspec.Struct, frozen=True):
    tournament: TournamentSection
    match: CupMatchSection
    stages: list[dict[str, Any]]
    methods: Methods = 1
    single: bool = False


def insert_cup(connection: sqlite3.Connection, cup: Cup, header: Sequence[Any]) -> None:
    """Write a cup and its bots.

    `header` is the file's text, the secret, its commitment, the arena, the time, and that of an earlier commitment.
    """
    stages = [msgspec.to_builtins(stage) for stage in cup.stages]
    config = _Config(cup.tournament, cup.match, stages, cup.methods, cup.single)
    connection.execute(
        "INSERT INTO tournament (only, name, config, game, rules, file, secret, commitment, arena, started,"
        " committed) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
    """Add the manifests that a store begun by an older arena lacks; those that are there stay."""
    connection.executemany(
        "UPDATE bots SET manifest = ? WHERE name = ? AND digest = ? AND manifest IS NULL",
        [(bot.manifest, bot.name, bot.digest) for bot in cup.bots if bot.manifest],
    )


def is_finished(connection: sqlite3.Connection) -> bool:
    """Return whether the final marker is set, in a store of any version."""
    return connection.execute("SELECT finished FROM tournament").fetchone()[0] is not None


def select_header(connection: sqlite3.Connection) -> Header:
    """Return everything but the cup."""
    columns = ", ".join(Header._fields)
    return Header(*connection.execute(f"SELECT {columns} FROM tournament").fetchone())


def select_mark(connection: sqlite3.Connection) -> tuple[Any, ...]:
    """Return how much there is of everything that grows, and the final marker."""
    return tuple(
        connection.execute(
            "SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM decisions), (SELECT count(*) FROM losses),"
            " (SELECT count(*) FROM runs), finished FROM tournament"
        ).fetchone()
    )


def select_cup(connection: sqlite3.Connection) -> Cup:
    """Return the cup as it was submitted. Raises DamagedRecord."""
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
        raise DamagedRecord(error.said) from None
    fixed = (sections.methods, sections.single)
    return Cup(sections.tournament, sections.match, stages, game, rule_set, bots, ratings, *fixed)


def replace_final(connection: sqlite3.Connection, parts: Mapping[str, Any]) -> None:
    """Write what the end decided, by part, instead of what is there."""
    connection.execute("DELETE FROM final")
    rows = [(part, to_json(value)) for part, value in parts.items()]
    connection.executemany("INSERT INTO final (part, content) VALUES (?, ?)", rows)


def select_final(connection: sqlite3.Connection) -> dict[str, str]:
    """Return what the end decided, as JSON by part; empty before the end."""
    return dict(connection.execute("SELECT part, content FROM final").fetchall())
