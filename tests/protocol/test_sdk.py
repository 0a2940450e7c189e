"""The SDK from hello to goodbye, as a process of its own against a scripted arena."""

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.peer import Peer
from tests.protocol.vectors import GOOD, data_of

HAND = ["As", "Ah", "Kd", "Kc", "Qs", "Jh", "Td", "9c", "8s", "7h", "5d", "3c", "2s"]
PLAY = "return hand[:3], hand[3:8], hand[8:]"
Start = Callable[[str], Peer]


def settled(number: int, water: list[int]) -> dict[str, Any]:
    return {"type": "settled", "round": number, "water": water, "seats": []}


def script(body: str) -> str:
    methods = textwrap.indent(textwrap.dedent(body), "    ")
    return f"from protocol.sdk import Bot, Rows\nclass Ada(Bot):\n{methods}\nAda().run()\n"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    peers = []

    def start(body: str, **environment: str) -> Peer:
        (tmp_path / "bot.py").write_text(script(body))
        peers.append(Peer(tmp_path, ["python", "bot.py"], tmp_path, **environment))
        return peers[-1]

    yield start
    for peer in peers:
        peer.__exit__()


def test_a_bot_plays_several_matches_and_leaves_on_goodbye(start: Start) -> None:
    bot = start(f"""
        version = "3"
        def arrange(self, hand, table):
            print(table.match, table.round, table.water, table.seat, table.seats[table.seat], len(table.events))
            {PLAY}
        def match_started(self, table):
            print("start", table.match, table.rounds, table.rules["name"], table.decision_ms, table.bank_ms)
        def match_ended(self, end, table):
            print("end", table.match, end["water"], table.water)
    """)
    hello = bot.admit()
    assert (hello["name"], hello["version"], hello["batch"], hello["events"]) == ("Ada", "3", 1, "full")
    for match in ["m1", "m2"]:
        bot.begin(match, {"name": "standard"})
        answer = bot.decide(HAND, match=match)
        assert answer["actions"] == [{"front": HAND[:3], "middle": HAND[3:8], "back": HAND[8:], "decline": False}]
        bot.decide(HAND, match=match, first=2, events=[settled(1, [3, -1, -1, -1])])
        bot.finish(match, events=[settled(2, [0, 5, -5, 0])])
    status, output, errors = bot.goodbye()
    assert (status, errors) == (0, "")
    once = [
        "start M 100 standard 1000 5000",
        "M 1 [0, 0, 0, 0] 1 seat 1 0",
        "M 2 [3, -1, -1, -1] 1 seat 1 1",
        "end M [1, -1, 0, 0] [3, 4, -6, -1]",
    ]
    assert output.splitlines() == [line.replace("M", match) for match in ["m1", "m2"] for line in once]


def test_a_batch_is_answered_item_by_item(start: Start) -> None:
    bot = start(f"""
        batch = 8
        event_detail = "none"
        def arrange(self, hand, table):
            if table.round == 2:
                return None
            {PLAY}
    """)
    hello = bot.admit()
    assert (hello["batch"], hello["events"]) == (8, "none")
    bot.begin()
    actions = bot.decide(HAND, HAND[::-1], HAND[::-1])["actions"]
    assert actions[0]["front"] == HAND[:3]
    assert actions[1] is None
    assert actions[2]["front"] == HAND[:-4:-1]


def test_declining_and_notes_are_for_those_who_want_them(start: Start) -> None:
    bot = start("""
        def arrange(self, hand, table):
            rows = hand[:3], hand[3:8], hand[8:]
            if table.round == 1:
                self.note = "水" * 1000
                return Rows(*rows, decline=True)
            return (*rows, True) if table.round == 2 else rows
    """)
    bot.admit()
    bot.begin()
    answer = bot.decide(HAND)
    assert answer["actions"][0]["decline"] is True
    assert answer["note"] == "水" * 341
    second = bot.decide(HAND, first=2)
    assert "note" not in second
    assert second["actions"][0]["decline"] is True
    assert bot.decide(HAND, first=3)["actions"][0]["decline"] is False


def test_events_reach_their_hooks_in_order_before_the_decision(start: Start) -> None:
    bot = start(f"""
        def arrange(self, hand, table):
            print("arrange", flush=True)
            {PLAY}
        def settled(self, event, table): print("settled", event["round"], table.water)
        def seat_changed(self, event, table): print("seat", event["seat"], event["state"])
    """)
    bot.admit()
    bot.begin()
    bot.decide(
        HAND,
        events=[
            {"type": "strike", "request": 1, "code": "late", "message": "too slow", "late_ms": 7},
            {"type": "seat", "seat": 2, "state": "restarted"},
            {"type": "weather", "rain": True},
            settled(1, [1, -1, 0, 0]),
        ],
    )
    status, output, errors = bot.goodbye()
    assert output.splitlines() == ["seat 2 restarted", "settled 1 [1, -1, 0, 0]", "arrange"]
    assert (status, errors) == (0, "strike late: too slow\n")


def test_the_published_vectors_are_understood(start: Start) -> None:
    bot = start(f"batch = 32\ndef arrange(self, hand, table): {PLAY}")
    bot.receive()
    for name in ["welcome", "match", "decide", "decide-with-events", "decide-batch", "decide-with-unknown-keys"]:
        message = GOOD[name]["message"]
        bot.send_bytes(data_of(GOOD[name]))
        if message["type"] == "decide":
            answer = bot.receive()
            assert (answer["match"], answer["request"]) == (message["match"], message["request"])
            assert [action["front"] for action in answer["actions"]] == [item["hand"][:3] for item in message["items"]]
    bot.send_bytes(data_of(GOOD["end"]))
    bot.send_bytes(data_of(GOOD["bye"]))
    assert bot.ended() == (0, "", "strike late: no answer within 1100 ms\n")


