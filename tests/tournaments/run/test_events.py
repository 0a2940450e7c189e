"""What other programs read in `events.jsonl` keeps its names, whatever the code calls it."""

import msgspec
import pytest

from arena.records.result import Progress
from tournaments.run.events import Happening, TableAdvanced, TableBegan, TableDecided, TableFinished, TableLost


@pytest.mark.parametrize(
    "happening",
    [
        TableBegan("s1t1", ["ada"], 1),
        TableAdvanced("s1t1", Progress("s1t1+2", 1, 2, [0], [0])),
        TableFinished("s1t1", ["ada"], [0.0], [0], "completed", ["playing"]),
        TableLost("s1t1", 1, "ended by signal 9"),
        TableDecided("s1t1", ["ada"], []),
    ],
)
def test_a_table_is_told_by_the_key_match(happening: Happening) -> None:
    told = msgspec.to_builtins(happening)
    assert told["match"] == "s1t1"
    assert "table" not in told
