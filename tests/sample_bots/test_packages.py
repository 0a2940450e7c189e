"""What the guide says of packages, by language, tried: a new bot brings one along, is handed in and plays with it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from arena.bots.admission import admit
from arena.bots.library import Library
from arena.cli.new import new
from arena.errors import ArenaError
from arena.isolation.choice import choose
from arena.isolation.readable_paths import RUNTIMES
from tests.places import DOCS
from tests.sample_bots.building import NEEDED, UNREACHABLE, run

GUIDES: Final = [DOCS / "write-a-bot.md", DOCS / "write-a-bot.zh-CN.md"]
NO_REGISTRY: Final = re.compile(f"{UNREACHABLE.pattern}|No matching distribution|Max retries|Name or service")
PYTHON: Final = "import sys\nsys.path.insert(0, 'lib')\nimport idna\nassert 'lib' in idna.__path__[0].split('/')[-2:]\n"
WHEELS: Final = """
[build]
command = ["python", "-m", "pip", "install", "--no-index", "--find-links", "wheels", "--target", "lib", "idna"]
output = ["lib"]
"""


def done(folder: Path, *words: str, told: str = "") -> str:
    """Run a command of the guide, as it is `told` there; skips the test where a registry cannot be reached."""
    for guide in GUIDES:
        assert (told or " ".join(words)) in guide.read_text(encoding="utf-8")
    return quietly(folder, *words)


def quietly(folder: Path, *words: str) -> str:
    ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode != 0 and NO_REGISTRY.search(ran.stderr):
        pytest.skip(f"{words[0]} reached no package registry")
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def changed(file: Path, pattern: str, text: str) -> None:
    before = file.read_text(encoding="utf-8")
    after = re.sub(pattern, lambda found: found[0] + text, before, count=1)
    assert after != before
    file.write_text(after, encoding="utf-8")


def replaced(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")


def pip(folder: Path, told: str) -> None:
    done(folder, sys.executable, "-m", *told.replace("numpy", "idna").split(), told=told)
    changed(folder / "bot.py", "^", PYTHON)


def python(folder: Path, _: Path) -> None:
    pip(folder, "pip install --target lib numpy")


def wheels(folder: Path, _: Path) -> None:
    pip(folder, "pip download --dest wheels numpy")
    for guide in GUIDES:
        text = guide.read_text(encoding="utf-8")
        assert all(line.replace("idna", "numpy") in text for line in WHEELS.strip().splitlines())
    with (folder / "bot.toml").open("a") as file:
        file.write(WHEELS)


def javascript(folder: Path, _: Path) -> None:
    done(folder, "npm", "install", "nanoid", told="npm install NAME")
    done(folder, "npm", "ci")
    changed(folder / "bot.js", "^", 'import { nanoid } from "nanoid";\nnanoid();\n')


def rust(folder: Path, elsewhere: Path) -> None:
    (elsewhere / "src").mkdir()
    (elsewhere / "src" / "lib.rs").write_text("pub fn nothing() -> u8 { 0 }\n")
    (elsewhere / "Cargo.toml").write_text('[package]\nname = "tiny"\nversion = "1.0.0"\nedition = "2021"\n')
    for words in ("init -q .", "add -A", "-c user.name=a -c user.email=a@b commit -qm first"):
        quietly(elsewhere, "git", *words.split())
    with (folder / "Cargo.toml").open("a") as file:
        file.write(f'\n[dependencies]\ntiny = {{ git = "file://{elsewhere}" }}\n')
    line = "mkdir -p .cargo && cargo vendor > .cargo/config.toml"
    done(folder, "sh", "-c", line, told=line)
    changed(folder / "bot.rs", r"fn main\(\) \{\n", "    assert_eq!(tiny::nothing(), 0);\n")


def go(folder: Path, elsewhere: Path) -> None:
    (elsewhere / "go.mod").write_text("module example.org/tiny\n\ngo 1.19\n")
    (elsewhere / "tiny.go").write_text("package tiny\n\nfunc Nothing() int { return 0 }\n")
    module = "example.org/tiny"
    quietly(folder, "go", "mod", "edit", "-require", f"{module}@v1.0.0", "-replace", f"{module}={elsewhere}")
    changed(folder / "bot.go", r"import \(\n", '\t"example.org/tiny"\n')
    changed(folder / "bot.go", r"func main\(\) \{\n", "\t_ = tiny.Nothing()\n")
    done(folder, "go", "mod", "vendor")


def java(folder: Path, elsewhere: Path) -> None:
    (elsewhere / "Tiny.java").write_text(
        "package tiny; public class Tiny { public static int nothing() { return 0; } }\n"
    )
    (folder / "lib").mkdir()
    quietly(elsewhere, "javac", "-d", "out", "Tiny.java")
    quietly(elsewhere, "jar", "cf", str(folder / "lib" / "tiny.jar"), "-C", "out", ".")
    for before, after in (
        ('"-cp", "build"', '"-cp", "build:lib/tiny.jar"'),
        ('"javac"', '"javac", "-cp", "lib/tiny.jar"'),
    ):
        assert all(after.removeprefix('"javac", ') in guide.read_text(encoding="utf-8") for guide in GUIDES)
        replaced(folder / "bot.toml", before, after)
    changed(folder / "Bot.java", r"static void main\([^{]*\{\n", "        tiny.Tiny.nothing();\n")


def cpp(folder: Path, _: Path) -> None:
    (folder / "tiny.hpp").write_text("#pragma once\ninline int nothing() { return 0; }\n")
    changed(folder / "bot.cpp", "^", '#include "tiny.hpp"\n')
    changed(folder / "bot.cpp", r"int main\(\) \{\n", "  if (nothing()) return 1;\n")


RECIPES: Final[dict[str, tuple[str, str, Callable[[Path, Path], None]]]] = {
    "Python": ("python", "", python),
    "Python wheels": ("python", "", wheels),
    "JavaScript": ("javascript", "JavaScript", javascript),
    "C++": ("cpp", "C++", cpp),
    "Rust": ("rust", "Rust", rust),
    "Go": ("go", "Go", go),
    "Java": ("java", "Java", java),
}


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", RECIPES)
def test_a_bot_brings_a_package_along(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lang, language, recipe = RECIPES[name]
    for need in NEEDED.get(language, []):
        if not shutil.which(need.split()[0]) or run(need.split(), tmp_path).returncode != 0:
            pytest.skip(f"this machine cannot {need}")
    if choose("auto").trusted:
        pytest.skip("no isolation works on this machine")
    if lang == "rust":
        of_rust = quietly(tmp_path, "rustc", "--print", "sysroot").strip()
        monkeypatch.setenv(RUNTIMES, of_rust)
        monkeypatch.setenv("PATH", f"{of_rust}/bin{os.pathsep}{os.environ['PATH']}")
    bot, elsewhere = tmp_path / "ada", tmp_path / "elsewhere"
    elsewhere.mkdir()
    started = CliRunner().invoke(new, [str(bot), "--lang", lang, "--author", "Ada"], standalone_mode=False)
    assert started.exception is None
    recipe(bot, elsewhere)
    shutil.rmtree(elsewhere)
    assert admit(bot, Library(tmp_path / "library"), "auto", "now", lambda words: None).key == "ada/ada@1"


def test_a_virtual_environment_is_refused_with_what_to_do_instead(tmp_path: Path) -> None:
    bot = tmp_path / "ada"
    CliRunner().invoke(new, [str(bot), "--author", "Ada"], standalone_mode=False)
    quietly(bot, sys.executable, "-m", "venv", "--without-pip", "own")
    with pytest.raises(ArenaError, match=r"belongs to a virtual environment, .* pip install --target lib"):
        admit(bot, Library(tmp_path / "library"), "auto", "now", lambda words: None)
