"""A cup with bots on other machines: what its file says, who plays when, and what is kept of it."""

import io
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from arena.cli import main
from arena.errors import ArenaError
from arena.records.job import BotProgram, Listening, MatchJob
from arena.remote import listening as listening_module
from arena.remote.farewell import Farewell
from arena.remote.keys import digest_of_key, new_pair
from protocol.typed import TypedError
from tests.arena.remote.afar import free_port, pair, ports, started
from tests.places import SAMPLES
from tests.tournaments.running import arena, begin, prepare, read_until, wait_until_gone
from tests.tournaments.scripted import BOTS, ScriptedExecutor, around, cup_of, file_of
from tournaments.cli import goodbye
from tournaments.cup.changes import differences
from tournaments.cup.cup import Cup
from tournaments.cup.file import load_cup, load_file
from tournaments.cup.forecast import forecast
from tournaments.layout import RESULTS
from tournaments.reports.export import export
from tournaments.reports.terminal.remote import show_endpoints
from tournaments.reports.terminal.summary import show_fairness
from tournaments.results.verify.whole import verify
from tournaments.run.session import run_tournament
from tournaments.store.lock import locked
from tournaments.store.store import Store

HEAD = '[tournament]\nname = "Cup"\n[remote]\nkey = "keys/server.secret"\n'
KEYS = {name: pair().public for name in BOTS}


def afar(cup: Cup, *names: str) -> Cup:
    """The cup with these of its bots on other machines."""
    bots = [
        BotProgram(bot.name, command=[], folder="", digest=digest_of_key(KEYS[bot.name]), remote=KEYS[bot.name])
        if bot.name in names
        else bot
        for bot in cup.bots
    ]
    return msgspec.structs.replace(cup, bots=bots)


LEAGUE = {"format": "round-robin", "table_size": 2}
CUP = afar(cup_of(BOTS[:4], stages=[LEAGUE]), "ada", "bea")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("server", "ada", "bea"):
        new_pair(tmp_path / "keys" / name)
    return tmp_path


def bots(**given: str) -> str:
    return "".join(f'[[bots]]\nname = "{name}"\nremote = "{key}"\n' for name, key in given.items())


def load(folder: Path, text: str) -> Path:
    path = folder / "cup.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_bots_are_listed_by_key_or_file_and_have_a_port_each(folder: Path) -> None:
    own = (folder / "keys" / "bea.public").read_text().strip()
    cup, listening = load_file(load(folder, HEAD + bots(ada="keys/ada.public", bea=own)))
    ada, bea = cup.bots
    assert (ada.name, ada.command, ada.folder, bea.remote) == ("ada", [], "", own)
    assert bea.digest == digest_of_key(own)
    assert listening is not None
    assert (listening.host, listening.patience_ms, listening.stays) == ("127.0.0.1", 5000, True)
    assert listening.ports == {ada.remote: 7700, own: 7701}
    assert listening.names == {ada.remote: "ada", own: "bea"}
    assert listening.secret_key == (folder / "keys" / "server.secret").read_text().strip()
    more = HEAD + 'host = "0.0.0.0"\nport = 9000\npatience = "1500ms"\n' + bots(ada="keys/ada.public", bea=own)
    cup, listening = load_file(load(folder, more))
    assert listening is not None
    assert (listening.host, listening.patience_ms) == ("0.0.0.0", 1500)
    console = Console(file=io.StringIO(), width=200)
    show_endpoints(console, cup.bots, listening)
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().splitlines() == [
        "Remote bot ada: tcp://ADDRESS:9000",
        "Remote bot bea: tcp://ADDRESS:9001",
        f"Server key: {(folder / 'keys' / 'server.public').read_text().strip()}",
    ]


FAULTS = {
    "no [remote] table": (
        '[tournament]\nname = "Cup"\n' + bots(ada="keys/ada.public", bea="keys/bea.public"),
        r'"ada" is a remote bot: expected a table \[remote\] with key',
    ),
    "an unknown key": (HEAD + "prot = 1\n", r'unknown key "remote\.prot"; did you mean "port"\?'),
    "no server key": (HEAD.replace("server.secret", "none.secret"), r"remote\.key: .*none\.secret: cannot be read"),
    "the public server key": (
        HEAD.replace("secret", "public"),
        r"remote\.key: .*a public key; expected the secret one",
    ),
    "no address": (HEAD + 'host = "localhost"\n', r"remote\.host: expected an IP address of this machine"),
    "an address of others": (HEAD + 'host = "198.51.100.1"\n', r"remote\.host: expected an IP address of this machine"),
    "too few ports": (HEAD + "port = 65535\n", r"remote\.port: expected 1 to 65534, with 2 remote bots, got 65535$"),
    "no port": (HEAD + "port = 0\n", r"remote\.port: expected a whole number of at least 1"),
    "no duration": (HEAD + 'patience = "soon"\n', r"remote\.patience: expected a duration"),
}
BOT_FAULTS = {
    "no key": (bots(ada="keys/none.public"), r"bots\[0\]\.remote: expected a public key, 40 letters of Z85"),
    "a secret key": (bots(ada="keys/ada.secret"), r"bots\[0\]\.remote: .*a secret key stays with its owner"),
    "no name": ('[[bots]]\nremote = "keys/ada.public"\n', r'bots\[0\]: a remote bot needs a "name"'),
    "the arena's own key": (
        bots(ada="keys/server.public", bea="keys/bea.public"),
        r'remote\.key: .*server\.secret: "ada" has the public key of this pair; each bot needs a pair of its own',
    ),
    "a folder": (
        bots(ada="keys"),
        r'bots\[0\]\.remote: expected a public key, .* or a file that holds one, got "keys"',
    ),
    "a command besides": (bots(ada="keys/ada.public") + 'command = ["x"]\n', r'bots\[0\]: expected either "path" or'),
    "a key given twice": (
        bots(ada="keys/ada.public", bea="keys/ada.public"),
        r'bots: "ada" and "bea" have the same key; a bot is known by its own',
    ),
}


