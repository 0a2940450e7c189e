"""`arena play` as a command."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.places import ROOT

GREEDY, RANDOM = (str(ROOT / "sample_bots" / name) for name in ("greedy", "random"))

KEY = "k7H&=!Yo8YH-VUt0/uCP8osY^Z5oAiou2Gk!j3fo"


def play(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from arena.cli import main; main()", "play", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_json_is_one_document_of_the_promised_shape(tmp_path: Path) -> None:
    done = play(GREEDY, GREEDY, RANDOM, "--rounds", "4", "--seed", "s", "--duplicate", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert {"match", "rules", "rounds", "reason", "seats"} <= set(told)
    assert [seat["name"] for seat in told["seats"]] == ["greedy", "greedy#2", "random"]
    assert {"name", "water", "place", "state", "strikes"} <= set(told["seats"][0])
    assert (told["rounds"], told["legs"], told["reason"]) == (4, 3, "completed")
    assert sum(seat["water"] for seat in told["seats"]) == pytest.approx(0, abs=0.001)
    assert told["seats"][0]["water"] == told["seats"][1]["water"]


def test_the_same_seed_deals_the_same_cards(tmp_path: Path) -> None:
    first, again, other = (
        play(GREEDY, RANDOM, "--rounds", "5", "--seed", seed, "--json", cwd=tmp_path).stdout for seed in "aab"
    )
    assert json.loads(first)["seats"] == json.loads(again)["seats"]
    assert json.loads(first)["seats"] != json.loads(other)["seats"]


def test_the_table_names_water_strikes_and_the_fault_in_words(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import sys\nsys.exit('\\x1b[31mno idea')\n")
    done = play(GREEDY, "broken.py", "--rounds", "2", cwd=tmp_path)
    assert done.returncode == 0
    assert "broken" in done.stdout
    assert "exited" in done.stdout
    assert "no idea" in " ".join(done.stdout.split())
    assert "\x1b" not in done.stdout
    (record,) = (tmp_path / "runs" / "play").iterdir()
    assert "no idea" in next((record / "logs" / "s1t1").glob("*broken.log")).read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere", GREEDY], "nowhere"),
        ([GREEDY], "1 bot under rule set standard: "),
        ([GREEDY], "2 to 8"),
        ([GREEDY] * 5, "holds 52 cards"),
        ([GREEDY, RANDOM, "--time-limit", "5"], "expected a duration"),
        ([GREEDY, RANDOM, "--startup", "99999999999s"], "at most a day"),
        ([GREEDY, RANDOM, "--rounds", "0"], "--rounds"),
        ([GREEDY, "remote:none.public"], "bot 'remote:none.public': expected a public key, 40 letters of Z85"),
        ([GREEDY, f"remote:{KEY}", f"remote:{KEY}"], "remote and remote#2 have the same key"),
        ([GREEDY, f"remote:{KEY}", "--listen", "here"], "--listen here: expected IP:PORT, such as 127.0.0.1:7700"),
        ([GREEDY, f"remote:{KEY}", "--listen", "7700"], "--listen 7700: expected IP:PORT, such as 127.0.0.1:7700"),
        ([GREEDY, f"remote:{KEY}", "--listen", ":7700"], "--listen :7700: expected IP:PORT"),
        ([GREEDY, f"remote:{KEY}", "--listen", "127.0.0.1:65536"], "expected 1 to 65535, with 1 remote bot, got 65536"),
        ([GREEDY, "remote:"], "expected a public key, 40 letters of Z85, or a file that holds one, got"),
        ([GREEDY, f"remote:{KEY}", "--listen", "198.51.100.1:0"], "expected an IP address of this machine"),
        ([GREEDY, f"remote:{KEY}", "--server-key", "none"], "key: none: cannot be read: No such file or directory"),
        ([GREEDY, f"remote:{KEY}", "--debug-bot", "2"], "--debug-bot 2: remote is remote, and started by its author"),
        ([GREEDY, RANDOM, "--rules", "standart"], 'did you mean "standard"'),
        ([GREEDY, RANDOM, "--debug-bot", "3"], "--debug-bot 3"),
    ],
)
def test_wrong_usage_is_said_before_anything_starts(arguments: list[str], words: str, tmp_path: Path) -> None:
    done = play(*arguments, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [([GREEDY, RANDOM, "--rules", "bad.toml"], "not valid TOML"), ([GREEDY, "bad"], "bad/bot.toml")],
)
def test_a_fault_in_what_was_given_is_said_too(arguments: list[str], words: str, tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad.toml").write_text("gun = ")
    (tmp_path / "bad" / "bot.toml").write_text('nam = "x"\n')
    done = play(*arguments, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert words in done.stderr


def arena(*arguments: object, cwd: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "arena", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_a_match_is_a_record_that_every_command_reads(tmp_path: Path) -> None:
    done = play(GREEDY, RANDOM, "--rounds", "5", "--seed", "s", "--duplicate", "--json", "--out", "m", cwd=tmp_path)
    told = json.loads(done.stdout)
    assert told["record"] == "m"
    assert arena("verify", "m", cwd=tmp_path).stdout.endswith("everything agrees\n")
    exported = json.loads(arena("tournament", "export", "m", "--format", "json", cwd=tmp_path).stdout)
    (match,) = exported["matches"]
    assert exported["finished"]
    assert match["water"] == [seat["water"] for seat in told["seats"]]
    (shown,) = json.loads(arena("replay", "m", "s1t1", "3", "--leg", "2", "--json", cwd=tmp_path).stdout)
    assert arena("replay", "m", cwd=tmp_path).stdout == arena("replay", "m", "s1t1", cwd=tmp_path).stdout != ""
    assert shown["round"] == 3
    assert len(json.loads(arena("hands", "m", "--bot", "random", "--json", cwd=tmp_path).stdout)) == 10
    assert "gave away" in arena("analyse", "m", "--bot", "random", cwd=tmp_path).stdout
    assert "1 match, 0 strikes of random" in arena("logs", "m", "--bot", "random", cwd=tmp_path).stdout
    with ZipFile(tmp_path / "random-logs.zip") as bundle:
        assert {"s1t1/output.log", "s1t1/strikes.jsonl"} <= set(bundle.namelist())


def test_records_do_not_mix(tmp_path: Path) -> None:
    for _ in range(2):
        done = play(GREEDY, RANDOM, "--rounds", "1", "--seed", "s", cwd=tmp_path)
        assert done.returncode == 0
    records = sorted(path.name for path in (tmp_path / "runs" / "play").iterdir())
    assert records == [records[0], f"{records[0]}-2"]
    assert done.stdout.splitlines()[-1] == (
        f"record runs/play/{records[1]}; arena replay runs/play/{records[1]} shows it"
    )
    refused = play(GREEDY, RANDOM, "--rounds", "1", "--out", f"runs/play/{records[0]}", cwd=tmp_path)
    assert refused.returncode == 2
    assert "holds a record already; give another folder" in refused.stderr


def test_a_match_is_shown_as_a_page(tmp_path: Path) -> None:
    (tmp_path / "browser").write_text("#!/bin/sh\necho $1 > $(dirname $0)/opened\n")
    (tmp_path / "browser").chmod(0o755)
    words = [sys.executable, "-m", "arena", "play", GREEDY, RANDOM, "--rounds", "2", "--out", "m", "--show"]
    environment = {**os.environ, "BROWSER": str(tmp_path / "browser")}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == "page m/match.html\n"
    assert (tmp_path / "opened").read_text() == f"{(tmp_path / 'm/match.html').as_uri()}\n"
    assert arena("replay", "m", "--html", "one.html", cwd=tmp_path).stdout == "one.html: 2 rounds\n"
    assert (tmp_path / "one.html").read_text() == (tmp_path / "m/match.html").read_text()
    assert arena("replay", "m", "--html", "m/report.html", cwd=tmp_path).returncode == 2
    refused = play(GREEDY, RANDOM, "--show", "--no-record", cwd=tmp_path)
    assert (refused.returncode, "not with --no-record" in refused.stderr) == (2, True)


def test_no_record_is_kept_if_none_is_wanted(tmp_path: Path) -> None:
    done = play(GREEDY, RANDOM, "--rounds", "1", "--no-record", "--logs", "logs", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["record"] is None
    assert [path.name for path in tmp_path.iterdir()] == ["logs"]


def test_each_figure_says_how_sure_it_is(tmp_path: Path) -> None:
    told = play(GREEDY, RANDOM, "--rounds", "9", "--no-record", "--logs", "logs", cwd=tmp_path).stdout
    assert "a deal 每副 ± 95 %" in told
    assert re.search(r"greedy +[+-][\d.]+ +[+-][\d.]+ ± [\d.]+ ", told)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_output_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from arena.cli import main; main()", "play", GREEDY, RANDOM, "--rounds", "1"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == "arena: standard output: No space left on device"


def test_only_an_older_trace_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print('mine')\n")
    done = play(GREEDY, RANDOM, "--rounds", "1", "--trace", "bot.py", cwd=tmp_path)
    said = "arena: --trace: bot.py is there already and is no trace; give another file\n"
    assert (done.returncode, done.stderr) == (2, said)
    assert (tmp_path / "bot.py").read_text() == "print('mine')\n"
    traces = []
    for seed in "ab":
        assert play(GREEDY, RANDOM, "--rounds", "1", "--seed", seed, "--trace", "t", cwd=tmp_path).returncode == 0
        traces.append((tmp_path / "t").read_bytes())
    assert traces[0] != traces[1]


def test_a_name_is_shown_as_it_is(tmp_path: Path) -> None:
    bots = []
    for folder, name in {"a": "[red]re*d*", "b": ":cow:", "c": "[b]\\"}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bot.toml").write_text(f"name = '{name}'\ncommand = ['false']\n")
        bots.append(name)
    done = play("a", "b", "c", "--rounds", "1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shown = {line.split()[1] for line in done.stdout.splitlines() if line.split()[:1] == ["1"]}
    assert shown == set(bots)


WAYS_TO_FOUL = """
from protocol.sdk import Bot
from arena.shisanshui.cards import cards
from arena.shisanshui.rows import row_value

