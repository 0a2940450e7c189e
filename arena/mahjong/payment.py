"""Who pays whom how much, for a win and for a kong (E5, H9, H10, G3, G13–G18, R2, R4)."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from arena.mahjong.dealing import SEATS
from arena.mahjong.rule_model import Rules
from arena.mahjong.tiles import tile
from arena.mahjong.wins import Win

KongReason = Literal["ming", "an", "special", "bu", "dadan_ming", "dadan_an"]
DADAN: Final = frozenset(tile(text) for text in ("1s", "1p", "C", "F", "P"))
"""The tiles of a 大蛋."""


class Transfer(NamedTuple):
    """`amount` moves from one seat to another."""

    source: int
    target: int
    amount: int
    reason: str


def reason_of(kind: Literal["ming", "an"], kong_of: int) -> KongReason:
    """Return what a kong of four equal tiles is paid as."""
    if kind == "an":
        return "dadan_an" if kong_of in DADAN else "an"
    return "dadan_ming" if kong_of in DADAN else "ming"


def kong(rules: Rules, seat: int, reason: KongReason, feeder: int | None = None) -> Iterator[Transfer]:
    """Yield what the seat is paid for a kong: by all others, or by whoever fed it where the rules say so (R5)."""
    amount = rules.base * int(getattr(rules.kong, reason))
    others = [other for other in range(SEATS) if other != seat]
    if feeder is not None and rules.kong.payer == "feeder":
        amount, others = amount * len(others), [feeder]
    if amount:
        yield from (Transfer(other, seat, amount, reason) for other in others)


def win(rules: Rules, dealer: int, winner: int, source: int | None, won: Win) -> Iterator[Transfer]:
    """Yield what the winner is paid: by the seat that gave the tile, or by all others."""
    for payer in [other for other in range(SEATS) if other != winner] if source is None else [source]:
        fan = won.worth
        fan += rules.fan.dealer if dealer in {winner, payer} else 0
        fan += rules.fan.discarder if payer == source else 0
        yield Transfer(payer, winner, rules.base << (min(fan, rules.cap_fan) if rules.cap_fan else fan), "win")


def water_of(transfers: Iterator[Transfer] | tuple[Transfer, ...]) -> list[int]:
    """Return what each seat wins or loses by these."""
    water = [0] * SEATS
    for source, target, amount, _ in transfers:
        water[source] -= amount
        water[target] += amount
    return water
