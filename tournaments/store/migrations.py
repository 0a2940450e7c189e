"""What each version of the store changed, from one to the next.

A migration is a few statements of SQL. What is here has been used on stores that are kept: it is never edited, a
further change is a further migration. What they leave of the tables is what `schema.create` lays, to the word, and a
column that comes later is in no seal of before.
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
)
