"""Lays what the arena's own arranger finds best: expected water against the others as they have played so far.

Who is seen to play simply is met as such; everybody else is taken to arrange well.
"""

from collections import deque

from arena.shisanshui.arranger.opponents import Opponents
from arena.shisanshui.cards import cards
from arena.shisanshui.ruleset import rules_from
from protocol.sdk import Bot

MOST_ROUNDS_READ = 32
"""Of those that are told before a decision: the latest. Each takes a few milliseconds to think about."""


class ExpertBot(Bot):
    name = "expert"
    event_detail = "water"

    def match_started(self, table):
        self.opponents = Opponents(rules_from(table.rules), len(table.seats))
        self.unread = deque(maxlen=MOST_ROUNDS_READ)

    def settled(self, event, table):
        self.unread.append(
            {
                seat: cards([*laid["front"], *laid["middle"], *laid["back"]])
                for seat, laid in enumerate(event["seats"])
                if seat != table.seat and laid["outcome"] == "plain" and not laid.get("stand_in")
            }
        )

    def arrange(self, hand, table):
        while self.unread:
            self.opponents.saw(self.unread.popleft())
        laid = self.opponents.arranger(table.seat).choose(cards(hand)).arrangement()
        return laid.front, laid.middle, laid.back, laid.decline


if __name__ == "__main__":
    ExpertBot().run()
