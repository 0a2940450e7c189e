"""Submissions from the archive to the library: what is kept, and what is refused in which words."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.bots import build as building
from arena.bots.admission import admit, level_for_strangers
from arena.bots.library import Library, Version
from arena.bots.unpack import unpack
from arena.cli import main
from arena.cli.bots import bots
from arena.errors import ArenaError, UsageError
from arena.isolation import choice
from arena.isolation.choice import attempt, choose
from arena.isolation.level import Level
from arena.records.limits import Wanted
from arena.records.manifest import SKIPPED, digest_of, folder_manifest
from protocol.text import Said
from protocol.typed import TypedError
from tests.arena.bots.archives import TOML, good, zipped
from tests.places import ROOT

NOW = "2030-01-01T00:00:00+00:00"


@pytest.fixture(scope="module")
def level() -> Level:
    found = choose("auto")
    if found.trusted:
        pytest.skip("no isolation works on this machine")
    return found


def test_a_submission_is_kept_once_and_found_again(level: Level, tmp_path: Path) -> None:
    library = Library(tmp_path / "bot-library")
    archive = good(tmp_path / "bot.zip")
    told: list[Said] = []
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
    with pytest.raises(
        ArenaError, match=r"^team-one/greedy@1.2 was there before with other contents; give bot.toml a new"
    ):
        admit(good(tmp_path / "other.zip", ("more.py", b"", 0)), library, "auto", NOW, told.append)
    assert admit(archive, library, "auto", "later", told.append).digest == version.digest
    assert [known.added for known in library.versions()] == ["later"]


BUILD = '[build]\ncommand = ["python", "build.py"]\n'
BUILDS = {
    "makes": "pathlib.Path('made').mkdir(); pathlib.Path('made/x').write_text('1')",
    "fails": "sys.exit('the compiler said no')",
    "links": "pathlib.Path('made').mkdir(); os.symlink('/etc/passwd', 'made/link')",
    "connects": "import socket; socket.create_connection(('127.0.0.1', 9), 1)",
    "writes": "pathlib.Path('PLACE').write_text('')",
    "takes": "bytearray(4 << 30)",
    "rewrites": "file = pathlib.Path('bot.toml'); file.write_text(file.read_text().replace('Team One', 'Team Two'))",
    "removes": "os.unlink('bot.py'); pathlib.Path('bot.pyc').write_text('')",
}


@pytest.mark.parametrize(
    ("build", "words"),
    [
        ("fails", "the build ended with status 1 .it has no network.: the compiler said no"),
        ("links", "made/link: is a link"),
        ("connects", "the build ended with status 1"),
        ("writes", "the build ended with status 1"),
        ("takes", "the build was ended, over-limit: memory 2048 MiB"),
        ("rewrites", r"^greedy: the build changed what was submitted: changed bot\.toml$"),
        ("removes", r"^greedy: the build changed what was submitted: added bot\.pyc; gone bot\.py$"),
        ("makes", "steps of arena check failed: start-up: "),
    ],
)
def test_a_build_is_held_and_what_it_makes_is_looked_at(build: str, words: str, level: Level, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o700)
    source = BUILDS[build].replace("PLACE", str(outside / "mark"))
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.toml").write_text(TOML + BUILD + 'output = ["made"]\n')
    (folder / "bot.py").write_text("import pathlib; assert pathlib.Path('made/x').read_text() == '1'; print('made')")
    (folder / "build.py").write_text(f"import os, pathlib, sys\n{source}\n")
    library = Library(tmp_path / "library")
    with pytest.raises(ArenaError, match=words):
        admit(folder, library, "auto", NOW, lambda words: None)
    assert library.versions() == []
    assert [path.name for path in (tmp_path / "library").iterdir()] == []
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("link", [*(f"{name}/link" for name in sorted(SKIPPED)), "__MACOSX/link", "runs", ".DS_Store"])
def test_what_a_build_leaves_where_nobody_looks_is_looked_at(link: str, level: Level, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("")
    secret.chmod(0o600)
    build = (
        f"import os; os.makedirs({str(Path(link).parent)!r}, exist_ok=True); os.symlink({str(secret)!r}, {link!r})\n"
    )
    archive = good(tmp_path / "bot.zip", ("build.py", build.encode(), 0), toml=TOML + BUILD)
    with pytest.raises(ArenaError, match=f"greedy: {link}: is a link; a bot holds plain files only"):
        admit(archive, Library(tmp_path / "library"), "auto", NOW, lambda words: None)
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600


MARKS = """
import os
for path in ("made", "here", "."):
    open(path, "a").close() if path != "." else None
    os.chmod(path, 0o6755)
