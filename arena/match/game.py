"""The interface between the arena and a game.

A game is a pure state machine: it reads no clock, opens no file and draws no random numbers of its own. It asks one
seat or several at once for decisions, checks actions, applies the decisions and says who owes whom. The order in which
answers arrive never matters.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from protocol.text import Said

WATCHER: Final = -1
"""Stands in place of a seat for whoever looks on, and learns what every seat does."""

Action = TypeVar("Action")
ActionOut_co = TypeVar("ActionOut_co", covariant=True)


class Transfer(Protocol):
    """`amount` moves from one seat to another; None stands for the table, which pays and collects for escapes.

    A game defines its own type of this shape, such as a NamedTuple, so that it need not import the arena.
    """

    @property
    def source(self) -> int | None: ...

    @property
    def target(self) -> int | None: ...

    @property
    def amount(self) -> int: ...

    @property
    def reason(self) -> str: ...


class Decision(Protocol[ActionOut_co]):
    """A decision that a seat is asked to take now; a type of the game's own, like `Transfer`."""

    @property
    def seat(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def default(self) -> ActionOut_co:
        """The action taken if no answer comes in time."""

    @property
    def forfeit(self) -> ActionOut_co:
        """The action taken if the answer is illegal."""

    @property
    def escape(self) -> ActionOut_co:
        """The action taken if the seat's bot is gone."""

    @property
    def legal(self) -> list[Any] | None:
        """Every legal action as wire data, or None if there are too many to list."""

    @property
    def budget(self) -> int:
        """The time for it, in multiples of the match's time for a decision."""


class State(Protocol[Action]):
    """A position of the game. States are values: `apply` does not change the old one."""

    @property
    def hides_choices(self) -> bool:
        """Whether the time until the next position could tell who has a choice in this one.

        Such a position lasts at least as long as the match's settings say.
        """

    @property
    def over(self) -> bool:
        """Whether the round is over: nothing follows this position."""

    def pending(self) -> Sequence[Decision[Action]]:
        """Return the decisions to be asked now.

        There are none when the round is over, and none where nobody has a choice: what follows then comes by itself,
        by `apply` with no actions.
        """

    def observe(self, seat: int) -> dict[str, Any]:
        """Return everything the seat may know, as wire data."""

    def check(self, seat: int, action: Action) -> str | None:
        """Return why the action is illegal, in words for the bot's author, or None if it is legal."""

    def enough(self, actions: Mapping[int, Action]) -> bool:
        """Return whether these decisions settle what follows, whatever the other seats that are asked would answer."""

    def apply(self, actions: Mapping[int, Action]) -> "State[Action]":
        """Return the state after the pending decisions were taken as given.

        A seat may be left out where the others are `enough`.
        """

    def events(self, seat: int, detail: str) -> Sequence[dict[str, Any]]:
        """Return what the seat learns of what led here from the position before, as wire data, oldest first.

        `seat` may be `WATCHER`; `detail` is "water" or "full". Seats that learn the same get the very same list, which
        is encoded once. What led to the end of a round ends with an event that every seat learns: it carries the head
        of the chain.
        """

    def ledger(self) -> Sequence[Transfer]:
        """Return the transfers of the round so far, oldest first."""

    def water(self) -> Sequence[int]:
        """Return what each seat has won or lost so far."""


class Game(Protocol[Action]):
    """A game under one rule set."""

    @property
    def name(self) -> str: ...

    @property
    def action_type(self) -> Any:
        """The type of an action on the wire; anything else is malformed."""

    @property
    def most_seats(self) -> int:
        """How many can sit at a table."""

    @property
    def separable(self) -> bool:
        """Whether what a seat does follows from its own hand alone.

        Then a deal played with the hands rotated can be settled in every seating of the bots, not only in those played.
        """

    @property
    def rounds_stand_alone(self) -> bool:
        """Whether rounds have nothing to do with each other; if not, they are played one at a time."""

    def rules(self) -> dict[str, Any]:
        """Return the whole rule set as wire data."""

    def refuses(self, seats: int) -> Said | None:
        """Return why this number of seats cannot play, or None if it can."""

    def start(self, seed: bytes, number: int, seats: int) -> State[Action]:
        """Deal round `number`, from 1, from the deal seed, as a round by itself: those of duplicate matches are."""

    def follow(self, seed: bytes, number: int, seats: int, before: State[Action] | None) -> State[Action]:
        """Deal round `number` after `before`, the end of the round before it; None stands before the first."""

    def pack(self, actions: Sequence[Action | None]) -> bytes:
        """Return what a seat did in a round, in order, in a few bytes for the record.

        None stands for a decision that was settled without its answer.
        """

    def unpack(self, data: bytes) -> Sequence[Action | None]:
        """Return what a seat did in a round from its packed bytes."""
