"""Examples in docstrings do what they show."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.places import ROOT

PACKAGES = ("arena", "protocol", "tournaments")
SHOWN = {
    "arena.shisanshui.cards",
    "arena.shisanshui.evaluation",
    "arena.shisanshui.rows",
    "arena.shisanshui.settlement",
    "protocol.sdk",
    "tournaments.ratings.table",
}
"""Where a stranger starts reading, and finds an example."""


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


# only what has an example is imported, and only when its test runs
MODULES = sorted(
    module_of(path)
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


def test_the_first_modules_a_stranger_reads_have_examples() -> None:
    assert SHOWN - set(MODULES) == set()


@pytest.mark.parametrize("name", MODULES)
def test_examples_run_as_shown(name: str) -> None:
    results = doctest.testmod(import_module(name))
    assert results.attempted > 0
    assert results.failed == 0
