"""A rule set (规则) as typed data. Every value of the game is one of its keys; `rules/standard.toml` documents them.

`ruleset` reads rule sets from files and objects; this module says what a rule set is and which ones are impossible.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from arena.shisanshui.cards import BIG_JOKER, NUMBERS, SMALL_JOKER, SUITS
from arena.shisanshui.rows import FRONT_TYPES, ROW_TYPE_IDS, RowType
from arena.shisanshui.specials import BITS
from protocol.text import Listed, Said, did_you_mean
from protocol.typed import TypedError

HAND_SIZE: Final = 13
FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 8

Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]


class RulesError(TypedError):
    """A rule set that cannot be read or played; the message names file, key and reason."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards dealt from. Jokers alternate, the big one first."""

    packs: Annotated[int, msgspec.Meta(ge=1, le=8)]
    extra_suits: Annotated[list[Literal["s", "h", "d", "c"]], msgspec.Meta(max_length=8)]
    jokers: Annotated[int, msgspec.Meta(ge=0, le=8)]

    def cards(self) -> list[int]:
        """Return every card: pack after pack in order, the extra suits, the jokers.

        >>> len(Deck(packs=1, extra_suits=["d"], jokers=2).cards())
        67
        """
        extra = [4 * rank + SUITS.index(suit) for suit in self.extra_suits for rank in range(13)]
        jokers = [BIG_JOKER if place % 2 == 0 else SMALL_JOKER for place in range(self.jokers)]
        return list(range(52)) * self.packs + extra + jokers


class RowWaters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The water of a row by its type; a type that is not named is worth 1."""

    front: dict[str, int]
    middle: dict[str, int]
    back: dict[str, int]


class SpecialHands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds that count, highest first, and the water each wins from every other player."""

    order: list[str]
    water: dict[str, int]


class HomeRun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bonus: Count | dict[str, int]
    multiply: bool
    double: bool

    def bonus_at(self, players: int) -> int:
        """Return what each opponent pays on top at a table of `players`."""
        if isinstance(self.bonus, int):
            return self.bonus
        return self.bonus.get(str(players), self.bonus.get("default", 0))


class Escape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pays: Count
    each_gains: Count


class RankedSpecial(NamedTuple):
    """A special hand at its place in a rule set, 0 the highest."""

    bit: int
    id: str | None
    place: int
    water: int


class Scoring(msgspec.Struct, frozen=True):
    """The tables of evaluation, made once a rule set."""

    strict: bool
    may_decline: bool
    front: tuple[int, ...]
    """Water by row type."""
    middle: tuple[int, ...]
    back: tuple[int, ...]
    specials: tuple[RankedSpecial, ...]
    """In the rule set's order."""
    counted: int
    """The mask of the kinds that count."""
    horse: int
    """The horse's card, or -1."""


class RuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All of a game's rules. See `rules/standard.toml` for what each key means and where it comes from."""

    name: str
    chinese: str
    notes: list[str]
    notes_chinese: list[str]
    equal_rows: Literal["legal", "foul"]
    row_water: Literal["table-max", "winner"]
    declare: Literal["auto", "optional"]
    all_special: Literal["ranked", "median", "pairwise"]
    foul_is_shot: bool
    gun: Literal["table", "double"] | Count
    guns_with_specials: bool
    horse: str
    base: Positive
    multiplier: Positive
    deck: Deck
    water: RowWaters
    specials: SpecialHands
    home_run: HomeRun
    escape: Escape

    @cached_property
    def scoring(self) -> Scoring:
        """The tables of evaluation."""

        def by_type(waters: Mapping[str, int]) -> tuple[int, ...]:
            return tuple(waters.get(kind, 1) for kind in ROW_TYPE_IDS)

        specials = tuple(
            RankedSpecial(BITS[kind], kind, place, self.specials.water[kind])
            for place, kind in enumerate(self.specials.order)
        )
        return Scoring(
            strict=self.equal_rows == "foul",
            may_decline=self.declare == "optional",
            front=by_type(self.water.front),
            middle=by_type(self.water.middle),
            back=by_type(self.water.back),
            specials=specials,
            counted=sum(special.bit for special in specials),
            horse=NUMBERS[self.horse] if self.horse else -1,
        )

    @cached_property
    def most_seats(self) -> int:
        """The most players the deck serves, at most eight."""
        return min(MOST_SEATS, len(self.deck.cards()) // HAND_SIZE)

    def refuses(self, seats: int) -> Said | None:
        """Say why `seats` players cannot play by this rule set, or return None.

        >>> from arena.shisanshui.ruleset import load_rules
        >>> str(load_rules("standard").refuses(1))
        '2 to 8 bots can play at a table, not 1'
        """
        if not FEWEST_SEATS <= seats <= MOST_SEATS:
            return Said(
                "{least} to {most} bots can play at a table, not {seats}",
                least=FEWEST_SEATS,
                most=MOST_SEATS,
                seats=seats,
            )
        if seats > self.most_seats:
            return Said(
                '{seats} seats: the deck of rule set "{rules}" holds {cards} cards and serves {most}; '
                "five-players, six-players or two-packs (up to eight) serve more",
                seats=seats,
                rules=self.name,
                cards=len(self.deck.cards()),
                most=self.most_seats,
            )
        return None


def data_of(rules: RuleSet) -> dict[str, Any]:
    """Return the whole rule set as plain data; `rules_from` makes an equal one of it."""
    data = msgspec.to_builtins(rules)
    assert isinstance(data, dict)
    return data


def fault_in(rules: RuleSet) -> Said | None:
    """Say why a well-typed rule set cannot be played, naming the key, or return None."""
    return next(_faults(rules), None)


def _faults(rules: RuleSet) -> Iterator[Said]:
    if not rules.name:
        yield Said("name: must not be empty")
    yield from _row_water_faults(rules.water)
    yield from _special_faults(rules.specials)
    bonus = rules.home_run.bonus
    if isinstance(bonus, dict):
        yield from _bonus_faults(bonus)
    if rules.horse:
        card = NUMBERS.get(rules.horse)
        if card is None:
            yield Said('horse: "{card}" is no card; one such as "5h" is expected, or "" for none', card=rules.horse)
        elif card not in range(52):
            yield Said("horse: a joker is no horse")


def _row_water_faults(water: RowWaters) -> Iterator[Said]:
    front = [RowType(kind).id for kind in FRONT_TYPES]
    places: tuple[tuple[str, dict[str, int], Iterable[str]], ...] = (
        ("front", water.front, front),
        ("middle", water.middle, ROW_TYPE_IDS),
        ("back", water.back, ROW_TYPE_IDS),
    )
    for place, waters, known in places:
        for kind in waters:
            if kind not in known:
                yield Said(
                    'water.{row}: unknown row type "{kind}"; {advice}',
                    row=place,
                    kind=kind,
                    advice=_advice(kind, known),
                )
        yield from _negative(f"water.{place}", waters)


def _special_faults(specials: SpecialHands) -> Iterator[Said]:
    for key, kinds in (("order", specials.order), ("water", list(specials.water))):
        for kind in kinds:
            if kind not in BITS:
                yield Said(
                    'specials.{key}: unknown hand "{kind}"; {advice}', key=key, kind=kind, advice=_advice(kind, BITS)
                )
    yield from _negative("specials.water", specials.water)
    for place, kind in enumerate(specials.order):
        if kind in specials.order[:place]:
            yield Said(
                'specials.order: "{kind}" has two places, {first} and {second}',
                kind=kind,
                first=specials.order.index(kind) + 1,
                second=place + 1,
            )
        if kind not in specials.water:
            yield Said('specials.water: no water for "{kind}", which specials.order names', kind=kind)


def _bonus_faults(bonus: Mapping[str, int]) -> Iterator[Said]:
    players = [str(count) for count in range(FEWEST_SEATS, MOST_SEATS + 1)]
    for key in bonus:
        if key not in (*players, "default"):
            yield Said(
                'home_run.bonus: unknown key "{key}"; a number of players from 2 to 8 or "default" is expected', key=key
            )
    yield from _negative("home_run.bonus", bonus)
    if "default" not in bonus and not all(key in bonus for key in players):
        yield Said('home_run.bonus: "default" is missing, for the numbers of players that are not named')


def _negative(place: str, waters: Mapping[str, int]) -> Iterator[Said]:
    for key, water in waters.items():
        if water < 0:
            yield Said("{place}.{key}: {water} water; 0 or more is expected", place=place, key=key, water=water)


def _advice(word: str, known: Iterable[str]) -> Said:
    words = list(known)
    return did_you_mean(word, words) or Said("known: {known}", known=Listed(words))
