"""Every starter is handed in as its README says: new, with its packages, added to a library, and played from there."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.bots.admission import admit
from arena.bots.library import Library
from arena.bots.samples import SAMPLES
from arena.cli.new import MODELS, new
from arena.isolation.choice import choose
from arena.isolation.readable_paths import may_be_used
from tests.sample_bots.building import ready

CHEAP = {"python", "go"}
"""The others differ in what they are built with, and their compilers and runtimes take long to check."""


@pytest.mark.parametrize(
    "lang", [pytest.param(lang, marks=[] if lang in CHEAP else pytest.mark.long) for lang in MODELS]
)
def test_a_new_bot_is_admitted_as_it_stands(lang: str, builds: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ada"
    started = CliRunner().invoke(new, [str(folder), "--lang", lang, "--author", "Ada"], standalone_mode=False)
    assert started.exception is None
    model = ready(SAMPLES / MODELS[lang], builds)
    if (model / "node_modules").is_dir():
        shutil.copytree(model / "node_modules", folder / "node_modules", symlinks=True)
    if choose("auto").trusted:
        pytest.skip("no isolation works on this machine")
    if lang == "rust" and not may_be_used(Path(shutil.which("cargo") or "").resolve()):
        pytest.skip("cargo is in somebody's home here, where no build may use it")
    library = Library(tmp_path / "library")
    version = admit(folder, library, "auto", "now", lambda words: None)
    assert version.key == "ada/ada@1"
    assert library.load("ada/ada").name == "ada"
