"""Deal seeds as `docs/deals.md` says them."""

import re

import pytest

from arena.match.seeds import deal_seed
from tests.places import DOCS

ROW = re.compile(r"^\| (?:`(.+?)`)? ?\| (?:`(.+?)`)? ?\| `([0-9a-f]{64})` \|$", re.MULTILINE)
VECTORS = ROW.findall((DOCS / "deals.md").read_text())


@pytest.mark.parametrize(("salt", "beacon", "seed"), VECTORS)
def test_a_seed_is_what_the_page_says(salt: str, beacon: str, seed: str) -> None:
    assert deal_seed(b"secret", ["bb", "aa"], "s1t1", salt, beacon).hex() == seed


def test_the_page_has_a_seed_of_each_kind() -> None:
    assert [(bool(salt), bool(beacon)) for salt, beacon, _ in VECTORS] == [
        (False, False),
        (True, False),
        (True, True),
    ]
