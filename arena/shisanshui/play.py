"""Shisanshui as a game of the arena: one decision for every seat at once, one settlement, over."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal

import msgspec

from arena.shisanshui.arrangement import Absent, Action, Arrangement, StandIn, pack, unpack
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.dealing import deal
from arena.shisanshui.evaluation import ESCAPED, FORFEITED, Hand, evaluate
from arena.shisanshui.legality import IllegalArrangement, laid_cards
from arena.shisanshui.rule_model import RuleSet, data_of
from arena.shisanshui.ruleset import rules_from
from arena.shisanshui.settlement import Move, Settlement, Transfer, settle, transfer_data
from protocol.text import Said

Arrange = Callable[[Sequence[int]], Arrangement]
"""Lays thirteen cards for a seat that does not answer."""
StandInAt = Callable[[RuleSet, int], Arrange]
"""Gives who lays them at a table of so many players."""


class ArrangeDecision:
    """The decision of a seat: how to arrange its hand."""

    kind: Final = "arrange"
    forfeit: Final[Action] = Absent.FORFEIT
    escape: Final[Action] = Absent.ESCAPE
    legal: Final[list[Any] | None] = None
    """Never listed: a hand has 72,072 arrangements."""
    budget: Final = 1

    def __init__(self, seat: int, game: "Shisanshui", hand: Sequence[int], players: int) -> None:
        self.seat: Final = seat
        self._game = game
        self._hand = hand
        self._players = players

    @property
    def default(self) -> Action:
        """Made only on demand: a stand-in has to think."""
        return self._game.default(self._hand, self._players)


_NO_EVENTS: Final[Sequence[dict[str, Any]]] = ()


class Dealt:
    """A round whose hands are dealt but not yet arranged."""

    over: Final = False
    hides_choices: Final = False
    """Everyone is asked at once."""

    def __init__(self, game: "Shisanshui", number: int, hands: Sequence[Sequence[int]]) -> None:
        self._game = game
        self._number = number
        self._hands = hands
        self._evaluated: dict[tuple[int, int], tuple[Action, Hand]] = {}
        """By seat and action, so that the seatings of a deal evaluate nothing twice. Actions compare slowly and cannot
        be hashed, so they are told apart by identity, and kept, which keeps their identity theirs."""

    def pending(self) -> list[ArrangeDecision]:
        return [ArrangeDecision(seat, self._game, hand, len(self._hands)) for seat, hand in enumerate(self._hands)]

    def observe(self, seat: int) -> dict[str, Any]:
        return {"round": self._number, "hand": [TEXTS[card] for card in self._hands[seat]]}

    def check(self, seat: int, action: Action) -> str | None:
        if isinstance(action, Absent):
            return None
        try:
            cards = laid_cards(action, self._hands[seat])
        except IllegalArrangement as error:
            return str(error)
        # evaluated while others still think, so that the last answer finds the work done
        hand = evaluate(self._game.rule_set, cards, action.decline)
        self._evaluated[seat, id(action)] = (action, hand)
        return None

    def enough(self, actions: Mapping[int, Action]) -> bool:
        return False

    def apply(self, actions: Mapping[int, Action]) -> "Settled":
        laid = [actions[seat] for seat in range(len(self._hands))]
        hands = [self._evaluate(seat, action) for seat, action in enumerate(laid)]
        return Settled(self._game.rule_set, self._number, laid, hands)

    def _evaluate(self, seat: int, action: Action) -> Hand:
        known = self._evaluated.get((seat, id(action)))
        if known is None:
            known = self._evaluated[seat, id(action)] = (action, self._game.evaluate(action))
        return known[1]

    def events(self, seat: int, detail: str) -> Sequence[dict[str, Any]]:
        return _NO_EVENTS

    def ledger(self) -> Sequence[Transfer]:
        return ()

    def water(self) -> Sequence[int]:
        return [0] * len(self._hands)


class Settled:
    """A round that is over."""

    over: Final = True
    hides_choices: Final = False

    def __init__(self, rules: RuleSet, number: int, actions: Sequence[Action], hands: Sequence[Hand]) -> None:
        self._number = number
        self._actions = actions
        self._hands = hands
        self._settlement: Settlement = settle(rules, hands)
        self._told: dict[str, list[dict[str, Any]]] = {}
        """The events by detail, alike for every seat."""

    def pending(self) -> list[ArrangeDecision]:
        return []

    def observe(self, seat: int) -> dict[str, Any]:
        return {"round": self._number}

    def check(self, seat: int, action: Action) -> str | None:
        return "the round is over"

    def enough(self, actions: Mapping[int, Action]) -> bool:
        return True

    def apply(self, actions: Mapping[int, Action]) -> "Settled":
        return self

    def events(self, seat: int, detail: str) -> list[dict[str, Any]]:
        told = self._told.get(detail)
        if told is None:
            told = self._told[detail] = [self._event(detail)]
        return told

    def _event(self, detail: str) -> dict[str, Any]:
        event = {"type": "settled", "round": self._number, "water": self._settlement.water, "seats": self._seats()}
        if detail == "full":
            event["transfers"] = [_written(move) for move in self._settlement.moves]
        return event

    def ledger(self) -> Sequence[Transfer]:
        return self._settlement.transfers

    def water(self) -> Sequence[int]:
        return self._settlement.water

    def _seats(self) -> list[dict[str, Any]]:
        return [_shown(hand, action) for hand, action in zip(self._hands, self._actions, strict=True)]


def _shown(hand: Hand, action: Action) -> dict[str, Any]:
    shown: dict[str, Any] = {"outcome": hand.outcome, "special": hand.special}
    if isinstance(action, Absent):
        shown["front"] = shown["middle"] = shown["back"] = None
        return shown
    shown["front"], shown["middle"], shown["back"] = action.front, action.middle, action.back
    if type(action) is StandIn:
        shown["stand_in"] = True
    return shown


@lru_cache(maxsize=4096)
def _written(move: Move) -> msgspec.Raw:
    """Return a transfer as on the wire; the few hundred that occur are kept."""
    return msgspec.Raw(msgspec.msgpack.encode(transfer_data(move)))


def _expert() -> StandInAt:
    """Return the arranger as stand-in. It needs numpy, which a match without stand-ins never loads."""
    from arena.shisanshui.arranger.choice import expert_stand_in  # noqa: PLC0415

    return expert_stand_in


class Shisanshui:
    """The game under one rule set; `on_late` is what happens to a seat that does not answer in time.

    `stand_in` lays for it where that is "stand-in"; the expert arranger, unless another is given.
    """

    name: ClassVar[str] = "shisanshui"
    action_type: ClassVar[Any] = Arrangement
    separable: ClassVar[bool] = True
    rounds_stand_alone: ClassVar[bool] = True

    def __init__(
        self, rules: RuleSet, on_late: Literal["foul", "stand-in"] = "foul", stand_in: StandInAt | None = None
    ) -> None:
        self.rule_set = rules
        self._stand_in_at = (stand_in or _expert()) if on_late == "stand-in" else None
        self._stand_ins: dict[int, Arrange] = {}
        """By players at the table."""

    @classmethod
    def from_data(cls, rules: Mapping[str, Any], on_late: Literal["foul", "stand-in"]) -> "Shisanshui":
        """Return the game under a rule set as data. Raises RulesError."""
        return cls(rules_from(rules), on_late)

    @property
    def most_seats(self) -> int:
        return self.rule_set.most_seats

    def rules(self) -> dict[str, Any]:
        return data_of(self.rule_set)

    def refuses(self, seats: int) -> Said | None:
        return self.rule_set.refuses(seats)

    def start(self, seed: bytes, number: int, seats: int) -> Dealt:
        if self._stand_in_at is not None and seats not in self._stand_ins:
            # Made ready now: the first seat that is late must not make the referee so too.
            self._stand_ins[seats] = self._stand_in_at(self.rule_set, seats)
        return Dealt(self, number, deal(self.rule_set.deck, seed, number, seats))

    def follow(self, seed: bytes, number: int, seats: int, before: object) -> Dealt:
        return self.start(seed, number, seats)

    def default(self, hand: Sequence[int], players: int) -> Action:
        """Return the action of a seat with this hand that does not answer in time, at a table of `players`."""
        if self._stand_in_at is None:
            return Absent.FORFEIT
        laid = self._stand_ins[players](hand)
        return StandIn(laid.front, laid.middle, laid.back, laid.decline)

    def evaluate(self, action: Action) -> Hand:
        """Return the hand that an action lays."""
        if isinstance(action, Arrangement):
            return evaluate(self.rule_set, action.cards(), action.decline)
        return ESCAPED if action is Absent.ESCAPE else FORFEITED

    def pack(self, actions: Sequence[Action | None]) -> bytes:
        """Return the one action of a seat, packed."""
        (action,) = actions
        assert action is not None
        return pack(action)

    def unpack(self, data: bytes) -> list[Action]:
        return [unpack(data)]
