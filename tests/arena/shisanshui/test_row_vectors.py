"""How rows compare: what `docs/rules.md` says, its program and the published vectors are what the arena does."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest

from arena.shisanshui.cards import TEXTS, cards
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.rows import RowType, row_type, row_value
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.ruleset import load_rules, rules_from
from tests.places import DOCS, ROOT

RULES: Final = (DOCS / "rules.md").read_text(encoding="utf-8")


def read(name: str) -> list[dict[str, Any]]:
    text = (ROOT / "protocol" / "vectors" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


ROWS: Final = read("rows.jsonl")
LAID: Final = read("laid.jsonl")


@pytest.fixture(scope="module")
def program() -> dict[str, Callable[..., Any]]:
    """The functions of the program that the page shows."""
    found: dict[str, Any] = {}
    [code] = [text for text in re.findall(r"```python\n(.*?)```", RULES, re.DOTALL) if "def readings" in text]
    exec(code, found)
    return found


def agrees_with_the_order(values: list[Any]) -> bool:
    """Whether values, one a line of the vectors, lie as `order` says, neighbour by neighbour."""
    steps = zip(ROWS, ROWS[1:], values, values[1:], strict=False)
    return all(
        (low < high, low == high) == (one["order"] < two["order"], one["order"] == two["order"])
        for one, two, low, high in steps
    )


def test_the_vectors_have_every_type_and_rows_of_both_sizes() -> None:
    assert {row["type"] for row in ROWS} == {kind.id for kind in RowType}
    assert {len(row["row"]) for row in ROWS} == {3, 5}
    assert [row["order"] for row in ROWS] == sorted(row["order"] for row in ROWS)


def test_the_arena_ranks_the_rows_as_the_vectors_say() -> None:
    values = [row_value(cards(row["row"])) for row in ROWS]
    assert agrees_with_the_order(values)
    assert [row_type(value).id for value in values] == [row["type"] for row in ROWS]


def test_the_program_ranks_the_rows_as_the_vectors_say(program: dict[str, Callable[..., Any]]) -> None:
    values = [program["value"](row["row"]) for row in ROWS]
    assert agrees_with_the_order(values)
    assert [RowType(value[0]).id for value in values] == [row["type"] for row in ROWS]


@pytest.mark.parametrize("hand", LAID, ids=lambda hand: f"{hand['rules']}: {hand['why']}")
def test_hands_foul_as_the_vectors_say(hand: dict[str, Any], program: dict[str, Callable[..., Any]]) -> None:
    rules = load_rules(hand["rules"])
    laid = cards(hand["front"] + hand["middle"] + hand["back"])
    assert Counter(laid) <= Counter(rules.deck.cards())
    assert evaluate(rules, laid).outcome == hand["outcome"]
    rows = program["rows"](hand["front"], hand["middle"], hand["back"], rules.equal_rows)
    assert (rows is None) == (hand["outcome"] == "foul")


@pytest.mark.parametrize("packs", [1, 2, 5])
def test_the_program_ranks_any_rows_as_the_arena_does(packs: int, program: dict[str, Callable[..., Any]]) -> None:
    chance, few = random.Random(packs), [card for card in range(52) if card // 4 in {0, 1, 2, 3, 4, 12}]
    drawn = [
        chance.sample(packs * pool, size)
        for pool in (few, [card for card in few if card % 4 == 1], list(range(52)))
        for size in (3, 5, 5)
        for _ in range(200)
        if size <= packs * len(pool)
    ]
    both = [(program["value"]([TEXTS[card] for card in row]), row_value(row)) for row in drawn]
    by_program = sorted(both, key=lambda pair: pair[0])
    assert [value for _, value in by_program] == sorted(value for _, value in both)
    assert len({tuple(found) for found, _ in both}) == len({value for _, value in both})


def test_the_program_reads_jokers_as_the_arena_does(program: dict[str, Callable[..., Any]]) -> None:
    chance = random.Random(13)
    unspecial: dict[str, RuleSet] = {
        equal: rules_from({"extends": "wild", "equal_rows": equal, "specials": {"order": []}})
        for equal in ("legal", "foul")
    }
    outcomes = set()
    for _ in range(150):
        natural = sorted(chance.sample(range(52), 12), key=lambda card: (chance.randrange(3), card))
        laid = [*natural, 53]
        place = chance.choice([0, 4, 12])
        laid[place], laid[12] = laid[12], laid[place]
        texts = [TEXTS[card] for card in laid]
        for equal, rules in unspecial.items():
            rows = program["rows"](texts[:3], texts[3:8], texts[8:], equal)
            outcomes.add("foul" if rows is None else "plain")
            assert evaluate(rules, laid).outcome == ("foul" if rows is None else "plain")
    assert outcomes == {"foul", "plain"}


def test_the_page_lists_the_types_as_they_rank() -> None:
    lines = re.findall(r"^\| (\d) \| .*? (\S+) `([\w-]+)` \| `([^`]+)` \|", RULES, re.MULTILINE)
    assert [(int(number), chinese, name) for number, chinese, name, _ in lines] == [
        (kind.value, kind.chinese, kind.id) for kind in RowType
    ]
    assert [row_type(row_value(cards(row.split()))) for *_, row in lines] == list(RowType)


def test_what_the_page_says_beats_something_does() -> None:
    def value(text: str) -> int:
        return row_value(cards(text.split()))

    page = " ".join(RULES.split())
    page = " ".join(RULES.split())
    pairs = re.findall(r"`((?:\w\w ){2,4}\w\w)` is below `((?:\w\w ){2,4}\w\w)`", page)
    pairs += [(low, high) for high, low in re.findall(r"`((?:\w\w ){4}\w\w)` beats `((?:\w\w ){4}\w\w)`", page)]
    assert len(pairs) == 2
    assert all(value(low) < value(high) for low, high in pairs)
    assert value("Ks Qh Th 9d 8c") < value("Ks Qh Jd")
    assert "above `Ks Qh Th 9d 8c`" in page
