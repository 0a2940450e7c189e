"""The store: a result is whole or not there, counts once, takes little room, and a bad file is refused in words."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.records.job import MatchSettings
from arena.records.round_log import PlayedRound, PlayedSeat, RoundLog
from tests.tournaments.scripted import BOTS, NOW
from tests.tournaments.store.stored import CUP, stored_match
from tournaments.layout import RESULTS
from tournaments.store.encoding import DamagedRecord, pack_rounds, unpack_rounds
from tournaments.store.schema import VERSION
from tournaments.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path, CUP, "[tournament]", b"secret", "0.1.0", NOW) as created:
        yield created


def test_what_is_stored_comes_back(store: Store) -> None:
    assert store.cup() == CUP
    assert store.header().secret == b"secret"
    match = stored_match()
    assert store.record(match)
    assert store.match("s1t1") == match
    assert store.match("s9t9") is None
    without_legs = msgspec.structs.replace(match, result=msgspec.structs.replace(match.result, legs=[]))
    assert store.matches() == [without_legs]
    assert store.matches()[0].table_result().totals == dict(zip(BOTS[:4], match.totals, strict=True))


def test_a_match_that_is_written_twice_counts_once(store: Store) -> None:
    match = stored_match()
    assert store.record(match)
    other = msgspec.structs.replace(match, totals=[1, 2, 3, 4])
    assert not store.record(other)
    assert store.match("s1t1") == match


def test_a_match_is_written_whole_or_not_at_all(store: Store) -> None:
    match = stored_match()
    broken = msgspec.structs.replace(match.result, legs=[*match.result.legs, match.result.legs[0]])
    with pytest.raises(ArenaError, match="UNIQUE"):
        store.record(msgspec.structs.replace(match, result=broken))
    assert store.match("s1t1") is None
    assert store.record(match)


def test_a_full_disk_is_said_and_costs_only_what_was_not_written(tmp_path: Path) -> None:
    with Store.create(tmp_path, CUP, "", b"secret", "0.1.0", NOW) as store:
        first = stored_match()
        store.record(first)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(ArenaError, match=r"disk is full.*run the same command again"):
            store.record(stored_match(rounds=200, match="s1t2"))
    with Store.open(tmp_path) as store:
        assert store.match_ids() == ["s1t1"]
        assert store.match("s1t1") == first


def test_a_four_player_round_takes_less_than_400_bytes(tmp_path: Path) -> None:
    with Store.create(tmp_path, CUP, "", b"secret", "0.1.0", NOW) as store:
        store.fold()
        empty = (tmp_path / RESULTS).stat().st_size
        match = stored_match(rounds=250)
        store.record(match)
        store.fold()
    rounds = sum(len(leg.rounds) for leg in match.result.legs)
    assert rounds == 1000
    assert ((tmp_path / RESULTS).stat().st_size - empty) / rounds < 400


@settings(max_examples=50)
@given(
    st.lists(
        st.builds(
            PlayedRound,
            st.integers(1, 2**31),
            st.lists(
                st.builds(PlayedSeat, st.binary(max_size=14), st.integers(0, 2**40), st.sampled_from(["", "late"])),
                max_size=8,
            ),
            st.lists(st.integers(-(2**31), 2**31), max_size=8),
        ),
        max_size=5,
    )
)
def test_packed_rounds_unpack_to_the_same(rounds: list[PlayedRound]) -> None:
    assert list(unpack_rounds(pack_rounds(RoundLog.of(rounds)))) == rounds


@pytest.mark.parametrize("data", [b"", b"rubbish", pack_rounds(RoundLog())[:-1]])
def test_bytes_that_are_no_record_are_damaged(data: bytes) -> None:
    with pytest.raises(DamagedRecord):
        unpack_rounds(data)


def test_a_store_that_is_being_made_is_not_there_yet(tmp_path: Path) -> None:
    (tmp_path / f"{RESULTS}.new").write_bytes(b"left by a kill")
    assert not Store.exists(tmp_path)
    with Store.create(tmp_path, CUP, "", b"secret", "0.1.0", NOW):
        assert Store.exists(tmp_path)
        assert not (tmp_path / f"{RESULTS}.new").exists()


def test_it_can_be_read_while_it_is_written(store: Store, tmp_path: Path) -> None:
    with Store.read(tmp_path) as reader:
        assert reader.match_ids() == []
        store.record(stored_match())
        assert reader.match_ids() == ["s1t1"]


def test_a_folder_without_a_tournament_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"no tournament here \(results.sqlite is missing\)"):
        Store.read(tmp_path)


def test_another_file_of_that_name_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / RESULTS) as other:
        other.execute("CREATE TABLE cats (name TEXT)")
    other.close()
    with pytest.raises(ArenaError, match="not the results of a tournament"):
        Store.read(tmp_path)
    (tmp_path / RESULTS).write_text("this is no database at all")
    with pytest.raises(ArenaError, match="not a database"):
        Store.read(tmp_path)


def test_a_later_version_is_refused(store: Store, tmp_path: Path) -> None:
    store._connection.execute("PRAGMA user_version = 99")
    with pytest.raises(ArenaError, match=r"written in version 99 by a newer arena.* or a newer one$"):
        Store.read(tmp_path)
    (tmp_path / f"{RESULTS}.v{VERSION}.bak").write_bytes(b"")
    with pytest.raises(ArenaError, match=rf"or go on from results\.sqlite\.v{VERSION}\.bak"):
        Store.open(tmp_path)


def test_settings_survive(store: Store) -> None:
    match = msgspec.structs.replace(stored_match(), settings=MatchSettings(thinking="serial", on_late="stand-in"))
    store.record(match)
    found = store.match("s1t1")
    assert found is not None
    assert found.settings == match.settings


def test_no_field_of_a_result_is_forgotten(store: Store) -> None:
    """Whatever is added to the records is kept: here every field has a value that is not its default."""
    match = stored_match()
    for record in (match.result, *match.result.legs):
        for field in msgspec.structs.fields(record):
            if field.name not in {"match", "number", "rounds", "legs", "strikes"}:
                setattr(record, field.name, _another(getattr(record, field.name)))
    store.record(match)
    assert store.match("s1t1") == match


def _another(value: object) -> object:
    if value is None:
        return [[3, 1, 2, 0]]
    if isinstance(value, int):
        return value + 7
    if isinstance(value, str):
        return value + "x"
    assert isinstance(value, list)
    return [_another(each) for each in value] or ["2: another"]