"""


@pytest.mark.parametrize("isolation", [0, "auto"])
def test_nothing_that_a_build_makes_runs_with_the_rights_of_its_owner(
    isolation: Wanted, level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []

    def look(folder: Path, _name: str) -> None:
        modes.extend(path.stat().st_mode for path in [folder, folder / "made", folder / "here"])

    monkeypatch.setattr(building, "require_plain", look)
    library = Library(tmp_path / "library")
    toml = TOML + BUILD + 'output = ["made"]\n'
    archive = good(tmp_path / "bot.zip", ("build.py", MARKS.encode(), 0), ("here", b"", 0), toml=toml)
    admit(archive, library, isolation, NOW, lambda words: None)
    assert [oct(mode & 0o7000) for mode in modes] == ["0o0"] * 3


def test_nobody_else_can_list_what_was_handed_in(level: Level, tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    with library.incoming(others=False) as folder:
        assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
    with library.incoming(others=True) as folder:
        assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o711
    admit(good(tmp_path / "bot.zip"), library, "auto", NOW, lambda words: None)
    for folder in (tmp_path / "library", tmp_path / "library/bots", tmp_path / "library/versions"):
        assert not stat.S_IMODE(folder.stat().st_mode) & 0o066, folder


NESTS = """
import os
os.makedirs("made")
os.chdir("made")
for _ in range(1700):
    os.mkdir("d")
    os.chdir("d")
"""


@pytest.mark.parametrize("isolation", [0, "auto"])
def test_a_build_that_nests_folders_is_refused_and_hurts_nobody_after_it(
    isolation: Wanted, level: Level, tmp_path: Path
) -> None:
    library = Library(tmp_path / "library")
    toml = TOML.replace("greedy", "deep") + BUILD + 'output = ["made"]\n'
    deep = zipped(tmp_path / "deep.zip", ("bot.toml", toml.encode(), 0), ("build.py", NESTS.encode(), 0))
    with pytest.raises(ArenaError, match=r"^(deep|team-one/deep@1\.2): .*(nests folders|over-limit)"):
        admit(deep, library, isolation, NOW, lambda words: None)
    assert [path.name for path in (tmp_path / "library").iterdir()] == []
    version = admit(good(tmp_path / "bot.zip"), library, "auto", NOW, lambda words: None)
    assert library.remove(version.key).key == version.key


def test_a_stranger_is_not_built_without_isolation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "attempt", lambda number: attempt(0))
    with pytest.raises(ArenaError, match="a submission is a stranger's program"):
        level_for_strangers("auto")
    assert level_for_strangers(0).trusted


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        (TOML.replace("author", "autor"), "autor"),
        (TOML.replace('"1.2"', '""'), "^bot.toml: version: a submission needs one"),
        (TOML.replace('"greedy"', f'"{"x" * 41}"'), "^bot.toml: name: expected at most 40"),
        (TOML + 'language = "\\u202e"', "^bot.toml: language: expected printable characters"),
        (TOML + "a = " + "[" * 50_000, "^bot.toml: not valid TOML: more than 50"),
        (
            TOML + BUILD + 'output = ["bot.toml/x"]',
            "^bot.toml: build.output: expected files or folders below the bot's own",
        ),
        (TOML + BUILD + 'output = [""]', "^bot.toml: build.output: expected files or folders below the bot's own"),
        (
            TOML + BUILD + 'output = ["/tmp/x"]',
            "^bot.toml: build.output: expected files or folders below the bot's own",
        ),
        (TOML + BUILD + 'output = ["a/../../x"]', "^bot.toml: build.output: expected files or folders below the bot's"),
        (TOML + BUILD + 'output = ["a\\u0000b"]', "^bot.toml: build.output: expected files or folders below the bot's"),
        (
            TOML + BUILD + 'output = ["bot.py/x"]',
            "^bot.toml: build.output: 'bot.py/x' lies below a file of the submission",
        ),
        (TOML + BUILD + f'output = ["{"x" * 300}"]', "^team-one/greedy@1.2: x{300}: File name too long"),
        (TOML.replace("bot.py", f"{'x' * 300}.py"), "^team-one/greedy@1.2: x{300}.py: File name too long"),
        (TOML.replace("bot.py", "bot.py\\u0000"), "^bot.toml: command: expected words without a zero character"),
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
    assert str(tmp_path) not in str(caught.value)
    assert [path.name for path in (tmp_path / "library").iterdir()] == []


def test_a_crash_is_told_with_its_error_and_without_inner_paths(level: Level, tmp_path: Path) -> None:
    source = "import pathlib\nprint(pathlib.Path(__file__).absolute().as_posix() + ' ' + 'x' / 0)\n"
    archive = zipped(tmp_path / "bot.zip", ("bot.toml", TOML.encode(), 0), ("bot.py", source.encode(), 0))
    with pytest.raises(ArenaError, match="steps of arena check failed: start-up: exited: ") as caught:
        admit(archive, Library(tmp_path / "library"), "auto", NOW, lambda words: None)
    assert str(caught.value).endswith(
        ' | File "bot.py", line 2, in <module>'
        " | print(pathlib.Path(__file__).absolute().as_posix() + ' ' + 'x' / 0)"
        " | TypeError: unsupported operand type(s) for /: 'str' and 'int'"
    )
    raising = "import pathlib\nraise SystemExit(pathlib.Path(__file__).absolute())\n"
    archive = zipped(tmp_path / "bot.zip", ("bot.toml", TOML.encode(), 0), ("bot.py", raising.encode(), 0))
    with pytest.raises(ArenaError, match=r"the process ended with status 1: bot\.py$"):
        admit(archive, Library(tmp_path / "library"), "auto", NOW, lambda words: None)


# -- an end without warning --


DIES = """
import os, signal, sys
from pathlib import Path
from arena.bots.library import Library
with Library(Path("bot-library")).incoming(others=False) as folder:
    (folder / "closed").mkdir()
    (folder / "closed/file").write_text("left")
    (folder / "closed").chmod(0o500)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("use", ["add", "remove"])
