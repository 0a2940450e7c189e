"""Verify: an untouched record agrees with itself, and no single value of it can be changed unseen."""

import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from arena.errors import ArenaError
from arena.records.job import MatchJob
from arena.records.manifest import digest_of
from arena.records.result import MatchResult
from arena.records.round_log import PlayedRound
from tests.tournaments.scripted import BOTS, NOW, Killed, ScriptedExecutor, around, cup_of, file_of, play
from tests.tournaments.verifying import checked, differences
from tournaments.cli.verify.verify import verify as verify_command
from tournaments.layout import RESULTS
from tournaments.ratings import allies
from tournaments.ratings.allies import Allied
from tournaments.results.verify.whole import verify
from tournaments.run.organizer import leave, make_void
from tournaments.run.session import run_tournament
from tournaments.store.encoding import facts_of, pack_deals, pack_rounds, to_json, unpack_deals, unpack_rounds
from tournaments.store.store import Store

CUP = cup_of(BOTS[:5], rounds=1, stage={"table_size": 3, "advance": 1})


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small finished tournament, in which one process died once."""
    folder = tmp_path_factory.mktemp("finished")
    run_tournament(CUP, file_of(CUP), folder, around(ScriptedExecutor(lose={"s1t2": 1})))
    return folder


@pytest.fixture
def copy(finished: Path, tmp_path: Path) -> Path:
    """One file is all there is to copy."""
    shutil.copy(finished / RESULTS, tmp_path / RESULTS)
    return tmp_path


def change(folder: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(folder / RESULTS)) as connection, connection:
        assert connection.execute(statement, values).rowcount > 0


def read(folder: Path, statement: str) -> Any:
    with closing(sqlite3.connect(folder / RESULTS)) as connection:
        return connection.execute(statement).fetchone()[0]


def test_an_untouched_record_agrees_and_says_what_was_recomputed(copy: Path) -> None:
    verdict = verify(copy)
    assert verdict.differences == []
    assert verdict.finished
    with Store.read(copy) as store:
        seats = [len(match.seats) for match in store.matches()]
    assert len(seats) >= 3
    recomputed = checked(copy)
    assert recomputed["matches"] == recomputed["deals over all their seatings"] == len(seats)
    assert recomputed["rounds settled"] == sum(seats)  # one deal, played in as many legs as bots
    assert recomputed["hands dealt"] == sum(count**2 for count in seats)
    assert recomputed["seal"] == 1


def cells(folder: Path) -> Iterator[tuple[str, int, str, Any]]:
    """Every stored value: table, row, column, value."""
    with closing(sqlite3.connect(folder / RESULTS)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            cursor = connection.execute(f"SELECT rowid AS place, * FROM {table}")
            columns = [column[0] for column in cursor.description][1:]
            for place, *values in cursor.fetchall():
                yield from ((table, place, column, value) for column, value in zip(columns, values, strict=True))


def altered(value: Any) -> Iterator[Any]:
    """The value changed in one place: a number by one, a text in the middle, bytes at both ends too."""
    if value is None:
        yield 1
    elif isinstance(value, int | float):
        yield value + 1
    elif isinstance(value, str):
        middle = len(value) // 2
        yield value[:middle] + chr(ord(value[middle]) ^ 1) + value[middle + 1 :] if value else "x"
    else:
        for place in (0, len(value) // 2, len(value) - 1):
            yield value[:place] + bytes([value[place] ^ 1]) + value[place + 1 :]


def test_no_single_stored_value_can_be_changed_unseen(copy: Path) -> None:
    untouched = (copy / RESULTS).read_bytes()
    tried = 0
    for table, place, column, value in list(cells(copy)):
        for other in altered(value):
            try:
                change(copy, f"UPDATE {table} SET {column} = ? WHERE rowid = ?", other, place)
            except sqlite3.IntegrityError:
                continue  # the schema itself refuses it
            assert verify(copy).differences, f"{table}.{column} of row {place}: {value!r} became {other!r}"
            tried += 1
            (copy / RESULTS).write_bytes(untouched)
    assert verify(copy).differences == []
    assert tried > 150


def test_whatever_byte_of_the_file_is_broken_verify_says_so_or_it_did_not_matter(copy: Path) -> None:
    """Free space may hold anything; nothing else may, and nothing ends in a crash."""
    untouched = (copy / RESULTS).read_bytes()
    chance = random.Random(1)
    seen: Counter[str] = Counter()
    for _ in range(80):
        place = chance.randrange(len(untouched))
        broken = bytearray(untouched)
        broken[place] ^= 1 << chance.randrange(8)
        (copy / RESULTS).write_bytes(broken)
        try:
            verdict = verify(copy)
        except ArenaError:
            seen["refused"] += 1
            continue
        seen["found" if verdict.differences else "free"] += 1
        if not verdict.differences:
            assert list(cells(copy)) == intact(untouched, copy)
    assert seen["found"] > 5


def intact(untouched: bytes, folder: Path) -> list[tuple[str, int, str, Any]]:
    (folder / RESULTS).write_bytes(untouched)
    return list(cells(folder))


@pytest.mark.parametrize("table", ["bots", "runs", "matches", "legs", "strikes", "losses", "final"])
def test_no_row_can_be_taken_out_unseen(copy: Path, table: str) -> None:
    change(copy, f"DELETE FROM {table} WHERE rowid = (SELECT min(rowid) FROM {table})")
    assert verify(copy).differences


# A forger makes digest and seal fit again; what happened at the table still has to follow from the cards.


def forge(folder: Path, match: str, **changes: Any) -> list[str]:
    """Replace facts of a match, and its digest with them; what verify finds besides the broken seal."""
    with Store.read(folder) as store:
        stored = store.match(match)
    assert stored is not None
    result = msgspec.structs.replace(stored.result, **changes)
    digest = msgspec.structs.replace(stored, result=result).digest_of_facts()
    change(
        folder,
        "UPDATE matches SET deals = ?, totals = ?, digest = ?, facts = ? WHERE id = ?",
        pack_deals(result.deals),
        to_json(result.totals()),
        digest,
        facts_of(result),
        match,
    )
    for leg in result.legs:
        change(
            folder,
            "UPDATE legs SET rounds = ? WHERE match = ? AND number = ?",
            pack_rounds(leg.rounds),
            match,
            leg.number,
        )
    return [line for line in differences(folder) if line.startswith(f"match {match}")]


def result_of(folder: Path, match: str) -> MatchResult:
    with Store.read(folder) as store:
        stored = store.match(match)
    assert stored is not None
    return stored.result


def with_round(result: MatchResult, leg: int, changed: PlayedRound) -> MatchResult:
    legs = list(result.legs)
    legs[leg] = msgspec.structs.replace(legs[leg], rounds=[changed])
    return msgspec.structs.replace(result, legs=legs)


def test_forged_water_of_a_round_is_found(copy: Path) -> None:
    result = result_of(copy, "s1t1")
    played = result.legs[0].rounds[0]
    forged = with_round(result, 0, msgspec.structs.replace(played, water=[played.water[0] + 1, *played.water[1:]]))
    assert any("leg 0 round 1: water" in line for line in forge(copy, "s1t1", legs=forged.legs))


def test_forged_cards_are_found(copy: Path) -> None:
    result = result_of(copy, "s1t1")
    played = result.legs[0].rounds[0]
    seats = [msgspec.structs.replace(seat) for seat in played.seats]
    seats[0].action, seats[1].action = seats[1].action, seats[0].action
    seats[0].code = seats[1].code = ""
    forged = with_round(result, 0, msgspec.structs.replace(played, seats=seats))
    assert any("an action that is not legal" in line for line in forge(copy, "s1t1", legs=forged.legs))


def test_a_fault_made_up_later_is_found(copy: Path) -> None:
    result = result_of(copy, "s1t1")
    played = result.legs[0].rounds[0]
    seats = [msgspec.structs.replace(seat, code="late") for seat in played.seats]
    forged = with_round(result, 0, msgspec.structs.replace(played, seats=seats))
    assert any("late, but not the default" in line for line in forge(copy, "s1t1", legs=forged.legs))


def test_forged_sums_of_a_deal_are_found(copy: Path) -> None:
    deals = [list(sums) for sums in result_of(copy, "s1t1").deals]
    deals[0][0] += 6
    assert any("deal 1: sums" in line for line in forge(copy, "s1t1", deals=deals))


def test_a_forged_number_of_seatings_is_found(copy: Path) -> None:
    assert any("seatings a deal" in line for line in forge(copy, "s1t1", seatings=3))


def test_a_match_between_other_bots_is_found(copy: Path) -> None:
    seats = read(copy, "SELECT seats FROM matches WHERE id = 's2t1'")
    change(copy, "UPDATE matches SET seats = ? WHERE id = 's2t1'", seats.replace("ada", "eve"))
    assert any("s2t1: seats" in line or "bracket: cannot be drawn again" in line for line in differences(copy))


def test_a_match_the_bracket_never_called_for_is_found(copy: Path) -> None:
    change(copy, "UPDATE matches SET id = 's7t1' WHERE id = 's2t1'")
    assert any("match s7t1: the bracket has no such table" in line for line in differences(copy))


def test_another_secret_is_found_by_commitment_and_by_every_deal_seed(copy: Path) -> None:
    change(copy, "UPDATE tournament SET secret = ?", b"another")
    found = differences(copy)
    assert found[0].startswith("commitment: the secret hashes to")
    assert sum("deal seed does not follow" in line for line in found) == checked(copy)["matches"]


def test_deals_and_rounds_of_the_record_are_those_that_were_played(finished: Path) -> None:
    deals = unpack_deals(read(finished, "SELECT deals FROM matches WHERE id = 's1t1'"))
    rounds = unpack_rounds(read(finished, "SELECT rounds FROM legs WHERE match = 's1t1' AND number = 0"))
    with Store.read(finished) as store:
        stored = store.match("s1t1")
    assert stored is not None
    programs = [CUP.program(name) for name in stored.seats]
    again = play(MatchJob("s1t1", CUP.game, CUP.rules, stored.settings, programs, stored.deal_seed, ""))
    assert again.deals == deals
    assert again.legs[0].rounds == rounds


def test_a_tournament_under_way_can_be_verified_as_far_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor(stop_after=1)))
    verdict = verify(tmp_path)
    assert not verdict.finished
    assert checked(tmp_path)["matches"] == 1
    assert verdict.differences == []


def test_a_marker_set_too_early_is_found(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor(stop_after=1)))
    change(tmp_path, "UPDATE tournament SET finished = 'now'")
    assert "bracket: marked as finished, but not decided" in verify(tmp_path).differences


def test_a_digest_is_that_of_the_files_it_is_said_to_be_of(tmp_path: Path) -> None:
    manifest = f"{'0' * 64}  bot.py\n".encode()
    first, *others = CUP.bots
    bots = [msgspec.structs.replace(first, digest=digest_of(manifest), manifest=manifest), *others]
    cup = msgspec.structs.replace(CUP, bots=bots)
    run_tournament(cup, file_of(cup), tmp_path, around(ScriptedExecutor()))
    assert (checked(tmp_path)["manifests of bots"], differences(tmp_path)) == (1, [])
    change(tmp_path, "UPDATE bots SET manifest = ? WHERE name = ?", manifest.replace(b"bot", b"bat"), first.name)
    assert verify(tmp_path).differences == [f"bot {first.name}: its digest is not that of its files"]


def test_a_seal_without_the_final_marker_is_told_and_the_record_stays_closed(copy: Path) -> None:
    change(copy, "UPDATE tournament SET finished = NULL")
    (difference,) = differences(copy)
    assert difference.startswith("end: sealed but not marked as finished")
    for decide in (
        lambda: leave(copy, "disqualify", BOTS[0], "cheated", NOW),
        lambda: make_void(copy, "s1t1", "swapping", NOW),
    ):
        with pytest.raises(ArenaError, match="decided and sealed"):
            decide()
    change(copy, "UPDATE final SET content = replace(content, ?, ?) WHERE part = 'standings'", BOTS[0], "zoe")
    assert [difference.partition(":")[0] for difference in differences(copy)] == ["end", "standings"]


def test_an_end_that_was_broken_off_is_written_by_one_more_run(copy: Path) -> None:
    change(copy, "UPDATE tournament SET finished = NULL")
    assert run_tournament(CUP, file_of(CUP), copy, around()).finished
    assert verify(copy).differences == []


def test_allies_are_named_beside_a_verdict_and_change_nothing_about_it(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Allied(("ada", "bea"), "together", 12.5, 40, 1e-9)
    monkeypatch.setattr(allies, "allies", lambda *_: [found])
    result = CliRunner().invoke(verify_command, [str(finished)])
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    assert "everything agrees ada and bea may be allies" in text
    assert "each won 12.5 more water per 100 deals than strength explains, over 40 deals." in text
