"""A match that the check plays with the bot: the hands are chosen, and the other seats lay simple rows."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from arena.check.report import Message
from arena.check.subject import Asked, Subject
from arena.shisanshui.arrangement import Absent, Action, Arrangement
from arena.shisanshui.cards import TEXTS, cards
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.play import Dealt, Shisanshui
from arena.shisanshui.rule_model import RuleSet
from protocol.text import Said

NAMES: Final = ("ada", "bo", "cy", "di", "ed", "flo", "gil", "hal")
_EXPECTED: Final = Said("front, middle and back of 3, 5 and 5 cards, which are the 13 of the item's hand")
_NOTHING: Final[Mapping[str, Any]] = {}


class Round(NamedTuple):
    """A round that has been dealt; `hands` is by seat, each from high to low."""

    state: Dealt
    hands: list[list[int]]


class ScriptedTable:
    """A match of `rounds` rounds; construction starts it. `more` is added to the message `match`.

    It has fewer seats where the rules allow no more.
    """

    def __init__(
        self,
        subject: Subject,
        rules: RuleSet,
        rounds: int,
        seats: int = 4,
        place: int = 0,
        names: Sequence[str] = NAMES,
        more: Mapping[str, Any] = _NOTHING,
    ) -> None:
        self.rules = rules
        self.events: list[Message] = []
        """The events for the bot's next decision."""
        self._game = Shisanshui(self.rules)
        self._subject = subject
        self._seats = seats = min(seats, rules.most_seats)
        self._place = place = min(place, seats - 1)
        self._rounds = rounds
        self._round = 0
        self._water = [0] * seats
        self._names = list(names[:seats])
        self._chance = random.Random(f"{rules.name} {seats} {place}")
        self._match = f"{rules.name}-{subject.next_request()}"
        self.begin(more)

    def begin(self, more: Mapping[str, Any] = _NOTHING) -> None:
        """Tell the bot which match it plays, and again after a restart."""
        settings = self._subject.settings
        message: Message = {
            "type": "match",
            "match": self._match,
            "game": self._game.name,
            "seat": self._place,
            "seats": self._names,
            "rounds": self._rounds,
            "rules": self._game.rules(),
            "time": {"decision_ms": settings.decision_ms, "grace_ms": settings.grace_ms, "bank_ms": 0},
        }
        self._subject.talk().send({**message, **more})

    def deal(self) -> list[str]:
        """Draw a hand from the whole deck."""
        return [TEXTS[card] for card in self._chance.sample(self.rules.deck.cards(), 13)]

    def play(self, rounds: int) -> list[Arrangement | None]:
        """Play rounds of dealt hands, one a message; return what the bot laid."""
        return [self.ask(self.deal())[0] for _ in range(rounds)]

    def ask(
        self, *hands: Sequence[str], more: Mapping[str, Any] = _NOTHING, timed: bool = True
    ) -> list[Arrangement | None]:
        """Ask for these hands in one message and settle them; `more` is added to the message and to each item.

        Raises Fault when the answer is missing, malformed or illegal.
        """
        rounds = [self.open(hand) for hand in hands]
        actions = self._subject.take_answer(self.send_decide(rounds, more), timed)
        for opened, action in zip(rounds, actions, strict=True):
            self._judge(opened, action)
        return list(actions)

    def open(self, hand: Sequence[str]) -> Round:
        """Open the next round: this hand for the bot, the others dealt from the rest of the deck."""
        self._round += 1
        mine = sorted(cards(list(hand)), reverse=True)
        left = self.rules.deck.cards()
        for card in mine:
            left.remove(card)
        self._chance.shuffle(left)
        hands = [sorted(left[13 * seat : 13 * seat + 13], reverse=True) for seat in range(self._seats - 1)]
        hands.insert(self._place, mine)
        return Round(Dealt(self._game, self._round, hands), hands)

    def send_decide(self, rounds: Sequence[Round], more: Mapping[str, Any] = _NOTHING) -> Asked:
        """Ask for these rounds without waiting for the answer."""
        told, self.events = self.events, []
        request = self._subject.next_request()
        message: Message = {
            "type": "decide",
            "match": self._match,
            "request": request,
            "kind": "arrange",
            "decision_ms": self._subject.settings.decision_ms,
            "bank_ms": 0,
            "items": [{**opened.state.observe(self._place), **more} for opened in rounds],
            "events": told,
        }
        return Asked(self._match, request, len(rounds), self._subject.talk().send({**message, **more}))

    def settle(self, opened: Round, action: Action) -> None:
        """Settle a round and keep its events."""
        laid: dict[int, Action] = {seat: _as_it_lies(hand) for seat, hand in enumerate(opened.hands)}
        settled = opened.state.apply(laid | {self._place: action})
        self._water = [sum(pair) for pair in zip(self._water, settled.water(), strict=True)]
        detail = self._subject.detail
        if detail != "none":
            self.events += settled.events(self._place, detail)

    def finish(self, more: Mapping[str, Any] = _NOTHING) -> None:
        """Tell the bot that the match is over."""
        message: Message = {
            "type": "end",
            "match": self._match,
            "events": self.events,
            "water": self._water,
            "places": [1 + sum(other > mine for other in self._water) for mine in self._water],
            "reason": "completed",
        }
        self._subject.talk().send({**message, **more})

    def _judge(self, opened: Round, action: Arrangement | None) -> None:
        subject = self._subject
        if action is None:
            subject.outcomes["default"] += 1
            self.settle(opened, Absent.FORFEIT)
            return
        fault = opened.state.check(self._place, action)
        if fault is not None:
            raise subject.talk().fault("illegal", fault, expected=_EXPECTED, got=subject.last_answer)
        subject.outcomes[evaluate(self.rules, action.cards(), action.decline).outcome] += 1
        self.settle(opened, action)


def _as_it_lies(hand: Sequence[int]) -> Arrangement:
    """Put the lowest cards in front and the highest in the back."""
    return Arrangement.of([*hand[10:], *hand[5:10], *hand[:5]])
