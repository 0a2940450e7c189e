"""Level 1: a user id of the bot's own, for an arena that runs as root.

The user owns nothing but its scratch folder, so files, processes and memory of others are closed to it as the system
closes them to any other user. Network, abstract sockets and what the machine lets everybody write stay open.
"""

import os
from pathlib import Path
from typing import Final

from arena.isolation.level import Fitted, Places, Start
from arena.isolation.levels.kernel import no_new_privileges
from arena.isolation.rlimits import lower, stranger_rlimits

MOST_SEATS: Final = 16
_FAR: Final = (1_500_000_000, 4_194_304 * MOST_SEATS)
_NEAR: Final = (20_000, 40_000)
"""First id and how many: far from any account where the system has so many ids, else where accounts are rare."""


class SeatUser:
    number = 1
    words = "user of its own + limits"
    seat_user = True
    places: Places | None = None
    keeps_legs_apart = False
    wrapped = False
    counted = False
    trusted = False

    def fit(self, start: Start) -> Fitted:
        rlimits = stranger_rlimits(start.limits, own_user=True)

        def prepare() -> None:
            lower(rlimits)
            no_new_privileges()

        return Fitted(list(start.command), dict(start.environment), prepare, user=start.user)


def seat_user(bot: int) -> int:
    """A user and group id that no other bot of a match in play has: they follow from the referee's process id."""
    first, count = _FAR if _mapped(sum(_FAR)) else _NEAR
    return first + (os.getpid() * MOST_SEATS + bot) % count


def _mapped(highest: int) -> bool:
    ranges = [list(map(int, line.split())) for line in Path("/proc/self/uid_map").read_text().splitlines()]
    return any(inside <= _FAR[0] and highest <= inside + count for inside, _, count in ranges)
