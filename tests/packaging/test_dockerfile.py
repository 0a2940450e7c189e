"""The Dockerfile: every instruction is checked, and it is built where a daemon runs."""

import json
import re
import shutil
import subprocess
from fnmatch import fnmatch
from typing import Final

import pytest

from tests.places import ROOT

KNOWN: Final = {"FROM", "WORKDIR", "RUN", "COPY", "USER", "ENTRYPOINT", "CMD"}
"""ADD fetches and unpacks unasked, ENV and ARG stay in the image, EXPOSE and VOLUME say nothing that is needed."""
TEXT: Final = (ROOT / "Dockerfile").read_text(encoding="utf-8")
LINES: Final = [line for line in re.sub(r"\\\n\s*", "", TEXT).splitlines() if line and not line.startswith("#")]
INSTRUCTIONS: Final = [tuple(line.split(None, 1)) for line in LINES]
IGNORED: Final = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
GUIDE: Final = (ROOT / "docs" / "run-a-cup.md").read_text(encoding="utf-8")


def of(kind: str) -> list[str]:
    return [words for name, words in INSTRUCTIONS if name == kind]


def test_it_has_no_instruction_that_is_not_checked_here() -> None:
    assert {name for name, _ in INSTRUCTIONS} == KNOWN
    assert INSTRUCTIONS[0][0] == "FROM"


def test_each_base_is_slim_has_a_version_and_is_one_that_the_project_supports() -> None:
    versions = re.findall(r'requires-python = ">=3\.(\d+)"', (ROOT / "pyproject.toml").read_text())
    for words in of("FROM"):
        base = re.fullmatch(r"python:3\.(\d+)-slim-bookworm(?: AS \w+)?", words)
        assert base is not None, words
        assert int(base[1]) >= int(versions[0])


@pytest.mark.parametrize("words", [words for words in of("RUN") if "apt-get" in words])
def test_packages_are_fetched_fresh_and_leave_no_lists(words: str) -> None:
    steps = [step.strip() for step in words.split("&&")]
    assert steps[0] == "apt-get update"
    assert steps[1].startswith("apt-get install --yes --no-install-recommends ")
    assert steps[2] == "rm -rf /var/lib/apt/lists/*"


@pytest.mark.parametrize("words", of("RUN"))
def test_what_is_run_leaves_no_cache_and_asks_for_no_other_user(words: str) -> None:
    assert "sudo" not in words
    assert "curl" not in words
    assert ("pip " not in words) or "--no-cache-dir" in words


@pytest.mark.parametrize("words", of("COPY"))
def test_what_is_copied_is_there_and_reaches_the_daemon(words: str) -> None:
    *sources, target = words.split()
    if sources[0].startswith("--from="):
        assert sources[0] == "--from=build"
        return
    assert target.startswith("/wheels") or not target.startswith("/")
    for source in sources:
        assert (ROOT / source).exists(), source
        assert f"!{source}" in IGNORED
        assert not any(fnmatch(source, pattern) for pattern in IGNORED[1:] if pattern[0] != "!")


def test_all_that_is_let_through_is_copied() -> None:
    copied = {source for words in of("COPY") for source in words.split()[:-1]}
    assert IGNORED[0] == "*"
    assert {name[1:] for name in IGNORED if name.startswith("!")} <= copied


def test_it_runs_as_nobody_special_in_a_folder_of_its_own() -> None:
    assert of("USER") == ["arena"]
    assert "useradd --create-home --uid 1000 arena" in of("RUN")[-2]
    assert all(folder.startswith("/") for folder in of("WORKDIR"))
    names = [name for name, _ in INSTRUCTIONS]
    assert names.index("USER") > len(names) - 1 - names[::-1].index("RUN")


def test_signals_reach_the_arena_itself() -> None:
    assert json.loads(of("ENTRYPOINT")[0]) == ["arena"]
    assert json.loads(of("CMD")[0]) == ["--help"]


@pytest.mark.parametrize(
    "words", ["docker build --tag arena .", "systempaths=unconfined", "seccomp=unconfined", "--init"]
)
def test_the_guide_says_how_to_start_it(words: str) -> None:
    assert words in GUIDE


@pytest.mark.long
@pytest.mark.timeout(900)
def test_it_is_built_and_plays_isolated() -> None:
    program = next((name for name in ("docker", "podman") if shutil.which(name)), "")
    if not program or subprocess.run([program, "info"], capture_output=True, check=False).returncode != 0:
        pytest.skip("neither docker nor podman runs here")
    built = subprocess.run(
        [program, "build", "--quiet", "--tag", "arena-under-test", "."],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    unmasked = {"docker": "systempaths=unconfined", "podman": "unmask=ALL"}[program]
    opened = [f"--security-opt={word}" for word in ("seccomp=unconfined", "apparmor=unconfined", unmasked)]
    script = (
        "arena new /tmp/a && arena new /tmp/b && arena play /tmp/a /tmp/b --isolation strong --no-record --logs /tmp/l"
    )
    run = [program, "run", "--rm", "--init", *opened, "--entrypoint", "sh", "arena-under-test", "-c", script]
    played = subprocess.run(run, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    assert "isolation 3" in played.stdout
