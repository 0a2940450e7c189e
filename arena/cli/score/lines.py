"""The lines of `arena score`: rounds read from JSON and results written as JSON.

A transfer or a seat takes few forms in JSON, so each is written once and then looked up.
"""

from functools import lru_cache
from typing import Any, Final

import msgspec

from arena.games import SCORERS
from arena.shisanshui.cards import CardError, card
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.rounds import LaidSeat, ScoredRound
from arena.shisanshui.rows import ROW_TYPE_IDS, TYPE_SHIFT
from arena.shisanshui.ruleset import RuleSet, load_rules, rules_from
from arena.shisanshui.settlement import ROWS, Move, transfer_data
from protocol.text import Said, nearest
from protocol.typed import TypedError, convert

MOST_BYTES_OF_LINE = 1 << 20
_KEYS: Final = {"rules": Said("a rule set's name or an object"), "seats": Said("a list with an object for each seat")}
_SEAT_KEYS: Final = LaidSeat.__struct_fields__
_ALIKE: Final = 0.75
_OURS: Final = Shisanshui.name


class LaidRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line. `rules` is a rule set's name or a rule set as an object.

    `water` and `note` stand in published rounds and are ignored; a line with other keys is read slowly.
    """

    rules: msgspec.Raw
    seats: list[LaidSeat]
    water: msgspec.Raw | None = None
    note: msgspec.Raw | None = None


class RuleBook:
    """The rule sets met so far, by the JSON that names them or writes them out."""

    def __init__(self) -> None:
        self._known: dict[bytes, RuleSet] = {}

    def rules(self, written: msgspec.Raw) -> RuleSet:
        """Raises TypedError when there is no such rule set."""
        key = bytes(written)
        if key not in self._known:
            if len(self._known) == MOST_RULE_SETS:
                self._known.clear()
            self._known[key] = _rules(key)
        return self._known[key]


MOST_RULE_SETS = 1024
"""Kept at a time, since every line may bring its own."""


def _rules(written: bytes) -> RuleSet:
    data = msgspec.json.decode(written)
    if isinstance(data, dict):
        return rules_from(data)
    if not isinstance(data, str):
        raise TypedError("rules: a rule set's name or an object is expected, got {given}", given=written.decode())
    try:
        return load_rules(data)
    except TypedError as error:
        raise TypedError("rules: {fault}", fault=error) from None


class Reader:
    """Reads rounds."""

    def __init__(self) -> None:
        self._decoder = msgspec.json.Decoder(LaidRound)

    def read(self, line: bytes) -> LaidRound:
        """The round of a line. Raises TypedError that names the key."""
        try:
            return self._decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return _read_slowly(line)


_ENCODER = msgspec.json.Encoder()


def write(rules: RuleSet, scored: ScoredRound) -> bytes:
    """A scored round as JSON: water and chips by seat, what each seat held, and every transfer."""
    water = scored.settlement.water
    chips = rules.base * rules.multiplier
    return _ENCODER.encode(
        {
            "water": water,
            "chips": water if chips == 1 else [amount * chips for amount in water],
            "seats": [
                _seat(hand.outcome, hand.special, *[value >> TYPE_SHIFT for value in hand.rows or ()])
                for hand in scored.hands
            ],
            "transfers": [*map(_transfer, scored.settlement.moves)],
        }
    )


@lru_cache(maxsize=1 << 12)
def _seat(outcome: str, special: str | None, *types: int) -> msgspec.Raw:
    rows = [ROW_TYPE_IDS[kind] for kind in types] or None
    return msgspec.Raw(_ENCODER.encode({"outcome": outcome, "special": special, "rows": rows}))


@lru_cache(maxsize=1 << 14)
def _transfer(move: Move) -> msgspec.Raw:
    return msgspec.Raw(_ENCODER.encode(transfer_data(move)))


def _read_slowly(line: bytes) -> LaidRound:
    """Read a line again for an error that names the key."""
    if len(line) >= MOST_BYTES_OF_LINE:
        raise TypedError("longer than {most} MiB", most=MOST_BYTES_OF_LINE >> 20)
    try:
        data = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise TypedError("not JSON: {fault}", fault=error) from None
    if not isinstance(data, dict):
        raise TypedError('an object with "rules" and "seats" is expected')
    _check_keys(data)
    for place, seat in enumerate(data["seats"]):
        _check_texts(place, seat)
    seats = [convert(seat, LaidSeat, f"seats[{place}]") for place, seat in enumerate(data["seats"])]
    return LaidRound(msgspec.Raw(msgspec.json.encode(data["rules"])), seats)


def other_game(line: bytes) -> dict[str, Any] | None:
    """Return the data of a line that names another game than Shisanshui; None for any other line.

    Raises TypedError for a game that there is not.
    """
    try:
        data = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    game = data.get("game", _OURS) if isinstance(data, dict) else _OURS
    if game == _OURS:
        return None
    if game not in SCORERS:
        raise TypedError('game: expected "{name}", got "{game}"', name='" or "'.join([_OURS, *SCORERS]), game=str(game))
    found: dict[str, Any] = data
    return found


def _check_keys(data: dict[str, Any]) -> None:
    """Users may add keys of their own, but one that resembles a key of a line or a seat is taken for a slip."""
    for key in data:
        if key in _KEYS:
            continue
        near = nearest(key, [*_KEYS, *_SEAT_KEYS], _ALIKE)
        if near in _SEAT_KEYS:
            raise TypedError('unknown key "{key}"; did you mean "{near}", in a seat?', key=key, near=near)
        if near is not None:
            raise TypedError('unknown key "{key}"; did you mean "{near}"?', key=key, near=near)
    for key, words in _KEYS.items():
        if key not in data:
            raise TypedError('"{key}" is missing; {expected} is expected', key=key, expected=words)
    if not isinstance(data["seats"], list):
        raise TypedError('"seats": {expected} is expected', expected=_KEYS["seats"])


def _check_texts(place: int, seat: object) -> None:
    """Name a text that is not a card, whatever else is wrong with the seat."""
    for row in ROWS:
        texts = seat.get(row) if isinstance(seat, dict) else None
        for text in texts if isinstance(texts, list) else []:
            if isinstance(text, str):
                try:
                    card(text)
                except CardError as error:
                    raise TypedError("seats[{place}].{row}: {fault}", place=place, row=row, fault=error) from None
