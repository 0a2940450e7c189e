"""The rooms of the house: imports run one way between them, none is crowded, and each says what it is for."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import networkx
import pytest

from tests.places import ROOT

PACKAGES: Final = ("protocol", "arena", "tournaments", "sample_bots")
CROWDED: Final = 16
"""Files in a folder, beside its `__init__` and its subfolders."""
ARROWS: Final[dict[str, set[str]]] = {
    "protocol": set(),
    "arena": set(),
    "arena/errors": {"protocol"},
    "arena/recognition": {"protocol"},
    "arena/language": {"arena/recognition", "protocol"},
    "arena/system": {"arena/errors"},
    "arena/records": {"arena/errors", "arena/system", "protocol"},
    "arena/shisanshui": {"protocol"},
    "arena/tally": {"arena/shisanshui"},
    "arena/mahjong": {"protocol"},
    "arena/match": {"arena/records", "protocol"},
    "arena/lab": {"arena/match", "arena/shisanshui", "protocol"},
    "arena/games": {"arena/errors", "arena/mahjong", "arena/match", "arena/records", "arena/shisanshui", "protocol"},
    "arena/isolation": {"arena", "arena/errors", "arena/records", "arena/system", "protocol"},
    "arena/seats": {"arena/errors", "arena/isolation", "arena/match", "arena/records", "arena/system", "protocol"},
    "arena/remote": {"arena/errors", "arena/match", "arena/records", "arena/seats", "arena/system", "protocol"},
    "arena/referee": {
        *("arena", "arena/errors", "arena/games", "arena/isolation", "arena/match", "arena/records", "arena/remote"),
        *("arena/seats", "arena/system", "protocol"),
    },
    "arena/check": {
        *("arena", "arena/errors", "arena/isolation", "arena/match", "arena/records", "arena/referee", "arena/seats"),
        *("arena/shisanshui", "arena/system", "protocol"),
    },
    "arena/bots": {
        *("arena/check", "arena/errors", "arena/isolation", "arena/records", "arena/remote", "arena/seats"),
        *("arena/shisanshui", "arena/system", "protocol"),
    },
    "arena/cli": {
        *("arena", "arena/bots", "arena/check", "arena/errors", "arena/games", "arena/language", "arena/records"),
        *("arena/referee", "arena/remote", "arena/shisanshui", "arena/tally", "arena/system", "protocol"),
    },
    "arena/__main__": {"arena/cli", "arena/system"},
    "tournaments/layout": set(),
    "tournaments/formats": {"protocol"},
    "tournaments/ratings": {"arena/errors", "protocol"},
    "tournaments/cup": {
        *(
            "arena/bots",
            "arena/errors",
            "arena/games",
            "arena/match",
            "arena/records",
            "arena/remote",
            "arena/shisanshui",
        ),
        *("protocol", "tournaments/formats"),
    },
    "tournaments/store": {
        *("arena", "arena/errors", "arena/games", "arena/match", "arena/records", "protocol"),
        *("tournaments/cup", "tournaments/formats", "tournaments/layout"),
    },
    "tournaments/results": {
        *("arena/errors", "arena/games", "arena/match", "arena/records", "arena/shisanshui", "arena/tally", "protocol"),
        *("tournaments/cup", "tournaments/formats", "tournaments/layout", "tournaments/ratings", "tournaments/store"),
    },
    "tournaments/reports": {
        *(
            "arena",
            "arena/errors",
            "arena/language",
            "arena/records",
            "arena/remote",
            "arena/shisanshui",
            "arena/tally",
        ),
        *("protocol", "tournaments/cup"),
        *("tournaments/formats", "tournaments/layout", "tournaments/ratings", "tournaments/results"),
        "tournaments/store",
    },
    "tournaments/run": {
        *("arena", "arena/bots", "arena/errors", "arena/isolation", "arena/match", "arena/records", "arena/referee"),
        *("arena/language", "arena/seats", "arena/system", "protocol", "tournaments/cup", "tournaments/formats"),
        *("tournaments/layout", "tournaments/reports", "tournaments/results", "tournaments/store"),
    },
    "tournaments/web": {
        *("arena/bots", "arena/cli", "arena/errors", "arena/language", "arena/match", "arena/records"),
        *("arena/referee", "arena/shisanshui", "arena/system", "protocol", "tournaments/formats", "tournaments/layout"),
        *("tournaments/ratings", "tournaments/reports", "tournaments/results", "tournaments/run", "tournaments/store"),
    },
    "tournaments/cli": {
        *("arena/bots", "arena/cli", "arena/errors", "arena/language", "arena/match", "arena/records"),
        *("arena/referee", "arena/remote", "arena/shisanshui", "arena/tally", "arena/system", "protocol"),
        *("tournaments/cup", "tournaments/layout", "tournaments/ratings", "tournaments/reports"),
        *("tournaments/results", "tournaments/run", "tournaments/store", "tournaments/web"),
    },
    "sample_bots": {"arena/lab", "arena/shisanshui", "protocol"},
}
"""Which room imports from which. A new arrow is a decision: write it here, or find the way that needs none."""
IMPURE: Final = {
    *("time", "socket", "zmq", "asyncio", "subprocess", "threading", "secrets", "os", "random", "datetime"),
}


def sources(folder: str = "") -> list[Path]:
    folders = [ROOT / folder] if folder else [ROOT / package for package in PACKAGES]
    found = [path for each in folders for path in sorted(each.rglob("*.py"))]
    return [path for path in found if "node_modules" not in path.parts and not path.name.startswith("test_")]


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES: Final = {module_of(path): path for path in sources()}


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports; ours down to the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name if name in MODULES else str(node.module) for name in names)


def room_of(module: str) -> str:
    """A package's folder with all below it; a file at a package's top is a room of its own."""
    package, *below = module.split(".")
    if package in {"protocol", "sample_bots"} or not below:
        return package
    return f"{package}/{below[0]}"


def test_imports_between_rooms_are_those_that_were_decided() -> None:
    found: dict[str, set[str]] = {room: set() for room in ARROWS}
    for module, path in MODULES.items():
        room = room_of(module)
        found.setdefault(room, set()).update(
            room_of(name) for name in imported(path) if name in MODULES and room_of(name) != room
        )
    for package in ("tournaments",):
        found.pop(package, None)
    assert found == ARROWS


def test_only_the_registry_knows_every_kind_of_format() -> None:
    """Brackets and leagues do not know each other, and what they share knows neither."""
    formats = "tournaments.formats."
    known = {
        (module, name)
        for module, path in MODULES.items()
        for name in imported(path)
        if name.startswith((f"{formats}brackets.", f"{formats}leagues."))
        if module.startswith(formats) and module.rpartition(".")[0] != name.rpartition(".")[0]
    }
    assert {module for module, _ in known} == {f"{formats}registry"}


def test_arrows_between_rooms_never_lead_back() -> None:
    graph = networkx.DiGraph((room, other) for room, others in ARROWS.items() for other in others)
    assert list(networkx.simple_cycles(graph)) == []


def test_no_file_imports_itself_through_others() -> None:
    graph = networkx.DiGraph(
        (module, name) for module, path in MODULES.items() for name in imported(path) if name in MODULES
    )
    assert list(networkx.simple_cycles(graph)) == []


def folders() -> list[Path]:
    return sorted({path.parent for package in ("arena", "tournaments") for path in sources(package)})


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_room_is_not_crowded_and_says_in_a_line_what_it_is_for(folder: Path) -> None:
    files = [path.name for path in folder.iterdir() if path.is_file() and path.suffix != ".pyc"]
    assert len(set(files) - {"__init__.py"}) <= CROWDED
    purpose = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert purpose
    assert len(purpose.splitlines()[0]) > 20


def test_what_tests_share_is_in_helpers_and_not_in_other_tests() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for name in imported(path)
        if name.startswith("tests.") and any(part.startswith("test_") for part in name.split("."))
    ]
    assert wrong == []


def test_a_game_is_pure() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in [*sources("arena/shisanshui"), *sources("arena/mahjong")]
        for name in imported(path)
        if name.split(".")[0] in IMPURE
    ]
    assert wrong == []


def test_the_process_of_a_match_loads_no_heavy_library() -> None:
    program = "import sys, arena.referee.__main__"
    program += "; print(*({'numpy', 'scipy', 'rich', 'click', 'msgpack'} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=ROOT)
    assert loaded.stdout.strip() == ""
