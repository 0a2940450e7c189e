"""What the READMEs say can be done, done as they say it, in a folder that holds only what they speak of."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.match.seeds import commitment
from tests.places import ROOT

READMES = ["README.md", "README.zh-CN.md"]


def commands_of(text: str) -> list[str]:
    return re.findall(r"^\$ (arena .*|echo .*)$", text, re.MULTILINE)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", [READMES[0], pytest.param(READMES[1], marks=pytest.mark.long)])
def test_every_command_works_as_written(name: str, tmp_path: Path) -> None:
    text = (ROOT / name).read_text()
    for shared in ("sample_bots", "tournaments"):
        (tmp_path / shared).symlink_to(ROOT / shared)
    for file, body in re.findall(r"```(?:python|toml)\n# (\S+)\n(.*?)```", text, re.DOTALL):
        (tmp_path / file).write_text(body)
    commands = commands_of(text)
    assert len(commands) >= 10
    if name != READMES[0]:
        # its own bot and cup are played; what has nothing to do with them need not be done twice
        done_before = commands_of((ROOT / READMES[0]).read_text())
        commands = [command for command in commands if command not in done_before or re.search(r"my_bot|cup", command)]
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "80"}
    for command in commands:
        done = subprocess.run(
            command, check=False, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        assert done.stdout.strip(), command
    assert (tmp_path / "runs/cup/report.md").exists()


@pytest.mark.parametrize("name", READMES)
def test_the_capture_is_of_one_real_run(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    [secret], committed = (
        re.findall(rf"^(?:{words}) +([0-9a-f]{{64}})$", text, re.MULTILINE | re.IGNORECASE)
        for words in ("secret|秘密值", "commitment|承诺值")
    )
    assert committed == [commitment(bytes.fromhex(secret))] * 2


@pytest.mark.parametrize("name", READMES)
def test_every_link_leads_somewhere(name: str) -> None:
    links = links_in(name)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_both_languages_link_to_the_same_pages() -> None:
    english, chinese = ({link.replace(".zh-CN", "") for link in links_in(name)} for name in READMES)
    assert chinese - {"docs/protocol.md"} == english


def links_in(name: str) -> list[str]:
    return re.findall(r"\]\(([^)#]+)", (ROOT / name).read_text(encoding="utf-8"))
