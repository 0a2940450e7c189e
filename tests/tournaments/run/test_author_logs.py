"""`arena logs`: an author gets what concerns the bot, and nothing of the others."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from zipfile import ZipFile

import msgspec
import pytest

from arena.records.job import MatchJob
from arena.referee.trace import TraceLine
from arena.seats.process import log_path
from tests.places import ARENA, SAMPLES
from tests.tournaments.scripted import NOW, Killed, ScriptedExecutor, around, cup_of, file_of
from tournaments.results.verify.noted import read_transcript
from tournaments.results.verify.transcript import compare_transcript
from tournaments.run import author_logs
from tournaments.run.author_logs import write_bundle
from tournaments.run.organizer import leave
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

BAD = """
import sys

from protocol.sdk import Bot


class Careless(Bot):
    def arrange(self, hand, table):
        print(f"round {table.round}: {' '.join(hand)}", flush=True)
        self.note = f"thought of {hand[0]}"
        front, middle, back = hand[:3], hand[3:8], hand[8:]
        return (front[:1] * 3 if table.round == 2 else front), middle, back


Careless().run()
"""
CUP = """
[tournament]
name = "Traced cup"
seed = "open"
[match]
rounds = 3
duplicate = false
startup = "30s"
decision = "20s"
trace = true
[[bots]]
path = "careless"
[[bots]]
path = "random"
[[bots]]
path = "random"
name = "other"
[[stages]]
format = "round-robin"
table_size = 2
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a cup has been played into `runs/cup`."""
    folder = tmp_path_factory.mktemp("cup")
    shutil.copytree(SAMPLES / "random", folder / "random", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "careless").mkdir()
    (folder / "careless" / "bot.toml").write_text('name = "careless"\ncommand = ["python", "bot.py"]\n')
    (folder / "careless" / "bot.py").write_text(BAD)
    (folder / "cup.toml").write_text(CUP)
    run = arena(folder, "tournament", "run", "cup.toml")
    assert run.returncode == 0, run.stderr
    return folder


def arena(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ARENA, *words], cwd=folder, capture_output=True, text=True, check=False)


def bundle_of(folder: Path, bot: str) -> dict[str, str]:
    done = arena(folder, "logs", "runs/cup", "--bot", bot)
    assert done.returncode == 0, done.stderr
    with ZipFile(folder / f"{bot}-logs.zip") as bundle:
        return {name: bundle.read(name).decode() for name in bundle.namelist()}


def test_an_author_finds_output_strikes_and_messages_by_match(played: Path) -> None:
    files = bundle_of(played, "careless")
    matches = sorted({name.partition("/")[0] for name in files} - {"README.txt", "transcript.jsonl"})
    assert len(matches) == 2
    for match in matches:
        assert [
            line.partition(":")[0] for line in files[f"{match}/output.log"].splitlines() if line[:5] == "round"
        ] == [
            "round 1",
            "round 2",
            "round 3",
        ]
        assert (
            len(re.findall(r'^\[note with answer \d+\] "thought of .."$', files[f"{match}/output.log"], re.MULTILINE))
            == 3
        )
        (strike,) = map(json.loads, files[f"{match}/strikes.jsonl"].splitlines())
        assert (strike["code"], strike["round"]) == ("illegal", 2)
        lines = [msgspec.json.decode(line, type=TraceLine) for line in files[f"{match}/trace.jsonl"].splitlines()]
        assert {line.bot for line in lines} == {"careless"}
        assert sum(line.what == "received" and line.message["type"] == "answer" for line in lines) == 3


def test_the_transcript_of_its_messages_is_what_the_record_has(played: Path) -> None:
    (played / "careless.jsonl").write_text(bundle_of(played, "careless")["transcript.jsonl"])
    done = arena(played, "verify", "runs/cup", "--transcript", "careless.jsonl", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["differences"]) == (0, [])
    assert told["checked"]["answers of the transcript"] == 6, "two matches of three rounds, illegal answers among them"
    lines = [json.loads(line) for line in (played / "careless.jsonl").read_text().splitlines()]
    assert sum(bool(line.get("head")) for line in lines) == 6


def test_where_no_messages_were_kept_the_transcript_is_made_of_the_record_within_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = cup_of(["ada", "bea", "cyd"], rounds=3, stages=[{"format": "round-robin", "table_size": 2}])
    run_tournament(cup, file_of(cup), tmp_path / "cup", around(ScriptedExecutor()))
    for least, bytes_ in ((2, author_logs.MOST_BYTES), (0, 100)):
        monkeypatch.setattr(author_logs, "MOST_BYTES", bytes_)
        contents = write_bundle(tmp_path / "cup", "bea", tmp_path / "bea.zip")
        assert (contents.noted, contents.matches) == (least, 2)
        with ZipFile(tmp_path / "bea.zip") as bundle:
            (tmp_path / "bea.jsonl").write_bytes(bundle.read("transcript.jsonl"))
        if least:
            with Store.read(tmp_path / "cup") as store:
                found = compare_transcript(store, read_transcript(tmp_path / "bea.jsonl"))
                faults = sum(
                    bool(played.seats[leg.seating.index(match.seats.index("bea"))].code)
                    for match in (store.match(each.match) for each in store.matches() if "bea" in each.seats)
                    if match is not None
                    for leg in match.result.legs
                    for played in leg.rounds
                )
            assert (found.differences, found.notes, found.answers) == ([], [], 2 * 2 * 3 - faults)
        else:
            assert (tmp_path / "bea.jsonl").read_bytes() == b""


def test_what_a_bot_prints_is_in_no_export_and_no_report(played: Path) -> None:
    printed = next((played / "runs/cup").rglob("*-careless.log")).read_text()
    lines = [line for line in printed.splitlines() if line.startswith("round ")]
    assert len(lines) == 3
    exported = arena(played, "tournament", "export", "runs/cup", "--format", "json").stdout
    public = [exported, *(path.read_text("utf-8") for path in (played / "runs/cup").glob("report*.*"))]
    assert len(public) == 4
    assert [line for line in lines for text in public if line in text] == []


def test_nothing_of_another_bot_is_in_it(played: Path) -> None:
    files = bundle_of(played, "random")
    with_careless = [name for name, text in files.items() if "round 1:" in text or "thought of" in text]
    assert with_careless == []
    assert all(text == "" for name, text in files.items() if name.endswith("strikes.jsonl"))
    assert all('"bot":"careless"' not in text for text in files.values())


def test_a_bot_that_is_none_is_told_with_the_nearest_name(played: Path) -> None:
    done = arena(played, "logs", "runs/cup", "--bot", "carless")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert 'no bot is called "carless"; did you mean "careless"?' in done.stderr
    assert not (played / "carless-logs.zip").exists()


def test_a_bundle_that_cannot_be_written_is_told(played: Path) -> None:
    done = arena(played, "logs", "runs/cup", "--bot", "random", "--out", "nowhere/x.zip")
    assert (done.returncode, done.stderr) == (1, "arena: nowhere/x.zip: cannot be written: No such file or directory\n")


def test_only_an_older_bundle_is_written_over(played: Path) -> None:
    other = played / "thesis.zip"
    with ZipFile(other, "w") as archive:
        archive.writestr("README.txt", "All of my work")
    for name in ("thesis.zip", "cup.toml"):
        before = (played / name).read_bytes()
        done = arena(played, "logs", "runs/cup", "--bot", "random", "--out", name)
        said = f"arena: --out: {name} is there already and is no bundle of logs; give another file\n"
        assert (done.returncode, done.stderr, (played / name).read_bytes()) == (2, said, before)
    (played / "new.zip").touch()
    for _ in range(2):
        assert arena(played, "logs", "runs/cup", "--bot", "random", "--out", "new.zip").returncode == 0


class Talking(ScriptedExecutor):
    """Its bots write their names to their logs, as soon as a match begins."""

    def start(self, job: MatchJob) -> None:
        super().start(job)
        Path(job.log_folder).mkdir(parents=True, exist_ok=True)
        for bot, program in enumerate(job.bots):
            log_path(job, bot).write_text(f"{program.name} speaks")


@pytest.mark.parametrize(
    "bots", [pytest.param(("ada", "bea", "cyd"), id="a table"), pytest.param(("a b", "a_b"), id="a walkover")]
)
def test_what_a_broken_off_attempt_left_of_a_bot_that_withdrew_is_nobody_elses(
    tmp_path: Path, bots: tuple[str, ...]
) -> None:
    folder = tmp_path / "cup"
    cup = cup_of(bots, stages=[{"format": "final-table"}])
    with pytest.raises(Killed):
        run_tournament(cup, file_of(cup), folder, around(Talking(stop_after=0)))
    leave(folder, "withdraw", bots[0], "ill", NOW)
    run_tournament(cup, file_of(cup), folder, around(Talking()))
    for place, bot in enumerate(bots):
        write_bundle(folder, bot, tmp_path / f"{place}.zip")
        with ZipFile(tmp_path / f"{place}.zip") as bundle:
            said = {name: bundle.read(name) for name in bundle.namelist() if name.endswith("output.log")}
        played = place > 0 and len(bots) > 2
        assert said == ({"s1t1/output.log": f"{bot} speaks".encode()} if played else {})