@pytest.mark.parametrize("name", [*FAULTS, *BOT_FAULTS])
def test_a_fault_is_named_with_file_and_key(folder: Path, name: str) -> None:
    both = bots(ada="keys/ada.public", bea="keys/bea.public")
    text, words = (
        (FAULTS[name][0], FAULTS[name][1]) if name in FAULTS else (HEAD + BOT_FAULTS[name][0], BOT_FAULTS[name][1])
    )
    path = load(folder, text if "[[bots]]" in text else text + both)
    with pytest.raises((ArenaError, TypedError), match=words) as caught:
        load_cup(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_where_bots_connect_may_change_and_who_they_are_may_not(folder: Path) -> None:
    both = bots(ada="keys/ada.public", bea="keys/bea.public")
    begun = load_cup(load(folder, HEAD + both))
    assert differences(begun, load_cup(load(folder, HEAD + "port = 9000\n" + both))) == []
    other = load_cup(load(folder, HEAD + bots(ada="keys/ada.public", bea=pair().public)))
    assert differences(begun, other) == ['bot "bea": its key has changed since']


def test_only_tables_with_a_remote_bot_are_played_once() -> None:
    plan = CUP.draw("").plan({})
    for table in plan.to_play:
        assert CUP.settings_for(table).duplicate == ({"ada", "bea"}.isdisjoint(table.seats))
    assert sum(stage.legs for stage in forecast(CUP, 1, 0.1)) == 2 + 5


class Counting(ScriptedExecutor):
    """Notes which bots play at once."""

    def __init__(self) -> None:
        super().__init__(slots=8)
        self.at_once: list[list[str]] = []
        self.local_at_once = 0

    def start(self, job: MatchJob) -> None:
        super().start(job)
        names = [bot.name for now in self._jobs for bot in now.bots]
        self.at_once.append([name for name in names if name in {"ada", "bea"}])
        self.local_at_once = max(self.local_at_once, names.count("cyd"))


def test_a_remote_bot_plays_one_match_at_a_time_and_the_others_as_many_as_there_are(tmp_path: Path) -> None:
    executor = Counting()
    run_tournament(CUP, file_of(CUP), tmp_path, around(executor))
    assert len(executor.played) == 6
    assert all(len(names) == len(set(names)) for names in executor.at_once)
    assert executor.local_at_once > 1


def test_what_is_kept_says_so_agrees_and_holds_no_secret(tmp_path: Path) -> None:
    summary = run_tournament(CUP, file_of(CUP), tmp_path, around())
    verdict = verify(tmp_path)
    assert verdict.differences == []
    document = export(summary)
    once = {match["match"] for match in document["matches"] if not match["duplicate"]}
    assert once == {match["match"] for match in document["matches"] if {"ada", "bea"} & set(match["seats"])}
    assert len(once) == 5
    console = Console(file=io.StringIO(), width=500)
    show_fairness(console, summary)
    assert isinstance(console.file, io.StringIO)
    assert f"never fresh: {', '.join(sorted(once))}" in console.file.getvalue()
    report = (tmp_path / "report.md").read_text()
    (told,) = [line for line in report.splitlines() if "duplicate" in line]
    assert told == (
        "- 2 rounds a leg, duplicate, so that every bot plays every hand once, at the tables without a remote bot; not"
        f" duplicate, since a remote bot's process is never fresh: {', '.join(sorted(once))}"
    )
    assert f"`{digest_of_key(KEYS['ada'])}`" in report
    assert "非复式" in (tmp_path / "report.html").read_text()


def test_a_cup_of_remote_bots_alone_is_not_called_duplicate(tmp_path: Path) -> None:
    cup = cup_of(BOTS[:2], stage={"extra_limit": 0})  # keys, and so deals, are new each time: they may be level
    remote = afar(cup, "ada", "bea")
    run_tournament(remote, file_of(remote), tmp_path, around())
    (told,) = [line for line in (tmp_path / "report.md").read_text().splitlines() if "duplicate" in line]
    assert told == "- 2 rounds a leg, not duplicate, since a remote bot's process is never fresh: s1t1"


def run_again_until_told(folder: Path) -> None:
    """Run a finished cup until its bot is there to be told so."""
    told = False
    while not told:
        again = arena(folder, "tournament", "run", "cup.toml")
        assert (again.returncode, again.stderr) == (0, "")
        assert "already finished" in again.stdout
        told = "Told that it is over: ada" in again.stdout.splitlines()


def test_a_bot_plays_a_cup_that_is_killed_and_goes_on_and_is_told_goodbye(tmp_path: Path) -> None:
    folder = prepare(tmp_path)
    ada, server = new_pair(folder / "ada"), new_pair(folder / "server")
    port = free_port()
    (folder / "cup.toml").write_text(
        '[tournament]\nname = "Far cup"\n'
        f'[remote]\nkey = "server.secret"\nport = {port}\n'
        '[match]\nrounds = 4\nbatch = 2\nstartup = "30s"\ndecision = "20s"\n'
        '[[bots]]\npath = "greedy"\n[[bots]]\npath = "random"\n'
        + bots(ada="ada.public")
        + '[[stages]]\nformat = "round-robin"\ntable_size = 2\n'
    )
    environment = {
        "ARENA_ENDPOINT": f"tcp://127.0.0.1:{port}",
        "ARENA_SERVER_KEY": server.key,
        "ARENA_SECRET_KEY_FILE": str(ada.secret),
    }
    with started(environment, SAMPLES / "greedy" / "bot.py") as bot:
        with begin(folder) as process:
            read_until(process, "ada")
            read_until(process, "ends: ")
            process.kill()
        assert wait_until_gone(folder, 10) == set()
        done = arena(folder, "tournament", "run", "cup.toml")
        assert done.returncode == 0, done.stderr
        if "Told that it is over: ada" not in done.stdout.splitlines():  # a busy machine may be slower than that
            assert "ada was not told that it is over: it is not connected" in done.stderr
            run_again_until_told(folder)
        assert bot.wait() == 0
    assert f"Remote bot ada: tcp://127.0.0.1:{port}" in done.stdout
    with started(environment, SAMPLES / "greedy" / "bot.py") as late:
        run_again_until_told(folder)
        assert late.wait() == 0
    run = folder / "runs" / "cup"
    with Store.read(run) as store:
        mine = [match for match in store.matches() if "ada" in match.seats]
    assert [(match.result.reason, match.result.strikes) for match in mine] == [("completed", [])] * 2
    assert verify(run).differences == []
    secret = (folder / "server.secret").read_text().strip().encode()
    assert secret not in (run / RESULTS).read_bytes()


def test_a_port_that_is_taken_and_a_run_that_is_refused_are_said_before_anything_else(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(listening_module, "_KILLED_S", 0.0)
    monkeypatch.chdir(folder)
    with ports(2) as (first, bound):
        text = HEAD + f"port = {first}\n" + bots(ada="keys/ada.public", bea="keys/bea.public")
        load(folder, text + '[[bots]]\nname = "cyd"\ncommand = ["true"]\n')
        bound[0].close()
        bound[1].listen()
        run = folder / "runs" / "cup"
        for words in (["--dry-run"], []):
            with pytest.raises(SystemExit) as ended:
                main(["tournament", "run", "cup.toml", *words])
            fault = f"cannot listen at tcp://127.0.0.1:{first + 1} for bea: Address already in use"
            assert capsys.readouterr() == ("", f"arena: cup.toml: remote.port: {fault}\n")
            assert ended.value.code == 1
            assert not (run / RESULTS).exists()
        with locked(run):
            done = arena(folder, "tournament", "run", "cup.toml")
            assert "is at work in this folder" in done.stderr
            assert (done.returncode, done.stdout) == (1, "")
            # whoever is at work there holds the ports himself
            assert arena(folder, "tournament", "run", "cup.toml", "--dry-run").returncode == 0


def test_who_was_not_told_is_said_and_the_cup_is_over_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listening = Listening("127.0.0.1", {}, pair().secret, 1000)
    console = Console(file=io.StringIO(), width=200)
    for again in (False, True):
        said = Farewell(["cyd"], ["ada"], {"bea": "tcp://127.0.0.1:7701: cannot listen there: Address already in use"})
        monkeypatch.setattr(goodbye, "say_goodbye", lambda *_, said=said: said)
        goodbye.take_leave(console, CUP, listening, again)
        barred = (
            "arena: bea was not told that it is over: tcp://127.0.0.1:7701: cannot listen there: Address already in use"
        )
        absent = [] if again else ["arena: ada was not told that it is over: it is not connected"]
        last = "arena: run the same command again to tell those who are waiting then"
        assert capsys.readouterr().err.splitlines() == [barred, *absent, last]
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue() == "Told that it is over: cyd\n" * 2
