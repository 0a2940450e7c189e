"""Bots whose answers are wrong or late."""

import sys
import time
from collections.abc import Callable
from typing import Any

from tests.arena.referee.badbots.wire import Wire, lay


def _changed(change: Callable[[dict[str, Any]], object]) -> None:
    """Every answer is a good arrangement with `change` made to it."""
    wire = Wire()
    wire.join()
    while True:
        asked = wire.asked()
        wire.answer(asked, *[change(lay(item["hand"])) for item in asked["items"]])


def repeated_card() -> None:
    _changed(lambda laid: laid | {"front": [laid["front"][0]] * 3})


def another_hand() -> None:
    _changed(lambda laid: laid | {"front": ["As", "Ah", "Ad"]})


def missing_card() -> None:
    _changed(lambda laid: laid | {"back": laid["back"][:4]})


def fourteen_cards() -> None:
    _changed(lambda laid: laid | {"back": [*laid["back"], "2s"]})


def lower_case() -> None:
    _changed(lambda laid: {row: [card.swapcase() for card in cards] for row, cards in laid.items()})


def float_cards() -> None:
    _changed(lambda laid: laid | {"front": [1.5, float("nan"), 3.0]})


def boolean_cards() -> None:
    _changed(lambda laid: laid | {"front": [True, False, True]})


def text_for_rows() -> None:
    _changed(lambda laid: "front middle back")


def no_actions() -> None:
    wire = Wire()
    wire.join()
    while True:
        asked = wire.asked()
        wire.send({"type": "answer", "match": asked["match"], "request": asked["request"], "actions": []})


def takes_defaults() -> None:
    """Not a fault: `null` takes the default."""
    wire = Wire()
    wire.join()
    while True:
        wire.answer(wire.asked(), None)


def late(milliseconds: str, times: str = "1") -> None:
    """Its first answers take as long as it is told, then it is good."""
    wire = Wire()
    wire.join()
    for _ in range(int(times)):
        asked = wire.asked()
        time.sleep(int(milliseconds) / 1000)
        wire.answer(asked)
    wire.play_on()


def never_answers() -> None:
    wire = Wire()
    wire.join()
    while True:
        wire.asked()


def never_reads() -> None:
    wire = Wire()
    wire.join()
    time.sleep(60)


def answers_twice() -> None:
    wire = Wire()
    wire.join()
    while True:
        asked = wire.asked()
        wire.answer(asked)
        wire.answer(asked)


def closed_request() -> None:
    wire = Wire()
    wire.join()
    while True:
        asked = wire.asked()
        wire.answer(asked, request=asked["request"] - 1)
        wire.answer(asked)


def huge_request() -> None:
    """The largest integer that msgpack holds; there is none beyond 64 bits."""
    wire = Wire()
    wire.join()
    while True:
        asked = wire.asked()
        wire.answer(asked, request=2**64 - 1)
        wire.answer(asked)


def another_match() -> None:
    wire = Wire()
    wire.join()
    while True:
        asked = wire.asked()
        wire.answer(asked, match="0" * 32)
        wire.answer(asked)


def before_being_asked() -> None:
    wire = Wire()
    wire.join()
    for request in range(1, 20):
        wire.send({"type": "answer", "match": "m", "request": request, "actions": [None]})
    wire.play_on()


def dies_answering(status: str = "3") -> None:
    """In its second round, each time it is started."""
    wire = Wire()
    wire.join()
    wire.answer(wire.asked())
    wire.asked()
    sys.stderr.write("cannot go on\n")
    raise SystemExit(int(status))


def answers_and_dies() -> None:
    """Its answer still counts."""
    wire = Wire()
    wire.join()
    wire.answer(wire.asked())
    wire.socket.close()
    wire.context.term()
    raise SystemExit(0)
