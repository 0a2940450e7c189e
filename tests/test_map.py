"""`docs/architecture.md` names files and symbols that exist, and its drawing shows the rooms there are."""

import ast
import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

from tests.places import DOCS, ROOT

MAP: Final = (DOCS / "architecture.md").read_text(encoding="utf-8")
DRAWING: Final = ElementTree.parse(DOCS / "rooms.svg").getroot()
NAMED: Final = sorted(set(re.findall(r"`([\w.-]+(?:/[\w.-]+)+(?::[\w.]+)?)`", MAP)))
FORBIDDEN_IN_PURE: Final = {
    *("time", "socket", "zmq", "asyncio", "subprocess", "threading", "secrets", "os", "datetime", "select", "signal"),
}
# what the drawing leaves out, because all may use it
COMMON: Final = {"arena/errors", "arena/language", "arena/recognition", "arena/__main__", "tournaments/layout"}


def holds(tree: ast.AST, names: list[str]) -> bool:
    """Whether a module, or a class in it, defines the first name, and that one the next."""
    name, *below = names
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            if node.name == name:
                return not below or holds(node, below)
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return not below
    return False


@pytest.mark.parametrize("named", NAMED)
def test_what_the_map_names_exists(named: str) -> None:
    file, _, symbol = named.partition(":")
    assert (ROOT / file).exists()
    if symbol:
        assert holds(ast.parse((ROOT / file).read_text(encoding="utf-8")), symbol.split("."))


def rooms() -> set[str]:
    """The folders of the packages, and the files at the top of the arena."""
    found = {f"{package}/{path.stem}" for package in ("arena", "tournaments") for path in modules(ROOT / package)}
    return found | {"protocol", "sample_bots"}


def modules(package: Path) -> list[Path]:
    return [
        path
        for path in package.iterdir()
        if (path / "__init__.py").exists() or (path.suffix == ".py" and path.stem != "__init__")
    ]


def drawn(tag: str) -> list[str]:
    """The ids of the elements of a kind."""
    elements = DRAWING.iter(f"{{http://www.w3.org/2000/svg}}{tag}")
    return [element.attrib["id"] for element in elements if "id" in element.attrib]


def test_the_drawing_shows_every_room() -> None:
    locales = {room for room in rooms() if room.endswith("/locale")}
    assert set(drawn("g")) == rooms() - COMMON - locales


def imports(room: str) -> set[str]:
    """The modules that the files of a room import."""
    place = ROOT / room
    files = list(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    return {
        name
        for file in files
        if "node_modules" not in file.parts
        for name in re.findall(r"^\s*(?:from|import) ([\w.]+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }


@pytest.mark.parametrize("arrow", drawn("path"))
def test_every_arrow_is_an_import(arrow: str) -> None:
    source, target = arrow.split(">")
    module = target.replace("/", ".")
    assert any(f"{name}.".startswith(f"{module}.") for name in imports(source))


def test_rooms_drawn_as_pure_touch_no_clock_socket_or_process() -> None:
    pure = [found.attrib["id"] for found in DRAWING.iter() if found.get("class") == "pure" and "id" in found.attrib]
    assert "arena/match" in pure
    for room in pure:
        assert {name.partition(".")[0] for name in imports(room)} & FORBIDDEN_IN_PURE == set()


def test_the_glossary_gives_both_languages_and_no_word_twice() -> None:
    lines = re.findall(r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$", MAP.partition("## Words")[2], re.MULTILINE)[2:]
    english = [word for words, _ in lines for word in re.split(r"[;,] ", words)]
    assert len(lines) > 50
    assert len(set(english)) == len(english)
    assert all(re.search(r"[\u4e00-\u9fff]", chinese) for _, chinese in lines)
