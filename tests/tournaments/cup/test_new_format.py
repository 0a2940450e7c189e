"""A new format is one struct and one line: nothing else knows of it, from the file to the reports."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast

import pytest

from arena.cli import main
from arena.errors import ArenaError
from protocol.text import Said
from protocol.typed import TypedError
from tests.tournaments.scripted import Killed, ScriptedExecutor, around
from tournaments.cup.file import load_cup
from tournaments.formats.entrants import Entrants
from tournaments.formats.keys import StageKeys
from tournaments.formats.leaving import absent_at, ranked
from tournaments.formats.plan import Plan, Stage, Standing, Table, TableResult
from tournaments.formats.registry import FORMATS
from tournaments.formats.tie_break import decide, unplayed
from tournaments.results.summary import Summary
from tournaments.run.session import run_tournament


class Stairs(StageKeys, frozen=True, kw_only=True):
    """King of the hill: the last two seeds play, the winner meets the next one up, and so on to the first."""

    format: Literal["stairs"] = "stairs"
    shout: bool = False

    @property
    def largest_table(self) -> int:
        return 2

    def refuses(self, count: int) -> Said | None:
        return None if count > 2 else Said("bots: stairs need at least 3, got {count}", count=count)

    def plan(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Plan:
        king, *challengers = reversed(entrants.bots)
        stages: list[Stage] = []
        out: list[Standing] = []
        for number, bot in enumerate(challengers, start=entrants.first_stage):
            planned = decide(Table(f"s{number}t1", (bot, king)), results, 1, self.tie_break)
            stages.append(Stage(number, f"Step {number}{'!' * self.shout}", (planned,)))
            if planned.advanced is None:
                return Plan(tuple(stages), tuple(unplayed(planned, results)), tuple(out[::-1]), finished=False)
            king, loser = ranked(planned.places, absent_at(planned, results))
            out.append(Standing(len(entrants.bots) - len(out), loser, number))
        out.append(Standing(1, king, stages[-1].number))
        return Plan(tuple(stages), (), tuple(out[::-1]), finished=True)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line in the registry."""
    monkeypatch.setitem(cast(dict[str, Any], FORMATS), "stairs", Stairs)


BOTS = ("ada", "bea", "cyd", "dan")
CUP = """
[tournament]
name = "Stairs"
seed = "open"
[match]
rounds = 2
[[stages]]
format = "swiss"
advance = 3
[[stages]]
format = "stairs"
shout = true
"""


def write(folder: Path, text: str) -> Path:
    for name in BOTS:
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "bot.toml").write_text(f'name = "{name}"\ncommand = ["python", "bot.py"]\n')
        (folder / name / "bot.py").write_text("")
    (folder / "cup.toml").write_text(text + "".join(f'[[bots]]\npath = "{name}"\n' for name in BOTS))
    return folder / "cup.toml"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says that ends well."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_a_cup_with_it_is_played_resumed_verified_and_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, CUP)

    def run(folder: Path, executor: ScriptedExecutor | None = None) -> Summary:
        return run_tournament(load_cup(file), file.read_text(), folder, around(executor))

    whole = run(tmp_path / "whole")
    assert [stage.title for stage in whole.plan.stages[-2:]] == ["Step 3!", "Step 4!"]
    assert [standing.place for standing in whole.plan.standings] == [1, 2, 3, 4]
    with pytest.raises(Killed):
        run(tmp_path / "again", ScriptedExecutor(stop_after=len(whole.matches) - 1))
    assert run(tmp_path / "again").plan == whole.plan
    assert "everything agrees" in said(capsys, "verify", str(tmp_path / "again"))
    document = json.loads(said(capsys, "tournament", "export", str(tmp_path / "again"), "--format", "json"))
    assert [it["name"] for it in document["standings"]] == [it.name for it in whole.plan.standings]
    assert "Step 4!" in (tmp_path / "again" / "report.md").read_text()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("shout", "shuot", r'stages\[1\]: unknown key "shuot"; did you mean "shout"\?'),
        ('"stairs"', '"stars"', r'stages\[1\]: format: unknown format "stars"; did you mean "stairs"\?'),
        ("advance = 3", "advance = 2", r"stages\[1\]: bots: stairs need at least 3, got 2"),
    ],
)
def test_its_keys_are_checked_like_those_of_any_other(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises((ArenaError, TypedError), match=words):
        load_cup(write(tmp_path, CUP.replace(old, new)))
