"""Attacks on cards, rivals and the machine as real programs in real matches, at each level that claims to stop them."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest

from arena.bots.resolve import load_folder
from tests.arena.isolation.attacks import memories
from tests.arena.isolation.attacks.table import QUIET, Attack
from tests.arena.isolation.real_attacks import (
    BY_NAME,
    ORDINARY,
    attacker,
    folder_for_everybody,
    library_of_the_machine,
    running,
    verdicts,
    victim,
)
from tests.arena.referee.real_match import play

FOR_ROOT = {"changes_the_kernels_settings"}
"""Attacks that only a root that is not held gets through with."""
UNSHOWN = {"remembers_by_its_own_files"}
"""Where it is open, the arena reads the bot's files between the legs, because another attack replaces one of them."""


@contextmanager
def listening(path: Path) -> Iterator[tuple[str, str]]:
    """A port of loopback, an abstract name and a path that take connections."""
    name = f"arena-test-{uuid4().hex}"
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as unix,
        socket.socket(socket.AF_UNIX) as named,
    ):
        unix.bind(f"\0{name}")
        unix.listen()
        named.bind(str(path))
        path.chmod(0o600)
        named.listen()
        yield str(tcp.getsockname()[1]), name


class Outcome:
    """One match between an attacker that tries every quiet attack and a victim, at one level."""

    def __init__(self, level: int, folder: Path) -> None:
        rival = victim(folder / "victim", arrives_after=2 * memories.YOUNG_S)
        store = folder / "results.sqlite"
        store.write_text("secret")
        store.chmod(0o600)
        self.outside = folder / "outside"
        self.outside.mkdir()
        self.others = folder / "others"
        self.others.write_text("")
        mark = uuid4().hex
        with ExitStack() as stack:
            caches = [library_of_the_machine(folder / name) for name in ("times", "pages", "access")]
            stack.enter_context(pytest.MonkeyPatch.context()).setenv("ARENA_RUNTIMES", ":".join(map(str, caches)))
            port, name = stack.enter_context(listening(folder / "service"))
            library_of_the_machine(folder / "attacker" / memories.OWN)
            bot = attacker(
                folder / "attacker",
                mark,
                "opens_a_rivals_socket",
                f"reads_a_rivals_file={rival.folder}/bot.toml",
                f"reads_a_rivals_log={folder / 'logs/m1-1-victim.log'}",
                f"reads_the_store={store}",
                "reads_the_referees_environment",
                "reads_the_referees_memory",
                "lists_the_folders_of_rivals",
                f"connects_to_loopback={port}",
                f"connects_to_an_abstract_socket={name}",
                f"connects_to_a_named_socket={folder / 'service'}",
                f"writes_to_others={self.outside / 'mark'}",
                "fills_a_disk_elsewhere",
                "changes_the_kernels_settings",
                "replaces_its_own_files",
                f"signals_the_referee_and_rivals={'SIGKILL' if level else '0'}",
                "slows_rivals_down",
                f"changes_rights_of_others={self.others}",
                f"carries_data_to_the_next_leg={mark}",
                f"leaves_notes_in_the_kernel={mark}",
                f"remembers_by_the_page_cache={caches[1]},{mark}",
                f"remembers_by_its_own_files={mark}",
                f"remembers_by_reading_times={caches[0]},{mark}",
                f"remembers_by_looking_for_names={caches[0]},{mark}",
                f"remembers_by_access_times={caches[2]},{mark}",
                "reads_counts_of_the_machine",
                "tells_the_leg_by_the_age_of_a_folder",
            )
            settings = ORDINARY | {"duplicate": True, "isolation": level}
            self.result = play([rival, bot], folder / "logs", **settings)
        self.grouped = all("+ cgroup" in words for words in self.result.isolation)
        self.left = running(mark)
        self.said = verdicts(folder / "logs")
        for place in ("/tmp", "/var/tmp", "/dev/shm", "/run", "/root"):
            try:
                Path(place, mark).unlink(missing_ok=True)
            except OSError:
                continue


