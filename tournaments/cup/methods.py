"""Which methods a tournament was begun with; it keeps them to its end."""

from typing import Final, Literal

Methods = Literal[1, 2, 3]
"""How bots are rated, how it is told that a table has played enough, and how seatings are drawn.

1 is what the first release did, and so every tournament that says nothing; 3 draws seatings by SHAKE-256.
"""
NEWEST: Final = 3
