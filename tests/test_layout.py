"""Imports run one way, the game stays pure, and the match's process stays small."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import ROOT

OURS = {"protocol", "arena", "tournaments", "sample_bots", "benchmarks", "tests"}
IMPURE = {"time", "socket", "zmq", "asyncio", "subprocess", "threading", "secrets", "os", "random", "datetime"}
# folder -> which of our packages it may import
MAY = {
    "protocol": ("protocol",),
    "arena/shisanshui": ("arena.shisanshui", "protocol.typed"),
    "arena/lab": ("arena.lab", "arena.shisanshui", "arena.match", "arena.records", "protocol"),
    "arena": ("arena", "protocol"),
    "tournaments": ("tournaments", "arena", "protocol"),
    "sample_bots": ("arena.shisanshui", "arena.lab", "protocol"),
}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield str(node.module)


def sources(folder: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).rglob("*.py")) if "node_modules" not in path.parts]


@pytest.mark.parametrize("folder", MAY)
def test_imports_run_one_way(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(folder)
        for name in imported(path)
        if name.split(".")[0] in OURS and not any(f"{name}.".startswith(f"{allowed}.") for allowed in MAY[folder])
    ]
    assert wrong == []


def test_only_commands_samples_and_benchmarks_know_the_lab() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for folder in ("protocol", "arena", "tournaments")
        for path in sources(folder)
        if path.parent not in {ROOT / "arena/lab", ROOT / "arena/cli"}
        for name in imported(path)
        if f"{name}.".startswith("arena.lab.")
    ]
    assert wrong == []


def test_the_game_is_pure() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("arena/shisanshui")
        for name in imported(path)
        if name.split(".")[0] in IMPURE
    ]
    assert wrong == []


def test_the_process_of_a_match_loads_no_heavy_library() -> None:
    program = "import sys, arena.referee; print(*({'numpy', 'scipy', 'rich', 'click', 'msgpack'} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=ROOT)
    assert loaded.stdout.strip() == ""
