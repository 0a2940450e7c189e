"""Level 0: limits and a session of its own, for bots that their starter trusts."""

from arena.isolation.level import Fitted, Places, Start
from arena.isolation.rlimits import lower, trusted_rlimits


class OwnSession:
    number = 0
    words = "limits only, trusted"
    seat_user = False
    places: Places | None = None
    keeps_legs_apart = False
    wrapped = False
    counted = False
    trusted = True

    def fit(self, start: Start) -> Fitted:
        rlimits = trusted_rlimits(start.limits)
        return Fitted(list(start.command), dict(start.environment), lambda: lower(rlimits))
