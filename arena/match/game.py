"""The interface between the arena and a game.

A game is a pure state machine: it reads no clock, opens no file and draws no random numbers of its own. It asks one
seat or several at once for decisions, checks actions, applies the decisions and says who owes whom. The order in which
answers arrive never matters.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from protocol.text import Said

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
    def legal(self) -> list[Any] | None:
        """Every legal action as wire data, or None if there are too many to list."""

    @property
    def budget(self) -> int:
        """The time for it, in multiples of the match's time for a decision."""


class State(Protocol[Action]):
    """A position of the game. States are values: `apply` does not change the old one."""

    def pending(self) -> Sequence[Decision[Action]]:
        """Return the decisions to be asked now; none if the game is over."""

    def observe(self, seat: int) -> dict[str, Any]:
        """Return everything the seat may know, as wire data."""

    def check(self, seat: int, action: Action) -> str | None:
        """Return why the action is illegal, in words for the bot's author, or None if it is legal."""

    def apply(self, actions: Mapping[int, Action]) -> "State[Action]":
        """Return the state after every pending decision was taken as given."""

    def events(self, detail: str) -> list[dict[str, Any]]:
        """Return the events that led to this state, for all seats, as wire data; `detail` is "water" or "full"."""

    def ledger(self) -> Sequence[Transfer]:
        """Return the transfers that led to this state."""

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
    def escape(self) -> Action:
        """The action of a seat whose bot is gone."""

    @property
    def forfeit(self) -> Action:
        """The action of a seat whose answer was illegal."""

    @property
    def most_seats(self) -> int:
        """How many can sit at a table."""

    def rules(self) -> dict[str, Any]:
        """Return the whole rule set as wire data."""

    def refuses(self, seats: int) -> Said | None:
        """Return why this number of seats cannot play, or None if it can."""

    def start(self, seed: bytes, number: int, seats: int) -> State[Action]:
        """Deal round `number`, from 1, from the deal seed."""

    def pack(self, action: Action) -> bytes:
        """Return the action in a few bytes, for the record."""

    def unpack(self, data: bytes) -> Action:
        """Return the action from its packed bytes."""