class Mine(Bot):
    def arrange(self, hand, table):
        rows = sorted((hand[3:8], hand[8:]), key=lambda row: row_value(cards(row)))
        {last}

Mine().run()
"""
HANDS = {"played": 8, "fouls": 0, "out_of_order": 0, "nil": 0, "invalid": 0, "escapes": 0}


LASTS = {
    "forgets": ("rows", {"fouls": 8, "nil": 8}, "fouled 倒水: 8 answered nil"),
    "disorder": (
        "return hand[:3], rows[1], rows[0]",
        {"fouls": 8, "out_of_order": 8},
        "fouled 倒水: 8 with rows out of order",
    ),
    "foreign": (
        "return ['2s'] * 3, rows[0], rows[1]",
        {"fouls": 8, "invalid": 8},
        "fouled 倒水: 8 without a valid answer",
    ),
    "dies": ("raise SystemExit(3)", {"escapes": 8}, "escaped 逃跑"),
}
"""By bot, how its `arrange` ends, what is counted, and what is said."""


def test_what_cost_a_bot_its_rounds_is_counted_and_said(tmp_path: Path) -> None:
    for bot, (last, _, _) in LASTS.items():
        (tmp_path / f"{bot}.py").write_text(WAYS_TO_FOUL.format(last=last))
    bots = [*(f"{bot}.py" for bot in LASTS), GREEDY]
    match = (*bots, "--rounds", "8", "--seed", "s", "--restarts", "0", "--rules", "five-players")
    told = json.loads(play(*match, "--json", cwd=tmp_path).stdout)
    assert [seat["hands"] for seat in told["seats"]] == [*(HANDS | counts for _, counts, _ in LASTS.values()), HANDS]
    shown = play(*match, "--lang", "en", cwd=tmp_path).stdout
    assert [words for bot, (*_, said) in LASTS.items() if (words := f"{bot}: 8 of 8 rounds {said}") not in shown] == []