@pytest.fixture(scope="module")
def outcome(level: int) -> Iterator[Outcome]:
    with folder_for_everybody() as folder:
        yield Outcome(level, folder)


@pytest.mark.parametrize("attack", QUIET, ids=[attack.name for attack in QUIET])
def test_it_is_held_where_that_is_claimed_and_nowhere_by_mistake(attack: Attack, level: int, outcome: Outcome) -> None:
    said = outcome.said[attack.name]
    if level in attack.stopped_at | (attack.grouped_at if outcome.grouped else frozenset()):
        assert said.startswith("held: "), said
    elif attack.name not in UNSHOWN and (attack.name not in FOR_ROOT or os.geteuid() == 0):
        assert said.startswith("got through: "), said


def test_the_rival_of_a_quiet_attacker_plays_every_round(level: int, outcome: Outcome) -> None:
    assert outcome.result.reason == "completed"
    assert outcome.left == []
    assert [text.startswith(f"{level}: ") for text in outcome.result.isolation] == [True, True]
    if level > 0:
        assert outcome.result.strikes == []
        assert not (outcome.outside / "mark").exists()


def test_nothing_is_laid_open_because_a_bot_names_it(level: int) -> None:
    """Where a bot's own loader would refuse it: the sandbox does not depend on that."""
    with folder_for_everybody() as place:
        victim(place / "rival")
        start = place / "rival" / "start.sh"
        start.write_text("#!/bin/sh\necho stolen: $0\n")
        start.chmod(0o755)
        rival = load_folder(place / "rival")
        thief = msgspec.structs.replace(victim(place / "thief"), name="thief", command=[str(start)])
        result = play([rival, thief], place / "logs", **ORDINARY, isolation=level, restarts=0)
        stolen = "stolen" in (place / "logs" / "m1-2-thief.log").read_text()
    assert [(strike.bot, strike.code) for strike in result.strikes] == [(1, "exited")]
    assert stolen == (level not in BY_NAME["names_a_rivals_program"].stopped_at)


@pytest.mark.parametrize(
    "ways", [["locks", "reading", "names"], pytest.param(["record_locks"], marks=pytest.mark.long)], ids=len
)
def test_what_one_ally_tells_the_other_hears_only_where_that_is_said(ways: list[str], level: int) -> None:
    with folder_for_everybody() as folder, pytest.MonkeyPatch.context() as patch:
        common, name = library_of_the_machine(folder / "common") / "00", uuid4().hex
        patch.setenv("ARENA_RUNTIMES", str(common.parent))
        places = {"names": name}
        told, heard = ([f"{verb}_{way}={places.get(way, common)}" for way in ways] for verb in ("tells_by", "hears"))
        teller = msgspec.structs.replace(attacker(folder / "teller", name, *told), name="teller")
        settings = ORDINARY | {"decision_ms": 10_000, "isolation": level}
        result = play([teller, attacker(folder / "hearer", name, *heard)], folder / "logs", **settings)
        said = verdicts(folder / "logs")
    assert result.reason == "completed"
    got_through = {name for name in said if said[name].startswith("got through: ")}
    tried = [BY_NAME[f"hears_{way}"] for way in ways]
    assert got_through == {attack.name for attack in tried if level not in attack.stopped_at}


def test_a_stranger_at_its_door_costs_a_rival_nothing(level: int) -> None:
    """The rivals are started after it, and each takes a while."""
    with folder_for_everybody() as folder:
        bot = attacker(folder / "attacker", uuid4().hex)
        knocks = ["-I", "-S", "tests/arena/isolation/attacks/knocker.py", uuid4().hex]
        bot = msgspec.structs.replace(bot, command=[bot.command[0], *knocks])
        rivals = [victim(folder / f"victim{number}", arrives_after=1) for number in range(3)]
        settings = ORDINARY | {"isolation": level, "restarts": 0}
        result = play([bot, *rivals], folder / "logs", **settings)
    assert result.reason == "completed"
    if level in BY_NAME["knocks_at_rivals_doors"].stopped_at:
        assert result.strikes == []
