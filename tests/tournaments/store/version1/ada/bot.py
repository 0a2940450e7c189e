"""Lays its cards by rank, the lowest in front."""

from protocol.sdk import Bot


class Ada(Bot):
    name = "ada"

    def arrange(self, hand, table):
        cards = sorted(hand, key=lambda card: ("23456789TJQKA".index(card[0]), card[1]))
        return [cards[:3], cards[3:8], cards[8:]]


if __name__ == "__main__":
    Ada().run()
