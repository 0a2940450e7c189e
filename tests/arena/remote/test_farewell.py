"""The goodbye reaches whoever is there, whatever is wrong with the ports of others."""

import pytest

from arena.records.job import Listening
from arena.remote import farewell
from arena.remote.farewell import Farewell, say_goodbye
from tests.arena.referee.real_match import bad_bot
from tests.arena.remote.afar import ADA, ARENA, RemoteWire, pair, ports, remote_bot

BEA = pair()
BOTS = [bad_bot("good"), remote_bot(), remote_bot("bea", BEA.public)]


def listening_at(first: int) -> Listening:
    return Listening("127.0.0.1", {ADA.public: first, BEA.public: first + 1}, ARENA.secret, 1000, stays=True)


@pytest.mark.long
def test_a_taken_port_keeps_the_goodbye_from_its_own_bot_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(farewell, "PATIENCE_S", 8.0)
    with ports(2) as (first, bound), RemoteWire(f"tcp://127.0.0.1:{first + 1}", BEA) as bea:
        bound[0].listen()
        bound[1].close()
        said = say_goodbye(BOTS, listening_at(first))
        assert bea.receive() == {"type": "bye", "reason": "completed"}
    words = f"tcp://127.0.0.1:{first}: cannot listen there: Address already in use"
    assert said == Farewell(told=["bea"], absent=[], barred={"ada": words})


@pytest.mark.long
def test_who_was_not_there_is_named_and_told_when_it_is_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(farewell, "PATIENCE_S", 0.0)
    with ports(2) as (first, bound):
        for each in bound:
            each.close()
        assert say_goodbye(BOTS, listening_at(first)) == Farewell(told=[], absent=["ada", "bea"], barred={})
        monkeypatch.setattr(farewell, "PATIENCE_S", 8.0)
        with RemoteWire(f"tcp://127.0.0.1:{first}") as ada, RemoteWire(f"tcp://127.0.0.1:{first + 1}", BEA) as bea:
            assert say_goodbye(BOTS, listening_at(first)) == Farewell(told=["ada", "bea"], absent=[], barred={})
            assert [wire.receive()["type"] for wire in (ada, bea)] == ["bye", "bye"]
        assert say_goodbye(BOTS, listening_at(first), again=True) == Farewell([], ["ada", "bea"], {})