def test_what_a_killed_command_left_is_removed_by_the_next(use: str, tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", DIES], check=False, cwd=tmp_path)
    assert killed.returncode == -signal.SIGKILL
    library = Library(tmp_path / "bot-library")
    assert list((tmp_path / "bot-library").glob("incoming-*/bot/closed/file"))
    if use == "add":
        with library.incoming(others=False) as folder:
            assert list((tmp_path / "bot-library").iterdir()) == [folder.parent]
    else:
        with pytest.raises(UsageError):
            library.remove("team-one/greedy")
    assert list((tmp_path / "bot-library").iterdir()) == []


# -- the command ---------------------------------------------------------------------------------------------------


def test_an_archive_is_built_in_the_library_of_the_working_directory(level: Level, tmp_path: Path) -> None:
    made = b"import pathlib; pathlib.Path('made').write_bytes(pathlib.Path('bot.py').read_bytes())"
    toml = TOML.replace("bot.py", "made") + BUILD + 'output = ["made"]\n'
    source = (ROOT / "sample_bots/plain/bot.py").read_bytes()
    members = (("bot.toml", toml.encode(), 0), ("bot.py", source, 0), ("build.py", made, 0))
    zipped(tmp_path / "bot.zip", *members)
    command = [str(Path(sys.executable).with_name("arena")), "bots", "add", "bot.zip"]
    done = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (
        0,
        'team-one/greedy@1.2 is kept; in a tournament file: bot = "team-one/greedy@1.2"\n',
    ), done.stderr
    assert sorted(path.name for path in (tmp_path / "bot-library").iterdir()) == ["bots", "versions"]
    assert Library(tmp_path / "bot-library").load("team-one/greedy").built == ["made"]


def test_a_refusal_says_nothing_that_a_terminal_obeys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive = good(tmp_path / "bot.zip", ("../\x07\x1b]0;x", b"", 0))
    with pytest.raises(SystemExit) as ended:
        main(["bots", "add", str(archive), "--library", str(tmp_path / "library"), "--trust"])
    assert ended.value.code == 1
    said = "arena: bot.zip: ../\ufffd\ufffd]0;x: leads out of the bot's own folder\n"
    assert capsys.readouterr().err == said


def test_the_command_lists_shows_and_removes(tmp_path: Path) -> None:
    library = Library(tmp_path)
    with library.incoming(others=False) as folder:
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
