"""The median settlement of a table where everybody holds a special hand (4.3): the lower half pays the upper half."""

from collections.abc import Sequence
from itertools import groupby

from arena.shisanshui.evaluation import Hand


def median(hands: Sequence[Hand], special: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return the payments as (from, to, water) among four or more seats whose hands are all special."""
    ranking = sorted(special, key=lambda seat: (hands[seat].place, seat))
    by_place = _by_place(len(ranking), hands[ranking[0]].special_water)
    shares: dict[int, int] = {}
    for _, equal in groupby(ranking, key=lambda seat: hands[seat].place):
        seats = list(equal)
        total = sum(by_place[len(shares) : len(shares) + len(seats)])
        each, left = divmod(total, len(seats))
        shares.update((seat, each + (nth < left)) for nth, seat in enumerate(seats))
    return _payments(shares)


def _by_place(players: int, water: int) -> list[int]:
    """Return what each place wins, place 1 first: the pivot is half the number of players, and distances round up."""
    below = [max(0, (2 * place - players + 1) // 2) for place in range(1, players + 1)]
    above = [max(0, (players - 2 * place + 1) // 2) for place in range(1, players + 1)]
    pot = sum(below) * water
    shares = [pot * weight // sum(above) for weight in above]
    shares[0] += pot - sum(shares)
    return [share - distance * water for share, distance in zip(shares, below, strict=True)]


def _payments(shares: dict[int, int]) -> list[tuple[int, int, int]]:
    """Yield payments that give each seat its share: the lowest place pays the highest first."""
    payments = []
    winners = [[seat, share] for seat, share in shares.items() if share > 0]
    for payer, share in reversed(shares.items()):
        due = -share
        for winner in winners:
            paid = min(due, winner[1])
            if paid > 0:
                payments.append((payer, winner[0], paid))
                winner[1] -= paid
                due -= paid
    return payments
