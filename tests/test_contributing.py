"""CONTRIBUTING and CHANGELOG say what is so."""

import re
import tomllib

import pytest

from arena import __version__
from tests.places import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
PAGES = {"CONTRIBUTING.md": GUIDE, "CHANGELOG.md": CHANGES}


def test_every_target_of_make_is_told_and_is_there() -> None:
    made = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert made is not None
    assert set(re.findall(r"`make ([\w-]+)`", GUIDE)) == set(made[1].split())


@pytest.mark.parametrize(
    "place", sorted(set(re.findall(r"`((?:tests|docs|arena|tournaments|protocol)/[\w./]+)`", GUIDE)))
)
def test_every_place_that_is_named_exists(place: str) -> None:
    assert (ROOT / place).exists()


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)", PAGES[page]) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    titles = re.findall(r"^## (.*)$", CHANGES, re.MULTILINE)
    assert titles[0] == "Unreleased"
    version, _, date = titles[1].partition(" – ")
    assert version == project["version"] == __version__
    assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", date)


def test_entries_are_changes_features_or_fixes() -> None:
    assert set(re.findall(r"^### (.*)$", CHANGES, re.MULTILINE)) <= {"Changes", "Features", "Fixes"}
