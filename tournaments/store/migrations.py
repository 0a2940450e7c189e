"""The changes from each version of the store to the next.

A migration is a few statements of SQL. It has been run on stores that people keep, so it is never edited: a further
change is a further migration. `schema.create` runs them too, so new and migrated tables are the same to the word. A
column that comes later is in no earlier seal.
"""

from typing import Final

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    # From 1 to 2: the last stage that was drawn when it was decided; NULL where nobody noted it.
    ("ALTER TABLE decisions ADD COLUMN stage INTEGER",),
    # From 2 to 3: the text that a bot's digest is the SHA-256 of, NULL where nobody kept it; and what is going on just
    # now, which counts for nothing.
    (
        "ALTER TABLE bots ADD COLUMN manifest BLOB",
        """\
CREATE TABLE in_play (              -- the tables that a running process plays, and how far they are
    match TEXT PRIMARY KEY,         -- the table's id
    seats TEXT NOT NULL,            -- JSON: names
    attempt INTEGER NOT NULL,
    since TEXT NOT NULL,
    process INTEGER NOT NULL,       -- its number, which stands in the folder's lock while it lives
    progress TEXT                   -- JSON; NULL before the first report
) STRICT""",
    ),
    # From 3 to 4: when the secret was committed to, if that was before the tournament began.
    ("ALTER TABLE tournament ADD COLUMN committed TEXT",),
)
