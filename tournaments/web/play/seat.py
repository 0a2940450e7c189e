"""What a person at the table may see, and what he has laid: a machine without I/O, whose times are passed in.

It hears the messages of the person's bot, and gives the whole view at any time, so that whoever was away misses
nothing. It never holds another seat's cards before the referee has told them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.cards import cards
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.legality import laid_cards
from arena.shisanshui.rule_model import RuleSet
from tournaments.web.play.look import held_special

Phase = Literal["starting", "arranging", "laid", "over", "ended"]
"""`over` is a match that was played to its end, `ended` one that was broken off."""
_MOST_NEWS: Final = 20


class Lay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rows that a person lays in a round."""

    round: int
    front: list[str]
    middle: list[str]
    back: list[str]
    decline: bool = False


class Closed(Exception):
    """The round is not, or no longer, to be laid."""


class Seat:
    """A person's seat under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.phase: Phase = "starting"
        self.number = 0
        """Of the view: it grows with every change."""
        self.seats: list[str] = []
        self.hand: list[str] = []
        self.round = 0
        self.assisted: set[int] = set()
        """The rounds in which the hint was asked for."""
        self._taken: set[int] = set()
        """The rounds that the person has laid."""
        self._seat = 0
        self._rounds = 0
        self._until = 0.0
        self._time_ms = 0
        self._laid: Lay | None = None
        self._settled: dict[str, Any] | None = None
        self._history: list[list[int]] = []
        self._news: list[dict[str, Any]] = []
        self._is_over = False
        self._record = ""
        self._fault = ""

    def hear(self, message: Mapping[str, Any], now: float) -> None:
        """Take a message of the bot; `now` is a monotonic time in seconds. What comes after the end is nothing."""
        if self._is_over:
            return
        kind = message["type"]
        if kind == "match":
            self._seat, self.seats, self._rounds = message["seat"], message["seats"], message["rounds"]
        elif kind == "decide":
            self.phase, self.round, self.hand, self._laid = "arranging", message["round"], message["hand"], None
            self._time_ms, self._until = message["ms"], now + message["ms"] / 1000
        elif kind == "settled":
            self._settled = _with_types(self.rules, message) | {"assisted": message["round"] in self.assisted}
            self._history.append(message["water"])
        elif kind in {"strike", "seat"}:
            self._news = [*self._news, {**message, "round": self.round}][-_MOST_NEWS:]
        elif kind == "end":
            self.phase, self.hand, self._laid = "over", [], None
        self.number += 1

    def lay(self, laid: Lay) -> bool:
        """Take the rows of the open round; return False if they were taken before, and nothing is to be sent.

        Raises Closed when the round is not open, IllegalArrangement or CardError when they are not the hand.
        """
        if laid.round in self._taken:
            return False
        if laid.round != self.round or self.phase != "arranging":
            raise Closed
        arrangement = Arrangement(laid.front, laid.middle, laid.back, laid.decline)
        laid_cards(arrangement, sorted(cards(self.hand), reverse=True))
        self.phase, self._laid = "laid", laid
        self._taken.add(laid.round)
        self.number += 1
        return True

    def assist(self, number: int) -> None:
        """Mark the open round as one in which the arranger was asked. Raises Closed when it is not open."""
        if number != self.round or self.phase != "arranging":
            raise Closed
        self.assisted.add(number)
        self.number += 1

    def end(self, record: str, fault: str) -> None:
        """Say what came of the match: its record, or why there is none."""
        self._is_over = True
        self.phase = "over" if record else "ended"
        self._record, self._fault, self.hand = record, fault, []
        self.number += 1

    def view(self, now: float) -> dict[str, Any]:
        """Return all that the person may know; times are in milliseconds."""
        arranging = self.phase == "arranging"
        return {
            "phase": self.phase,
            "seats": self.seats,
            "seat": self._seat,
            "rounds": self._rounds,
            "round": self.round,
            "hand": self.hand,
            "holds": held_special(self.rules, self.hand) if self.hand else None,
            "time_ms": self._time_ms,
            "left_ms": max(0, round((self._until - now) * 1000)) if arranging else None,
            "laid": msgspec.to_builtins(self._laid) if self._laid is not None else None,
            "assisted": self.round in self.assisted,
            "settled": self._settled,
            "history": self._history,
            "news": self._news,
            "record": self._record,
            "fault": self._fault,
        }


def _with_types(rules: RuleSet, event: Mapping[str, Any]) -> dict[str, Any]:
    """Return a settled round with the types of each seat's rows."""
    seats = [{**seat, "types": _types(rules, seat)} for seat in event["seats"]]
    return {**event, "seats": seats}


def _types(rules: RuleSet, seat: Mapping[str, Any]) -> Sequence[str] | None:
    if seat["front"] is None:
        return None
    laid = [card for row in ("front", "middle", "back") for card in seat[row]]
    return evaluate(rules, cards(laid), declined=seat["outcome"] != "special").row_types()
