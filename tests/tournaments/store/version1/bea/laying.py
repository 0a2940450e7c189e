"""A file of a bot's own beside its program."""

from collections import Counter


def by_suit(hand):
    """Front, middle and back; the commonest suit behind, whatever is in front."""
    suits = Counter(card[1] for card in hand)
    cards = sorted(hand, key=lambda card: (suits[card[1]], card[1], "23456789TJQKA".index(card[0])))
    return [cards[:3], cards[3:8], cards[8:]]
