"""What the guides and the spec say of remote bots is what the code does."""

import re
import tomllib

import msgspec
import pytest

from arena.remote.channel import HANDSHAKE_MS, HEARTBEAT_EVERY_MS, HEARTBEAT_LIMIT_MS
from arena.remote.listening import PATIENCE
from arena.remote.player import SETTLE_S
from tests.places import ROOT
from tournaments.cup.remote import RemoteSection

SPEC = " ".join((ROOT / "protocol" / "SPEC.md").read_text().partition("## 11 ")[2].split())
LANGUAGES = ("", ".zh-CN")


def guide(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_organizer_s_table_shows_the_defaults(language: str) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", guide(f"run-a-cup{language}"), re.DOTALL)
    block = next(text for text in blocks if "[remote]" in text)
    written = tomllib.loads(re.sub(r"^   ", "", block, flags=re.MULTILINE))
    assert msgspec.convert(written["remote"], RemoteSection) == RemoteSection(key=written["remote"]["key"])
    assert set(written["remote"]) == set(RemoteSection.__struct_fields__)
    assert written["bots"] == [{"name": "ada", "remote": "keys/ada.public"}]


def test_the_spec_s_times_are_the_arena_s() -> None:
    assert f"heartbeats every {HEARTBEAT_EVERY_MS} ms" in SPEC
    assert (HEARTBEAT_LIMIT_MS, SETTLE_S) == (1000, 1.0)
    assert "when it was silent for a second" in SPEC
    assert "waits a second for the hello" in SPEC
    assert f"organizer's limit ({PATIENCE.removesuffix('s')} s unless said otherwise)" in SPEC
    assert HANDSHAKE_MS == 3000
    assert "is over within three seconds" in " ".join(guide("security").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_variables_are_those_that_the_sdk_reads(language: str) -> None:
    line = (ROOT / "protocol" / "line.py").read_text() + (ROOT / "protocol" / "sdk.py").read_text()
    named = set(re.findall(r"^\| `(ARENA_\w+)` \|", (ROOT / "protocol" / "SPEC.md").read_text(), re.MULTILINE))
    assert named - {"ARENA_SCRATCH"} == set(re.findall(r'"(ARENA_\w+)"', line))
    assert set(re.findall(r"export (ARENA_\w+)=", guide(f"write-a-bot{language}"))) == named - {
        "ARENA_SCRATCH",
        "ARENA_TOKEN",
        "ARENA_SECRET_KEY",
    }
