"""The commands that read a record, and what they may do with one that is damaged."""

import pytest

from arena.cli import main

READERS = (
    ("verify", "."),
    ("tournament", "status", "."),
    ("tournament", "export", ".", "--format", "json"),
    ("ratings", ".", "--online"),
    ("replay", ".", "s1t1"),
    ("hands", ".", "--bot", "ada"),
    ("logs", ".", "--bot", "ada", "--out", "logs.zip"),
)


def read(number: int, capsys: pytest.CaptureFixture[str], statuses: frozenset[int] = frozenset({0, 1})) -> str:
    """What the reader of that number says of the record in the working directory: a line and nothing else, if it is
    a fault.
    """
    with pytest.raises(SystemExit) as ended:
        main(READERS[number % len(READERS)])
    printed = capsys.readouterr().err
    assert ended.value.code in statuses, printed
    faults = [line for line in printed.splitlines() if not line.startswith("warning: ")]
    assert len(faults) <= 1, printed
    return printed
