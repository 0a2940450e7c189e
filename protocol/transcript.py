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


class Transcript:
    """Adds lines to a file as they happen."""

    def __init__(self, file: str) -> None:
        self._file: TextIO = open(file, "a", encoding="utf-8", buffering=1)  # noqa: SIM115, PTH123

    def began(self, match: str, seat: int, seats: list[str]) -> None:
        self._write({"type": "match", "match": match, "seat": seat, "seats": seats})

    def answered(self, match: str, number: int, action: dict[str, Any] | None) -> None:
        self._write({"type": "answer", "match": match, "round": number, "action": action})

    def settled(self, match: str, event: dict[str, Any]) -> None:
        line = {"type": "settled", "match": match, "round": event["round"], "water": event["water"]}
        self._write({**line, "head": event.get("head")})

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
