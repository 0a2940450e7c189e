"""What of an archive or a folder is taken, and in which words the rest is refused."""

import os
import stat
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots import unpack as unpacking
from arena.bots.unpack import require_plain, unpack
from arena.errors import ArenaError
from arena.records.manifest import folder_manifest
from tests.arena.bots.archives import TOML, good, zipped


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "place"
    folder.mkdir()
    return folder


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
        (("x" * 201, b"", 0), "expected a path of at most 200 bytes"),
        (("😀" * 51, b"", 0), "expected a path of at most 200 bytes"),
        ((".", b"", 0), "'.': expected a path"),
        (("", b"", 0), "'.': expected a path"),
        (("\0", b"", 0), "'.': expected a path"),
        (("a\x1bb", b"", 0), "printable characters"),
    ],
)
def test_what_is_no_plain_file_below_is_refused(
    member: tuple[str, bytes, int], words: str, tmp_path: Path, place: Path
) -> None:
    with pytest.raises(ArenaError, match=words):
        unpack(good(tmp_path / "bot.zip", member), place)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bot.zip", "place"]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("place_of_damage", ["contents", "head", "all"])
def test_damage_is_told_of_every_way_to_pack(method: int, place_of_damage: str, tmp_path: Path, place: Path) -> None:
    source = tmp_path / "bot.zip"
    with zipfile.ZipFile(source, "w", method) as archive:
        archive.writestr("bot.toml", TOML * 50)
    data = bytearray(source.read_bytes())
    begin = 30 + len("bot.toml")
    end = begin + archive.infolist()[0].compress_size
    spoilt = {"contents": range(begin + 20, end), "head": range(begin, begin + 9), "all": range(begin, end)}
    for index in spoilt[place_of_damage]:
        data[index] ^= 0xFF
    source.write_bytes(data)
    with pytest.raises(ArenaError, match=r"^bot\.zip: cannot be read as a zip archive: ."):
        unpack(source, place)


