"""The guide to security claims what a test tries, and nothing else."""

import re
from collections.abc import Iterator

import pytest

from arena.records.settings import LimitsSection
from tests.arena.isolation.attacks.table import BEGIN, END, GUIDE, LOUD, render, shown
from tests.arena.isolation.claims import ADVICE, CLAIMS, MEASURED
from tests.places import ROOT
from tournaments.cup.file import sections_of

KNOWN = [*CLAIMS, *MEASURED, *ADVICE]


def sentences(guide: str) -> Iterator[str]:
    """Every sentence and every row of a table outside the blocks of code, on a line of its own."""
    before, _, rest = guide.partition(BEGIN)
    text = re.sub(r"^ *```.*?^ *```\n", "\n", before + rest.partition(END)[2], flags=re.DOTALL | re.MULTILINE)
    for block in re.split(r"\n\s*\n|\n(?=- |\d\. |\| )", text):
        line = re.sub(r"^\d\. ", "", " ".join(block.split()))
        if line.startswith("| "):
            yield line
        elif line[:1] not in {"", "#", "|"}:
            yield from re.split(r"(?<=[.:;)])\s+(?=[A-Z`\[*])", line)


def test_every_sentence_is_tried_or_claims_nothing() -> None:
    assert [it for it in sentences(GUIDE.read_text("utf-8")) if not any(words in it for words in KNOWN)] == []


def test_nothing_is_tried_that_the_guide_does_not_say() -> None:
    said = " ".join(GUIDE.read_text("utf-8").split())
    assert [words for words in KNOWN if said.count(words) != 1] == []


@pytest.mark.parametrize("test", sorted({test for tests in CLAIMS.values() for test in tests}))
def test_the_tests_that_are_named_exist(test: str) -> None:
    file, _, name = test.partition("::")
    assert re.search(rf"^def {name}\(", (ROOT / "tests" / file).read_text("utf-8"), re.MULTILINE)


def test_the_guide_shows_what_the_attacks_are_held_to() -> None:
    assert shown(GUIDE.read_text("utf-8")) == render()
    tried = (ROOT / "tests/arena/isolation/test_limits.py").read_text("utf-8")
    tried += (ROOT / "tests/arena/isolation/test_attacks.py").read_text("utf-8")
    assert {attack.name for attack in LOUD} <= set(tried.split('"'))


def test_its_limits_are_the_defaults() -> None:
    (block,) = re.findall(r"```toml\n(\[match\].*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    least = '[tournament]\nname = "Cup"\n[[bots]]\npath = "a"\n'
    match = sections_of(least + block)["match"]
    assert match == sections_of(least)["match"]
    assert set(re.findall(r"^(\w+) += ", block, re.MULTILINE)) == {"isolation", *LimitsSection.__struct_fields__}
