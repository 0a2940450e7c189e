"""Lays what the arena's own arranger finds best: expected water against players who arrange well themselves."""

from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.cards import cards
from arena.shisanshui.ruleset import rules_from
from protocol.sdk import Bot


class ExpertBot(Bot):
    name = "expert"
    event_detail = "none"

    def match_started(self, table):
        self.arranger = arranger(rules_from(table.rules), len(table.seats))

    def arrange(self, hand, table):
        laid = self.arranger.choose(cards(hand)).arrangement()
        return laid.front, laid.middle, laid.back, laid.decline


if __name__ == "__main__":
    ExpertBot().run()
