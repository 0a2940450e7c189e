"""Any level of isolation, with a control group for each start of a bot besides what the level does."""

from arena.isolation.cgroup import Groups
from arena.isolation.level import Fitted, Level, Start


class Grouped:
    """The kernel holds a bot's processes together to the limits on memory and processes, and ends them together."""

    def __init__(self, level: Level, groups: Groups) -> None:
        self.number = level.number
        self.words = f"{level.words} + cgroup"
        self.seat_user = level.seat_user
        self.places = level.places
        self.wrapped = level.wrapped
        # of what a bot has read the first time only the time of the next reading tells, and the group forgets it
        self.keeps_legs_apart = level.places is not None and groups.forgets()
        self.counted = True
        self.trusted = level.trusted
        self._level = level
        self._groups = groups

    def fit(self, start: Start) -> Fitted:
        return self._level.fit(start)._replace(group=self._groups.make(start.limits))
