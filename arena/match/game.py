"""The seam between the arena and a game.

A game is a pure state machine: it reads no clock, opens no file and draws no chance of its own. It asks decisions of
one seat or of several at once, checks an action, applies what was decided and says who owes whom. Nothing is ever
resolved by the order in which answers arrive.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from protocol.text import Said

Action = TypeVar("Action")
ActionOut_co = TypeVar("ActionOut_co", covariant=True)


class Transfer(Protocol):
    """`amount` moves from one seat to another; None stands for the table, which pays and takes for escapes.

    A game brings its own value of this shape (a NamedTuple will do), so that it need not import the arena.
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
    """One decision to be asked now; a value of the game's own, as with `Transfer`."""

    @property
    def seat(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def default(self) -> ActionOut_co:
        """What is taken when no answer comes in time."""

    @property
    def legal(self) -> list[Any] | None:
        """Every legal action as wire data, or None when there are too many to list."""

    @property
    def budget(self) -> int:
        """How many times the match's time for a decision it may take."""


class State(Protocol[Action]):
    """A position of the game. States are values: `apply` leaves the old one as it was."""

    def pending(self) -> Sequence[Decision[Action]]:
        """The decisions to be asked now; empty when the game is over."""

    def observe(self, seat: int) -> dict[str, Any]:
        """Everything the seat may know, as wire data."""

    def check(self, seat: int, action: Action) -> str | None:
        """Why the action is not legal, in words for its author, or None when it is."""

    def apply(self, actions: Mapping[int, Action]) -> "State[Action]":
        """The state after every pending decision has been taken as given."""

    def events(self, detail: str) -> list[dict[str, Any]]:
        """What led to this state, for all seats, as wire data; `detail` is "water" or "full"."""

    def ledger(self) -> Sequence[Transfer]:
        """The transfers that led to this state."""

    def water(self) -> Sequence[int]:
        """What each seat has won or lost so far."""


class Game(Protocol[Action]):
    """A game under one rule set."""

    name: str
    action_type: Any
    """The type by which an action on the wire is decoded; anything else is malformed."""
    escape: Action
    """The action of a seat that has left the table."""
    forfeit: Action
    """The action of a seat whose answer was not legal."""

    @property
    def most_seats(self) -> int:
        """How many can sit at a table."""

    def rules(self) -> dict[str, Any]:
        """The whole rule set as wire data."""

    def refuses(self, seats: int) -> Said | None:
        """Why so many seats cannot play, or None."""

    def start(self, seed: bytes, number: int, seats: int) -> State[Action]:
        """Round `number` (from 1), dealt from the deal seed."""

    def pack(self, action: Action) -> bytes:
        """The action in a few bytes, for the record."""

    def unpack(self, data: bytes) -> Action:
        """The inverse of `pack`."""
