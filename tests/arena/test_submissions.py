"""Submissions: what is taken, what is refused and in which words, and what the library keeps."""

import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from arena.cli.bots import bots
from arena.digest import digest_of, folder_manifest
from arena.errors import ArenaError
from arena.isolation import choice
from arena.isolation.choice import attempt, choose
from arena.isolation.level import Level
from arena.submissions import unpack as unpacking
from arena.submissions.admission import admit, level_for_strangers
from arena.submissions.library import Library, Version, key_of
from arena.submissions.unpack import unpack
from protocol.typed import TypedError
from tests.arena.realmatch import ROOT

TOML = 'name = "greedy"\nversion = "1.2"\nauthor = "Team One"\ncommand = ["python", "bot.py"]\n'
NOW = "2030-01-01T00:00:00+00:00"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "place"
    folder.mkdir()
    return folder


def zipped(path: Path, *members: tuple[str, bytes, int]) -> Path:
    """An archive of (name, contents, mode)."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents, mode in members:
            member = zipfile.ZipInfo(name)
            member.external_attr = mode << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, contents)
    return path


def good(path: Path, *more: tuple[str, bytes, int]) -> Path:
    source = (ROOT / "sample_bots/plain/bot.py").read_bytes()
    return zipped(path, ("bot.toml", TOML.encode(), 0o644), ("bot.py", source, 0o644), *more)


# -- unpacking -----------------------------------------------------------------------------------------------------


def test_an_archive_and_its_folder_are_the_same_bot(tmp_path: Path, place: Path) -> None:
    run = ("tools/run.sh", b"#!/bin/sh\n", stat.S_IFREG | 0o755)
    unpack(good(tmp_path / "bot.zip", run, ("__pycache__/bot.pyc", b"other code", 0)), place)
    again = tmp_path / "again"
    again.mkdir()
    unpack(place, again)
    assert folder_manifest(place) == folder_manifest(again)
    assert os.access(again / "tools/run.sh", os.X_OK)
    assert not os.access(again / "bot.py", os.X_OK)
    assert not (place / "__pycache__").exists()


def test_a_folder_around_everything_is_taken_off(tmp_path: Path, place: Path) -> None:
    unpack(zipped(tmp_path / "bot.zip", ("greedy/bot.toml", TOML.encode(), 0), ("greedy/a/b.py", b"", 0)), place)
    assert (place / "bot.toml").is_file()
    assert (place / "a/b.py").is_file()


@pytest.mark.parametrize(
    ("member", "words"),
    [
        (("../out.py", b"", 0), "leads out of the bot's own folder"),
        (("a/../../out.py", b"", 0), "leads out of the bot's own folder"),
        (("/etc/out.py", b"", 0), "leads out of the bot's own folder"),
        (("C:/out.py", b"", 0), "leads out of the bot's own folder"),
        (("a\\..\\out.py", b"", 0), "leads out of the bot's own folder"),
        (("link", b"/etc/passwd", stat.S_IFLNK | 0o777), "is a link"),
        (("pipe", b"", stat.S_IFIFO | 0o644), "is a special file"),
        (("device", b"", stat.S_IFCHR | 0o644), "is a special file"),
        (("BOT.PY", b"", 0), "is there twice"),
        (("bot.py/below", b"", 0), "is a file and a folder at once"),
        (("x" * 201, b"", 0), "expected a path of at most 200"),
        (("a\x1bb", b"", 0), "printable characters"),
    ],
)
def test_what_is_no_plain_file_below_is_refused(
    member: tuple[str, bytes, int], words: str, tmp_path: Path, place: Path
) -> None:
    with pytest.raises(ArenaError, match=words):
        unpack(good(tmp_path / "bot.zip", member), place)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bot.zip", "place"]


@given(st.binary(max_size=200))
def test_bytes_that_are_no_archive_are_refused(data: bytes) -> None:
    with NamedTemporaryFile(suffix=".zip") as archive:
        archive.write(data)
        archive.flush()
        with pytest.raises(ArenaError, match="cannot be read as a zip archive"):
            unpack(Path(archive.name), Path("/nowhere"))


def test_a_bomb_is_counted_as_it_is_read(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_BYTES", 1 << 20)
    archive = good(tmp_path / "bot.zip", ("zeros", bytes(2 << 20), 0))
    assert archive.stat().st_size < 1 << 16
    with pytest.raises(ArenaError, match="holds more than"):
        unpack(archive, place)
    assert sum(path.stat().st_size for path in place.rglob("*") if path.is_file()) <= 1 << 20


def test_too_many_files_are_refused(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_FILES", 3)
    with pytest.raises(ArenaError, match="more than 3 files"):
        unpack(good(tmp_path / "bot.zip", ("c", b"", 0), ("d", b"", 0)), place)


@pytest.mark.parametrize("make", [lambda path: path.symlink_to("/etc/passwd"), os.mkfifo], ids=["link", "pipe"])
def test_a_folder_is_held_to_the_same(make: Callable[[Path], object], tmp_path: Path, place: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.toml").write_text(TOML)
    make(folder / "odd")
    with pytest.raises(ArenaError, match="odd: is a"):
        unpack(folder, place)


# -- names ---------------------------------------------------------------------------------------------------------


def test_a_key_is_fit_for_a_path_and_a_file() -> None:
    assert key_of("Team One", "Greedy", "1.2") == "team-one/greedy@1.2"
    assert key_of("十三水队", "../x", "v 2") == "十三水队/x@v-2"
    with pytest.raises(ArenaError, match="author: a submission needs one"):
        key_of(" ", "greedy", "1")


@given(st.text(), st.text(), st.text())
def test_no_key_leads_elsewhere(author: str, name: str, version: str) -> None:
    try:
        key = key_of(author, name, version)
    except ArenaError:
        return
    assert len(Path(key).parts) == 2
    assert not {"..", "."} & set(Path(key).parts)


# -- admission -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def level() -> Level:
    found = choose("auto")
    if found.trusted:
        pytest.skip("no isolation works on this machine")
    return found


def test_a_submission_is_kept_once_and_found_again(level: Level, tmp_path: Path) -> None:
    library = Library(tmp_path / "bot-library")
    archive = good(tmp_path / "bot.zip")
    told: list[str] = []
    version = admit(archive, library, "auto", NOW, told.append)
    assert version.key == "team-one/greedy@1.2"
    assert version.isolation.startswith(f"{level.number}: ")
    program = library.load("Team-One/greedy")
    assert program.digest == version.digest
    assert not os.access(program.folder + "/bot.py", os.X_OK)
    assert stat.S_IMODE(Path(program.folder, "bot.py").stat().st_mode) == 0o444
    assert admit(archive, library, "auto", "later", told.append) == version
    assert told[-1] == "team-one/greedy@1.2: is there already"
    with pytest.raises(ArenaError, match="is there already with other contents"):
        admit(good(tmp_path / "other.zip", ("more.py", b"", 0)), library, "auto", NOW, told.append)
    Path(program.folder).chmod(0o755)
    Path(program.folder, "more.py").write_text("")
    with pytest.raises(ArenaError, match=r"no longer those submitted as team-one/greedy@1.2: added more\.py$"):
        library.load("team-one/greedy")
    (tmp_path / "bot-library/bots" / f"{version.digest}.sha256").unlink()  # as an older arena left it
    with pytest.raises(ArenaError, match=r"no longer those submitted as team-one/greedy@1.2$"):
        library.load("team-one/greedy")
    library.remove("team-one/greedy@1.2")
    assert library.versions() == []
    assert [path.name for path in (tmp_path / "bot-library/bots").iterdir()] == []


BUILDS = {
    "makes": "pathlib.Path('made').mkdir(); pathlib.Path('made/x').write_text('1')",
    "fails": "sys.exit('the compiler said no')",
    "links": "pathlib.Path('made').mkdir(); os.symlink('/etc/passwd', 'made/link')",
    "connects": "import socket; socket.create_connection(('127.0.0.1', 9), 1)",
    "writes": "pathlib.Path('PLACE').write_text('')",
    "takes": "bytearray(4 << 30)",
}


@pytest.mark.parametrize(
    ("build", "words"),
    [
        ("fails", "the build ended with status 1 .it has no network.: the compiler said no"),
        ("links", "made/link: is a link"),
        ("connects", "the build ended with status 1"),
        ("writes", "the build ended with status 1"),
        ("takes", "the build was ended, over-limit: memory 2048 MiB"),
        ("makes", "steps of arena check failed: start-up: "),
    ],
)
def test_a_build_is_held_and_what_it_makes_is_looked_at(build: str, words: str, level: Level, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o700)
    source = BUILDS[build].replace("PLACE", str(outside / "mark"))
    section = '[build]\ncommand = ["python", "build.py"]\noutput = ["made"]\n'
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.toml").write_text(TOML + section)
    (folder / "bot.py").write_text("import pathlib; assert pathlib.Path('made/x').read_text() == '1'; print('made')")
    (folder / "build.py").write_text(f"import os, pathlib, sys\n{source}\n")
    library = Library(tmp_path / "library")
    with pytest.raises(ArenaError, match=words):
        admit(folder, library, "auto", NOW, lambda words: None)
    assert library.versions() == []
    assert [path.name for path in (tmp_path / "library").iterdir()] == []
    assert list(outside.iterdir()) == []


def test_a_stranger_is_not_built_without_isolation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "attempt", lambda number: attempt(0))
    with pytest.raises(ArenaError, match="a submission is a stranger's program"):
        level_for_strangers("auto")
    assert level_for_strangers(0).trusted


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        (TOML.replace("author", "autor"), "autor"),
        (TOML.replace('"1.2"', '""'), "version: a submission needs one"),
        (
            TOML.replace("bot.py", "no.py"),
            'bot.toml: command: "no.py": no such file in team-one/greedy@1.2; did you mean .bot.py',
        ),
    ],
)
def test_a_faulty_bot_toml_is_told_to_its_author(toml: str, words: str, level: Level, tmp_path: Path) -> None:
    archive = zipped(tmp_path / "bot.zip", ("bot.toml", toml.encode(), 0), ("bot.py", b"", 0))
    with pytest.raises((ArenaError, TypedError), match=words) as caught:
        admit(archive, Library(tmp_path / "library"), "auto", NOW, lambda words: None)
    assert "incoming-" not in str(caught.value)


# -- the command ---------------------------------------------------------------------------------------------------


def test_the_command_lists_shows_and_removes(tmp_path: Path) -> None:
    library = Library(tmp_path)
    with library.incoming() as folder:
        unpack(good(tmp_path / "bot.zip"), folder)
        digest = digest_of(folder_manifest(folder))
        library.keep(folder, Version("team-one/greedy@1.2", digest, NOW, "0: x", 20, ["time: slow"]))
    place = ["--library", str(tmp_path)]
    runner = CliRunner()
    assert "team-one/greedy@1.2" in runner.invoke(bots, ["list", *place]).output
    shown = runner.invoke(bots, ["show", "team-one/greedy", *place]).output
    assert digest in shown
    assert 'command = ["python", "bot.py"]' in shown
    assert "is removed" in runner.invoke(bots, ["remove", "team-one/greedy@1.2", *place]).output
    assert runner.invoke(bots, ["list", "--json", *place]).output.strip() == "[]"
