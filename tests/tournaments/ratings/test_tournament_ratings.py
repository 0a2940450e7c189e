"""`arena ratings DIR`: the deals of a tournament, finished or running."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.tournaments.scripted import BOTS, Killed, ScriptedExecutor, around, cup_of, file_of
from tournaments.cli.ratings import ratings, tournament_results
from tournaments.reports.export import export
from tournaments.results.summary import summarize
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

CUP = cup_of()


def test_a_finished_tournament_is_rated_as_its_own_report_rates_it(tmp_path: Path) -> None:
    run_tournament(CUP, file_of(CUP), tmp_path, around())
    with Store.read(tmp_path) as store:
        summary = summarize(store)
    result = CliRunner().invoke(ratings, [str(tmp_path), "--json"])
    assert result.exit_code == 0
    table = json.loads(result.stdout)
    mine = {player["name"]: (player["elo"], player["error95"], player["results"]) for player in table["players"]}
    theirs = {
        player["name"]: (player["elo"], player["error95"], player["results"]) for player in export(summary)["elo"]
    }
    assert mine == theirs
    assert set(mine) == set(BOTS)
    assert table["deals"] == summary.deals


def test_a_running_tournament_is_rated_over_what_is_played(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor(stop_after=1)))
    results = tournament_results(tmp_path)
    (deals,) = results.deals
    assert {len(bots) for bots, _ in deals} == {4}
    assert len({bots for bots, _ in deals}) == 1
    text = CliRunner().invoke(ratings, [str(tmp_path)]).stdout
    assert f"Plackett–Luce fit over {len(deals)} deals" in text


def test_a_folder_without_a_tournament_is_said_to_have_none(tmp_path: Path) -> None:
    result = CliRunner().invoke(ratings, [str(tmp_path)])
    assert "no tournament here" in str(result.exception)
