"""The formats that a tournament file can name. A new format is one file and one line here."""

from collections.abc import Mapping
from typing import Final

from tournaments.formats.brackets.double_elimination import DoubleElimination
from tournaments.formats.brackets.elimination import Elimination
from tournaments.formats.brackets.final_table import FinalTable
from tournaments.formats.keys import StageFormat
from tournaments.formats.leagues.gauntlet import Gauntlet
from tournaments.formats.leagues.groups import Groups
from tournaments.formats.leagues.round_robin import RoundRobin
from tournaments.formats.leagues.swiss import Swiss

FORMATS: Final[Mapping[str, type[StageFormat]]] = {
    "elimination": Elimination,
    "double-elimination": DoubleElimination,
    "swiss": Swiss,
    "round-robin": RoundRobin,
    "groups": Groups,
    "gauntlet": Gauntlet,
    "final-table": FinalTable,
}
"""By the name that the key `format` gives."""
ALSO_CALLED: Final[Mapping[str, str]] = {
    "single-elimination": "elimination",
    "knockout": "elimination",
    "league": "round-robin",
    "double-knockout": "double-elimination",
    "final": "final-table",
}
"""What people call a format elsewhere, and the name it has here."""
