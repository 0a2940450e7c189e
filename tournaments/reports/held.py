"""In what the bots of a tournament were held, as every result says."""

from tournaments.summary import Summary


def held(summary: Summary) -> list[tuple[str, list[str]]]:
    """Level of isolation, in words that begin with its number, and the bots it was for; the weakest first.

    A bot that was held at several levels, on several machines say, stands under each.
    """
    bots: dict[str, set[str]] = {}
    for match in summary.matches.values():
        for name, words in zip(match.seats, match.result.isolation, strict=False):
            bots.setdefault(words, set()).add(name)
    return [(words, sorted(bots[words])) for words in sorted(bots)]
