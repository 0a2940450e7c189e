"""Which methods a tournament was begun with; it keeps them to its end."""

from typing import Final, Literal

Methods = Literal[1, 2]
"""How bots are rated, and how it is told that a table has played enough.

1 is what the first release did, and so every tournament that says nothing.
"""
NEWEST: Final = 2
