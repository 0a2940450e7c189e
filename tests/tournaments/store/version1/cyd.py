"""A bot without a folder: lays its cards as they come."""

from protocol.sdk import Bot


class Cyd(Bot):
    name = "cyd"

    def arrange(self, hand, table):
        return [hand[:3], hand[3:8], hand[8:]]


if __name__ == "__main__":
    Cyd().run()
