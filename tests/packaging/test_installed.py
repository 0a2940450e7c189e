"""The wheel in an empty environment: what the README does works in any folder, without the checkout."""

import json
import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.places import ROOT

UNREACHABLE = re.compile("No matching distribution|Max retries|Failed to establish|Name or service|ProxyError", re.I)
MY_BOT = re.search(r"```python\n(# my_bot\.py\n.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
CUP = """
[tournament]
name = "Away 客场"
[match]
rounds = 5
isolation = 0
[[bots]]
name = "mine"
command = ["python", "my_bot.py"]
[[bots]]
path = "ada"
[[bots]]
path = "sample_bots/random"
[[stages]]
format = "final-table"
"""


def pip(python: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that holds the wheel and what it depends on, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    built = pip(Path(sys.executable), "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT))
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "empty", with_pip=True)
    programs = folder / "empty" / "bin"
    got = pip(programs / "python", "install", "--constraint", str(ROOT / "constraints.txt"), f"{wheel}[web]")
    if got.returncode != 0 and UNREACHABLE.search(got.stderr):
        pytest.skip("pip reached no package registry")
    assert got.returncode == 0, got.stderr
    return programs


@pytest.fixture
def away(tmp_path: Path, scripts: Path) -> Path:
    """A folder that has nothing to do with the checkout, with the bot and the cup of the README in short."""
    assert MY_BOT is not None
    (tmp_path / "my_bot.py").write_text(MY_BOT[1], encoding="utf-8")
    (tmp_path / "cup.toml").write_text(CUP, encoding="utf-8")
    return tmp_path


def arena(scripts: Path, folder: Path, *words: str) -> str:
    """What the installed command prints; it must succeed."""
    # nothing of the environment that runs the tests
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        [scripts / "arena", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_bot_is_begun_played_and_checked(scripts: Path, away: Path) -> None:
    arena(scripts, away, "new", "ada")
    played = json.loads(
        arena(
            scripts,
            away,
            "play",
            "my_bot.py",
            "ada",
            "sample_bots/greedy",
            "--rounds",
            "10",
            "--json",
            "--out",
            "match",
        )
    )
    assert {seat["state"] for seat in played["seats"]} == {"playing"}
    arena(scripts, away, "check", "ada")
    arena(scripts, away, "replay", "match", "s1t1", "3")
    arena(scripts, away, "replay", "match", "--html", "match.html")
    assert "<script" in (away / "match.html").read_text(encoding="utf-8")
    assert "A♥" in arena(scripts, away, "arrange", "As Ah Kd Qd Qc 9s 8h 7h 7d 5s 4c 3h 2d")
    assert "standard" in arena(scripts, away, "rules", "list")


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_cup_is_run_verified_and_rated_in_both_languages(scripts: Path, away: Path) -> None:
    arena(scripts, away, "new", "ada")
    arena(scripts, away, "tournament", "run", "cup.toml")
    assert "everything agrees" in arena(scripts, away, "verify", "runs/cup")
    assert "全部相符" in arena(scripts, away, "--lang", "zh", "verify", "runs/cup")
    assert json.loads(arena(scripts, away, "ratings", "runs/cup", "--json"))["players"]
    assert json.loads(arena(scripts, away, "tournament", "export", "runs/cup", "--format", "json"))["finished"]


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", ["python", "javascript", "cpp", "rust", "go", "java"])
def test_every_starter_is_in_the_wheel(scripts: Path, away: Path, language: str) -> None:
    arena(scripts, away, "new", "mine", "--lang", language)
    begun = {path.name for path in (away / "mine").rglob("*") if path.is_file()}
    model = ROOT / "sample_bots" / {"python": "greedy"}.get(language, language)
    listed = subprocess.check_output(["git", "ls-files", "."], cwd=model, text=True).split()
    assert begun == {Path(name).name for name in listed} - {"README.zh-CN.md"}


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_pages_are_in_the_wheel_whole(scripts: Path, away: Path) -> None:
    arena(scripts, away, "new", "ada")
    arena(scripts, away, "tournament", "run", "cup.toml")
    served = subprocess.Popen([scripts / "arena", "web", "--port", "0"], cwd=away, stdout=subprocess.PIPE, text=True)
    assert served.stdout is not None
    try:
        address = served.stdout.readline().partition(": ")[0]
        for path in ("/", "/cups/cup", "/cups/cup/s1t1", "/cups/cup/replay/s1t1", "/play"):
            with urlopen(address + path) as page:
                linked = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.read().decode()))
            assert linked, path
            for file in linked:
                with urlopen(address + file) as part:
                    assert part.status == 200
    finally:
        served.terminate()
        served.communicate()


@pytest.mark.long
def test_it_is_a_module_too_and_says_its_version(scripts: Path, tmp_path: Path) -> None:
    shown = subprocess.check_output([scripts / "python", "-m", "arena", "--version"], cwd=tmp_path, text=True)
    assert shown == arena(scripts, tmp_path, "--version")
