"""Makes the tables of the arranger: `make tables`.

The same file comes out every time. It takes some minutes; what changes from turn to turn is printed.
"""

import sys
from pathlib import Path
from typing import Final, NamedTuple

from arena.shisanshui.arranger.learning.learner import DealtHands, deal_hands, learn, record
from arena.shisanshui.arranger.population import FILE, Library, Shares, write
from arena.shisanshui.ruleset import load_rules

SEED: Final = 13
TURNS: Final = 16
SHARES: Final = Shares(greedy=0.14, row_by_row=0.4)


class Lesson(NamedTuple):
    """What is learned: how many hands to learn from, and how many of them to keep."""

    rules: str
    players: int
    hands: int
    kept: int


LESSONS: Final = (
    Lesson("standard", 4, 12_000, 8192),
    Lesson("common", 4, 12_000, 4096),
    Lesson("five-players", 5, 3_072, 3072),
    Lesson("six-players", 6, 3_072, 3072),
    Lesson("two-packs", 8, 3_072, 3072),
    Lesson("wild", 4, 2_048, 2048),
)
"""Decks and ways to pay that are arranged for differently; the first one stands in for whatever has none of its own."""


def main(path: Path) -> None:
    """Learn every lesson and write what was learned."""
    found = Library({}, {})
    dealt: dict[tuple[str, int], DealtHands] = {}
    for lesson in LESSONS:
        rules = load_rules(lesson.rules)
        key = f"{rules.deck} {rules.scoring.strict}", lesson.hands
        hands = dealt.get(key) or dealt.setdefault(key, deal_hands(rules, lesson.hands, SEED))
        kinds, changed = learn(rules, lesson.players, hands, TURNS, SHARES, lesson.kept)
        shares = " ".join(f"{share:.1%}" for share in changed)
        print(f"{lesson.rules}: laid otherwise than the turn before: {shares}", flush=True)
        found.kinds[lesson.rules] = kinds
        found.learnt[lesson.rules] = record(rules, lesson.players, SEED, lesson.hands, TURNS, SHARES)
    write(path, found)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
