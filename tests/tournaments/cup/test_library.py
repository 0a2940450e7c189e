"""Bots of the library in a tournament file."""

import shutil
from pathlib import Path

import pytest

from arena.bots.library import Library, Version
from arena.errors import ArenaError
from arena.records.manifest import digest_of, folder_manifest
from tests.places import ROOT
from tournaments.cup.file import load_cup

ENTRIES = """
[[bots]]
bot = "team-one/plain@1"
[[bots]]
bot = "team-one/plain"
name = "second"
"""


@pytest.fixture
def digest(tmp_path: Path) -> str:
    library = Library(tmp_path / "bot-library")
    with library.incoming(others=False) as folder:
        shutil.copytree(ROOT / "sample_bots/plain", folder, dirs_exist_ok=True)
        version = Version("team-one/plain@1", digest_of(folder_manifest(folder)), "2030-01-01", "4: x", 20)
        library.keep(folder, version)
    return version.digest


def cup_with(folder: Path, entries: str) -> Path:
    (folder / "cup.toml").write_text(f'[tournament]\nname = "Cup"\n{entries}')
    return folder / "cup.toml"


def test_a_bot_is_named_by_its_version(digest: str, tmp_path: Path) -> None:
    cup = load_cup(cup_with(tmp_path, ENTRIES))
    assert [(bot.name, bot.digest) for bot in cup.bots] == [("plain", digest), ("second", digest)]
    assert all(bot.built == [] for bot in cup.bots)


def test_a_version_that_is_not_there_is_told_with_those_that_are(digest: str, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r'bots\[0\].bot: .*no bot "team-one/plain@2"; known are: team-one/plain@1'):
        load_cup(cup_with(tmp_path, ENTRIES.replace("plain@1", "plain@2")))


def test_a_bot_is_named_in_one_way(digest: str, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match='expected either "path" or "bot"'):
        load_cup(cup_with(tmp_path, ENTRIES.replace('name = "second"', 'path = "bots/second"')))
