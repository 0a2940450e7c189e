"""A secret that is committed to before the tournament is known, and what reports say of one that was not."""

import json
import sqlite3
import stat
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from arena.cli import main
from arena.errors import ArenaError, UsageError
from tests.tournaments.scripted import BOTS, NOW, ScriptedExecutor, around, cup_of, file_of
from tests.tournaments.verifying import differences
from tournaments.layout import COMMITMENT, RESULTS, SECRET
from tournaments.run.commitment import commit, drawn_for
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

EARLIER = "2026-01-01T00:00:00+00:00"
CUP = cup_of(BOTS[:2], rounds=1, seed=None, stage={"table_size": 2, "advance": 1, "extra_limit": 0})
DOUBT = "the organizer could have drawn again"


def reports(folder: Path) -> list[str]:
    return [(folder / name).read_text() for name in ("report.md", "report.html")]


def test_the_run_plays_with_the_secret_that_was_committed_to(tmp_path: Path) -> None:
    published = commit(tmp_path, EARLIER)
    secret = (tmp_path / SECRET).read_bytes()
    assert published.commitment == sha256(secret).hexdigest()
    assert stat.S_IMODE((tmp_path / SECRET).stat().st_mode) == 0o600
    assert json.loads((tmp_path / COMMITMENT).read_text()) == {
        "commitment": published.commitment,
        "committed": EARLIER,
    }
    summary = run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor()))
    assert (summary.secret, summary.commitment, summary.committed) == (secret, published.commitment, EARLIER)
    assert not (tmp_path / SECRET).exists()
    assert differences(tmp_path) == []
    for report in reports(tmp_path):
        assert EARLIER in report
        assert DOUBT not in report


def test_a_run_without_one_says_so_in_every_report(tmp_path: Path) -> None:
    summary = run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor()))
    assert summary.committed is None
    assert all(DOUBT in report for report in reports(tmp_path))


def test_nobody_draws_twice(tmp_path: Path) -> None:
    commit(tmp_path, EARLIER)
    before = (tmp_path / SECRET).read_bytes()
    with pytest.raises(UsageError, match=f"committed already, at {EARLIER.replace('+', '.')}"):
        commit(tmp_path, NOW)
    assert drawn_for(tmp_path).secret == before
    run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor()))
    with pytest.raises(UsageError, match="this tournament has begun"):
        commit(tmp_path, NOW)


def test_a_secret_that_was_swapped_is_found_before_and_after(tmp_path: Path) -> None:
    commit(tmp_path, EARLIER)
    (tmp_path / SECRET).write_bytes(b"another")
    with pytest.raises(ArenaError, match="the secret is not the one that was committed to"):
        run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor()))
    assert not Store.exists(tmp_path)


def test_a_secret_that_is_gone_is_not_replaced(tmp_path: Path) -> None:
    commit(tmp_path, EARLIER)
    (tmp_path / SECRET).unlink()
    with pytest.raises(ArenaError, match=r"the secret that was committed to at .* is gone; put \.secret back"):
        run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor()))
    with pytest.raises(UsageError, match="committed already"):
        commit(tmp_path, NOW)


def test_verify_names_a_commitment_that_was_not_kept_and_a_cup_that_was_finished_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor()))
    other = json.dumps({"commitment": "0" * 64, "committed": EARLIER})
    (tmp_path / COMMITMENT).write_text(other)
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(tmp_path)])
    assert ended.value.code == 1
    assert "commitment.json: a commitment to 0000" in capsys.readouterr().out
    (tmp_path / COMMITMENT).unlink()
    with closing(sqlite3.connect(tmp_path / RESULTS)) as connection, connection:
        connection.execute("UPDATE tournament SET seal = NULL, finished = NULL")
        connection.execute("DELETE FROM final")
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(tmp_path)])
    assert ended.value.code == 1
    assert "report.md: this tournament was finished once, and the record has neither seal nor end" in (
        capsys.readouterr().out
    )


def test_a_seed_in_the_file_and_a_commitment_exclude_each_other(tmp_path: Path) -> None:
    commit(tmp_path, EARLIER)
    seeded = cup_of(BOTS[:2], rounds=1)
    with pytest.raises(ArenaError, match="a secret was committed to, and the tournament file gives a seed"):
        run_tournament(seeded, file_of(seeded), tmp_path, around(ScriptedExecutor()))


def test_a_beacon_changes_every_deal_and_the_draw() -> None:
    later = msgspec.structs.replace(CUP, tournament=msgspec.structs.replace(CUP.tournament, beacon="1 2 3"))
    seeds = {cup.deal_seed(b"secret", match) for cup in (CUP, later) for match in ("s1t1", "s1t2")}
    assert len(seeds) == 4
    drawn = cup_of(seeding="draw", beacon="1 2 3")
    plain = cup_of(seeding="draw")
    assert drawn.draw("c").entrants.bots != plain.draw("c").entrants.bots


def test_the_command_prints_what_to_publish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup.toml").write_text('[tournament]\nname = "Cup"\n')
    with pytest.raises(SystemExit) as ended:
        main(["tournament", "commit", "cup.toml", "--json"])
    assert ended.value.code == 0
    published = json.loads(capsys.readouterr().out)
    assert published == json.loads((tmp_path / "runs/cup" / COMMITMENT).read_text())
    (tmp_path / "cup.toml").write_text('[tournament]\nname = "Cup"\nseed = "open"\n')
    for words, fault in (("cup.toml", "nothing to commit to"), ("none.toml", "no such file")):
        with pytest.raises(SystemExit) as ended:
            main(["tournament", "commit", words])
        assert ended.value.code == 2
        assert fault in capsys.readouterr().err
