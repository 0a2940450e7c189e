"""A wheel holds every file of the packages, and the catalogues compiled, so that it needs no checkout."""

import os
import shutil
import subprocess
import sys
import zipfile
from gettext import GNUTranslations
from pathlib import Path

from tests.language.catalogue import LANGUAGE, file_of
from tests.language.messages import PACKAGES
from tests.places import ROOT

SOURCES = ("arena", "protocol", "sample_bots", "tournaments")
UNTRACKED = shutil.ignore_patterns("*.mo", "__pycache__", "node_modules", "build", "target", "runs")


def test_a_wheel_that_is_built_from_the_sources_holds_every_file_and_catalogue(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    for name in SOURCES:
        shutil.copytree(ROOT / name, tree / name, ignore=UNTRACKED)
    build = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
    # what is compiled besides has a test of its own
    environment = {**os.environ, "ARENA_PURE": "1"}
    subprocess.run([sys.executable, "-c", build, tmp_path], cwd=tree, env=environment, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for file in [*map(file_of, PACKAGES), file_of("arena").with_name("messages.po")]:
            place = file.relative_to(ROOT).with_suffix(".mo").as_posix()
            with archive.open(place) as compiled:
                assert GNUTranslations(compiled).info()["language"] == LANGUAGE
        sources = (path.relative_to(tree) for name in SOURCES for path in (tree / name).rglob("*") if path.is_file())
        needed = {path.as_posix() for path in sources if path.suffix not in {".po", ".mo", ".pyc"}}
        assert needed - set(archive.namelist()) == set()
