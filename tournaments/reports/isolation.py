"""In what the bots of a tournament were held, and what follows for a table from where they run."""

from tournaments.results.summary import Summary


def played_once(summary: Summary) -> list[str]:
    """The tables of a duplicate tournament that were not duplicate, because a remote bot sat there."""
    matches = summary.matches.items() if summary.cup.match.duplicate else ()
    return [match for match, stored in matches if not stored.settings.duplicate]


def held(summary: Summary) -> list[tuple[str, list[str]]]:
    """Level of isolation, in words that begin with its number, and the bots it was for; the weakest first.

    A bot that was held at several levels, on several machines say, stands under each.
    """
    bots: dict[str, set[str]] = {}
    for match in summary.matches.values():
        for name, words in zip(match.seats, match.result.isolation, strict=False):
            bots.setdefault(words, set()).add(name)
    return [(words, sorted(bots[words])) for words in sorted(bots)]
