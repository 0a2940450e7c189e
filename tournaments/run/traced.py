"""A bot's transcript as the messages have it that went to it and came from it."""

from collections.abc import Iterable, Iterator
from typing import Any

from arena.referee.trace import TraceLine
from protocol.transcript import answered, began, settled


def traced_transcript(lines: Iterable[TraceLine]) -> Iterator[dict[str, Any]]:
    """Yield the lines of the transcript of one bot, from the lines of the trace that are about it.

    What it answered is there, in time or not, but nothing that no arena can read.
    """
    asked: dict[tuple[str, str], list[int]] = {}
    for line in lines:
        message = line.message
        if not isinstance(message, dict):
            continue
        match, kind = str(message.get("match")), message.get("type")
        if line.what == "received" and kind == "answer":
            yield from _answers(match, message, asked.get((match, str(message.get("request"))), []))
        elif line.what == "sent" and kind == "match":
            yield began(message["match"], message["seat"], message["seats"])
        elif line.what == "sent" and kind in {"decide", "end"}:
            for event in message["events"]:
                if event["type"] == "settled":
                    yield settled(message["match"], event["round"], event["water"], event.get("head"))
            if kind == "decide":
                asked[match, str(message["request"])] = [item["round"] for item in message["items"]]


def _answers(match: str, message: dict[str, Any], rounds: list[int]) -> Iterator[dict[str, Any]]:
    """What a bot sends may be anything."""
    actions = message.get("actions")
    if isinstance(actions, list) and len(actions) == len(rounds):
        for number, action in zip(rounds, actions, strict=True):
            if action is None or isinstance(action, dict):
                yield answered(match, number, action)
