"""What `pip install .` makes: the same arena, its busiest modules as machine code where there is a compiler."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT

WHERE = "import arena.match.leg as module; print(module.__file__)"
BUSIEST = ("tests/arena/match", "tests/arena/shisanshui", "tests/arena/referee")


def installed(folder: Path, **variables: str) -> Path:
    """Install the packages into `folder / "installed"`, from a copy of the checkout."""
    source = folder / "source"
    skipped = shutil.ignore_patterns(".*", "build", "runs", "node_modules", "__pycache__")
    shutil.copytree(ROOT, source, ignore=skipped, symlinks=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*pip, "--disable-pip-version-check", "--target", str(folder / "installed"), str(source)],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / "installed"


def module_of(place: Path) -> str:
    """The file that a busy module of the arena in `place` is loaded from."""
    words = [sys.executable, "-c", WHERE]
    return subprocess.run(words, cwd=place, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler")
def test_compiled_it_passes_the_tests_of_rules_match_and_referee(tmp_path: Path) -> None:
    place = installed(tmp_path)
    assert module_of(place).endswith(".so")
    for name in ("tests", "benchmarks", "docs"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", place)
    words = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", "-m", "not long", *BUSIEST]
    done = subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:]


@pytest.mark.long
@pytest.mark.parametrize("variables", [{"CC": "/nowhere/cc"}, {"ARENA_PURE": "1"}], ids=["no compiler", "not wanted"])
def test_without_a_compiler_the_same_is_installed_as_python(variables: dict[str, str], tmp_path: Path) -> None:
    place = installed(tmp_path, **variables)
    assert module_of(place).endswith("leg.py")
    assert not list(place.rglob("*.so"))


def test_in_a_checkout_nothing_is_compiled_so_that_edits_count() -> None:
    assert module_of(ROOT) == str(ROOT / "arena/match/leg.py")
