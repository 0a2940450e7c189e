"""A bot's own record of what it answered and what it was told: JSON lines that bind whoever publishes the results.

`arena verify DIR --transcript FILE` says whether the published record contains it. A line is of one of these kinds:

    {"type": "match", "match": "m7", "seat": 0, "seats": ["ada", "bo"]}
    {"type": "answer", "match": "m7", "round": 1, "action": {"front": […], "middle": […], "back": […]}}
    {"type": "settled", "match": "m7", "round": 1, "water": [3, -3], "head": "b37c…"}
"""

import json
from typing import Any, TextIO

VARIABLE = "ARENA_TRANSCRIPT"
"""In a bot's environment: the file to which its transcript is added."""


def began(match: str, seat: int, seats: list[str]) -> dict[str, Any]:
    """Return the line for the beginning of a match; on the wire, a leg is a match."""
    return {"type": "match", "match": match, "seat": seat, "seats": seats}


def answered(match: str, number: int, action: Any) -> dict[str, Any]:
    """Return the line for the answer in a round; None asks for the default."""
    return {"type": "answer", "match": match, "round": number, "action": action}


def settled(match: str, number: int, water: list[int], head: str | None) -> dict[str, Any]:
    """Return the line for a round that was settled."""
    return {"type": "settled", "match": match, "round": number, "water": water, "head": head}


def text_of(line: dict[str, Any]) -> str:
    """Return a line as it stands in the file."""
    return json.dumps(line, ensure_ascii=False) + "\n"


class Transcript:
    """Adds lines to a file as they happen."""

    def __init__(self, file: str) -> None:
        self._file: TextIO = open(file, "a", encoding="utf-8", buffering=1)  # noqa: SIM115, PTH123

    def add(self, line: dict[str, Any]) -> None:
        """Add a line."""
        self._file.write(text_of(line))
