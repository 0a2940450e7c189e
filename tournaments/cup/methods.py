"""Which methods a tournament was begun with; it keeps them to its end."""

from typing import Final, Literal

Methods = Literal[1, 2, 3, 4]
"""How bots are rated, how it is told that a table has played enough, how seatings are drawn, and whether the results of
a bot that leaves a league count.

1 is what the first release did, and so every tournament that says nothing; 3 draws seatings by SHAKE-256; 4 annuls the
results of a bot that leaves a league before half of its tables.
"""
NEWEST: Final = 4