@given(st.data())
def test_whatever_is_spoilt_is_refused_in_words_or_does_no_harm(data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        method = data.draw(st.sampled_from([zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]))
        source, place = Path(folder, "bot.zip"), Path(folder, "place")
        place.mkdir()
        with zipfile.ZipFile(source, "w", method) as archive:
            archive.writestr("bot.toml", TOML)
            archive.writestr("数据/bot.py", "print()")
        packed = bytearray(source.read_bytes())
        for _ in range(data.draw(st.integers(1, 3))):
            packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
        source.write_bytes(packed)
        try:
            unpack(source, place)
        except ArenaError as error:
            assert str(error).startswith("bot.zip: ")
            assert folder not in str(error)
        assert sorted(path.name for path in Path(folder).iterdir()) == ["bot.zip", "place"]


def test_what_a_mac_adds_is_left_out(tmp_path: Path, place: Path) -> None:
    added = [("__MACOSX/greedy/._bot.toml", b"", 0), ("greedy/.DS_Store", b"", 0), ("greedy/a/.DS_Store", b"", 0)]
    bot = [("greedy/", b"", 0), ("greedy/bot.toml", TOML.encode(), 0), ("greedy/a/b.py", b"", 0)]
    unpack(zipped(tmp_path / "bot.zip", *bot, *added), place)
    assert sorted(path.name for path in place.rglob("*")) == ["a", "b.py", "bot.toml"]
    (place / "a/.DS_Store").write_bytes(b"")
    (place / "__MACOSX").mkdir()
    (place / "__MACOSX/._b.py").write_bytes(b"")
    again = tmp_path / "again"
    again.mkdir()
    unpack(place, again)
    assert sorted(path.name for path in again.rglob("*")) == ["a", "b.py", "bot.toml"]


@pytest.mark.parametrize(
    ("members", "words"),
    [
        (
            ["a/bot.toml", "b/bot.toml"],
            "bot.zip: bot.toml is not at its top but in a, b; hand in one bot's folder alone",
        ),
        (["README", "a/bot.toml"], "bot.zip: bot.toml is not at its top but in a; hand in one bot's folder alone"),
        ([f"{name}/bot.toml" for name in "abcde"], "bot.zip: bot.toml is not at its top but in a, b, c and more; "),
        (["bot.py"], "bot.zip: no bot.toml at its top; it says at least name, version, author and command"),
        ([], "bot.zip: no bot.toml at its top; "),
    ],
)
def test_one_bot_is_handed_in(members: list[str], words: str, tmp_path: Path, place: Path) -> None:
    with pytest.raises(ArenaError, match=f"^{words}"):
        unpack(zipped(tmp_path / "bot.zip", *((name, b"", 0) for name in members)), place)
    assert list(place.iterdir()) == []


def test_the_folder_one_is_in_has_a_name(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ada").mkdir()
    monkeypatch.chdir(tmp_path / "ada")
    with pytest.raises(ArenaError, match=r"^ada: no bot\.toml"):
        unpack(Path(), place)


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


def test_a_list_of_members_without_end_is_not_read(tmp_path: Path, place: Path) -> None:
    archive = tmp_path / "bot.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for number in range(60_000):
            made.writestr(zipfile.ZipInfo(f"{number:x}"), b"")
    tracemalloc.start()
    try:
        with pytest.raises(ArenaError, match=r"^bot\.zip: lists more than 8,000 files and folders$"):
            unpack(archive, place)
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()


def test_too_many_files_are_refused(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_FILES", 3)
    with pytest.raises(ArenaError, match="more than 3 files"):
        unpack(good(tmp_path / "bot.zip", ("c", b"", 0), ("d", b"", 0)), place)


def test_links_between_the_files_of_a_bot_are_copied_as_files(tmp_path: Path, place: Path) -> None:
    folder = tmp_path / "bot"
    (folder / "tools/.bin").mkdir(parents=True)
    (folder / "bot.toml").write_text(TOML)
    (folder / "tools/run.sh").write_text("#!/bin/sh\n")
    (folder / "tools/run.sh").chmod(0o755)
    (folder / "tools/.bin/run").symlink_to("../run.sh")
    unpack(folder, place)
    copied = place / "tools/.bin/run"
    assert (copied.is_symlink(), copied.read_text(), os.access(copied, os.X_OK)) == (False, "#!/bin/sh\n", True)
    link = ("tools/.bin/run", b"../run.sh", stat.S_IFLNK | 0o777)
    again = tmp_path / "again"
    again.mkdir()
    unpack(good(tmp_path / "bot.zip", ("tools/run.sh", b"#!/bin/sh\n", stat.S_IFREG | 0o755), link), again)
    assert (again / "tools/.bin/run").read_text() == "#!/bin/sh\n"
    assert os.access(again / "tools/.bin/run", os.X_OK)


@pytest.mark.parametrize("leads_to", ["tools", "/etc/passwd", "../secret", "tools/../../secret", "nowhere", "link"])
def test_links_to_anything_else_are_refused(leads_to: str, tmp_path: Path, place: Path) -> None:
    (tmp_path / "secret").write_text("")
    folder = tmp_path / "bot"
    (folder / "tools").mkdir(parents=True)
    (folder / "bot.toml").write_text(TOML)
    (folder / "link").symlink_to(leads_to)
    with pytest.raises(ArenaError, match="link: is a link; "):
        unpack(folder, place)
    with pytest.raises(ArenaError, match="link: is a link; "):
        unpack(good(tmp_path / "bot.zip", ("link", leads_to.encode(), stat.S_IFLNK | 0o777)), place)


def test_what_a_build_makes_may_link_to_what_lies_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    (folder / "made/lib").mkdir(parents=True)
    (folder / "made/lib64").symlink_to("lib")
    require_plain(folder, "ada")
    # it would lead elsewhere where the library keeps it under another name
    (folder / "made/out").symlink_to("../../bot/made/lib")
    with pytest.raises(ArenaError, match="made/out: is a link; "):
        require_plain(folder, "ada")


def test_a_virtual_environment_is_refused_with_the_way_out(tmp_path: Path, place: Path) -> None:
    folder = tmp_path / "bot"
    (folder / "env/bin").mkdir(parents=True)
    (folder / "bot.toml").write_text(TOML)
    (folder / "env/pyvenv.cfg").write_text("")
    (folder / "env/bin/python").symlink_to("/usr/bin/python3")
    with pytest.raises(ArenaError, match=r"env/bin/python: belongs to a virtual environment, .* --target lib"):
        unpack(folder, place)


@pytest.mark.parametrize("make", [lambda path: path.symlink_to("/etc/passwd"), os.mkfifo], ids=["link", "pipe"])
def test_a_folder_is_held_to_the_same(make: Callable[[Path], object], tmp_path: Path, place: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.toml").write_text(TOML)
    make(folder / "odd")
    with pytest.raises(ArenaError, match="odd: is a"):
        unpack(folder, place)


def test_a_file_that_is_no_archive_is_told_what_a_submission_is(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print()")
    with pytest.raises(
        ArenaError, match=r"bot\.py: a submission is a folder with bot\.toml, or such a folder as a \.zip"
    ):
        unpack(tmp_path / "bot.py", tmp_path / "place")
