"""Which methods a tournament was begun with; it keeps them to its end."""

from typing import Final, Literal

Methods = Literal[1, 2, 3, 4, 5, 6, 7, 8]
"""How bots are rated, how it is told that a table has played enough, how seatings are drawn, whether the results of
a bot that leaves a league count, how bots are seeded where the file does not say, whether every leg has a head, and how
tables of leagues are found.

1 is what the first release did, and so every tournament that says nothing; 3 draws seatings by SHAKE-256; 4 annuls the
results of a bot that leaves a league before half of its tables; 5 seeds by rating where every bot has one and by lot
where not, instead of in the order of entry; 6 takes from deals how much they differ; 7 keeps the last head of
each leg's chain of rounds, in the record and in `events.jsonl`; 8 draws the lots of the search for tables from what the
tournament published, not from a seed that never changes.
"""
NEWEST: Final = 8
