"""The organizer's page names every key there is, with the default it has."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from tournaments.config import BotSection, TournamentFile
from tournaments.cup import CupMatchSection, TournamentSection
from tournaments.stages import SECTIONS

PAGE = (Path(__file__).parents[1] / "docs" / "run-a-cup.md").read_text()
EXAMPLE = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0]


@pytest.mark.parametrize("section", [TournamentSection, CupMatchSection, BotSection, *SECTIONS.values()])
def test_every_key_is_named(section: type[msgspec.Struct]) -> None:
    keys = [field.encode_name for field in msgspec.structs.fields(section)]
    assert [key for key in keys if not re.search(rf"\b{key}\b", PAGE)] == []


def test_the_example_shows_the_defaults() -> None:
    shown = tomllib.loads(EXAMPLE)
    given = msgspec.convert(shown["match"], CupMatchSection)
    assert given == CupMatchSection()
    assert msgspec.convert(shown, TournamentFile).tournament.seeding == TournamentSection(name="x").seeding


def test_every_format_has_its_row() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(SECTIONS)
