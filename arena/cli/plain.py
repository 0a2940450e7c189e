"""Text that bots sent or wrote, before it reaches a terminal."""


def printable(text: str) -> str:
    """`text` with every control character, which a terminal would obey, replaced."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