def test_messages_of_a_later_version_are_passed_over(start: Start) -> None:
    bot = start(f"def arrange(self, hand, table): {PLAY}")
    bot.admit()
    bot.send(type="weather", rain=True)
    bot.begin()
    assert bot.decide(HAND, HAND, kind="double")["actions"] == [None, None]
    assert bot.decide(HAND)["actions"][0]["front"] == HAND[:3]
    assert bot.goodbye()[0] == 0


def test_a_bug_ends_the_bot_with_its_traceback_rather_than_with_a_wrong_answer(start: Start) -> None:
    bot = start("def arrange(self, hand, table): return hand[:3], hand[99]")
    bot.admit()
    bot.begin()
    bot.send(
        type="decide",
        match="m1",
        request=1,
        kind="arrange",
        decision_ms=1,
        bank_ms=0,
        items=[{"round": 1, "hand": HAND}],
        events=[],
    )
    status, output, errors = bot.ended()
    assert (status, output) == (1, "")
    assert "return hand[:3], hand[99]" in errors
    assert errors.endswith("IndexError: list index out of range\n")


def test_a_refused_bot_says_why(start: Start) -> None:
    bot = start(f"def arrange(self, hand, table): {PLAY}")
    bot.receive()
    bot.send(type="refused", code="bad-token", message="not this start's token")
    assert bot.ended() == (2, "", "bot.py: refused by the arena: bad-token: not this start's token\n")


def test_a_bot_does_not_outlive_its_arena(start: Start) -> None:
    bot = start(f"def arrange(self, hand, table): {PLAY}")
    bot.admit()
    bot.vanish()
    assert bot.ended() == (1, "", "bot.py: the arena is gone\n")


def test_a_bot_whose_arena_never_was_there_ends_too(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(script(f"def arrange(self, hand, table): {PLAY}"))
    environment = {**os.environ, "ARENA_ENDPOINT": f"ipc://{tmp_path}/nobody"}
    run = subprocess.run(
        [sys.executable, "bot.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (1, "bot.py: the arena is gone\n")


def test_a_bot_started_by_hand_says_how_it_is_started(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(script("pass"))
    environment = {key: value for key, value in os.environ.items() if not key.startswith("ARENA_")}
    run = subprocess.run(
        [sys.executable, "bot.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert "arena play" in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_an_encrypted_arena_is_reached_with_its_key(tmp_path: Path) -> None:
    import zmq

    public, secret = zmq.curve_keypair()
    (tmp_path / "bot.py").write_text(script(f"def arrange(self, hand, table): {PLAY}"))
    with zmq.Context() as context, context.socket(zmq.DEALER) as socket:
        socket.linger = 0
        socket.curve_server = True
        socket.curve_secretkey, socket.curve_publickey = secret, public
        port = socket.bind_to_random_port("tcp://127.0.0.1")
        with Peer(
            tmp_path,
            ["python", "bot.py"],
            tmp_path,
            ARENA_ENDPOINT=f"tcp://127.0.0.1:{port}",
            ARENA_SERVER_KEY=public.decode(),
            ARENA_SECRET_KEY=zmq.curve_keypair()[1].decode(),
        ):
            assert socket.poll(30_000)


def test_starting_imports_nothing_that_is_slow_to_import() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, protocol.sdk; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert {"msgspec", "numpy", "asyncio", "typing_extensions", "arena"}.isdisjoint(loaded)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return dict(front=hand)", "arrange must return front, middle, back; got dict of 1: {'front': ["),
        ("return hand", "arrange must return front, middle, back; got list of 13: ['As', "),
        ("yield hand", "arrange must return front, middle, back; got generator: <generator"),
        ("return 'abc'", "arrange must return front, middle, back; got str: 'abc'"),
        ("return hand[:3], iter(hand[3:8]), hand[8:]", "each row as a list of card texts; middle is list_iterator: "),
        ("return 'As', hand[3:8], hand[8:]", "each row as a list of card texts; front is str: 'As'"),
        ("return [1], hand[3:8], hand[8:]", 'cards as texts such as "As"; front has int: 1'),
        ("return Rows(hand[:3], hand[3:8], hand[8:], 1)", "as True or False; got int: 1"),
        (f"self.note = [1]; {PLAY}", "arrange must set note to a text; got list of 1: [1]"),
    ],
)
def test_what_arrange_must_not_return_is_said_with_its_line(start: Start, body: str, words: str) -> None:
    bot = start(f"""
        def arrange(self, hand, table):
            {body}
    """)
    bot.admit()
    bot.begin()
    bot.ask(HAND)
    status, output, errors = bot.ended()
    assert (status, output) == (1, "")
    assert words in errors
    assert re.search(r"bot\.py:4: Ada\.arrange must ", errors)
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("event_detail = 'all'", 'Ada.event_detail must be "full", "water" or "none"; got str: \'all\''),
        ("batch = 65", "Ada.batch must be 1 to 64; got int: 65"),
        ("version = 2", "Ada.version must be a text; got int: 2"),
    ],
)
def test_a_wrong_attribute_is_said_with_what_is_right(start: Start, attribute: str, words: str) -> None:
    status, _, errors = start(attribute).ended()
    assert (status, words in errors) == (2, True), errors
