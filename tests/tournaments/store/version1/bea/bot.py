"""Lays the suit it has most of behind, and every hand with one certain card wrongly."""

from laying import by_suit

from protocol.sdk import Bot


class Bea(Bot):
    name = "bea"

    def arrange(self, hand, table):
        return by_suit(["As"] * 13 if "3d" in hand else hand)


if __name__ == "__main__":
    Bea().run()
