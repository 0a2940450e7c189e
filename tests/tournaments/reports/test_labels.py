"""What is said beside names: who has won, who goes on and who is out, the same in every report."""

import csv
import io
import re
import sqlite3
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console

from arena.language import Language, in_language
from tests.tournaments.formats.playing import bots, chalk, play
from tests.tournaments.interrupted import begin, go_on
from tests.tournaments.scripted import BOTS, NOW, around, cup_of, file_of
from tests.tournaments.verifying import differences
from tournaments.cup.cup import champion_of, moving_on
from tournaments.cup.sequential import Until
from tournaments.formats.brackets.double_elimination import DoubleElimination
from tournaments.formats.plan import Table
from tournaments.layout import RESULTS
from tournaments.reports.export import export
from tournaments.reports.export import status as document
from tournaments.reports.html.page import page
from tournaments.reports.markdown.report import markdown
from tournaments.reports.sheets import standings_csv
from tournaments.reports.terminal.summary import show_summary
from tournaments.results.details import details_of
from tournaments.results.status import Now
from tournaments.results.summary import Summary, summarize
from tournaments.results.verify.whole import verify
from tournaments.run.live import watching
from tournaments.run.organizer import leave
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

SWISS = cup_of(BOTS[:4], rounds=1, stages=[{"format": "swiss", "rounds": 2, "extra_limit": 0}])


def on_terminal(summary: Summary) -> str:
    text = io.StringIO()
    show_summary(Console(file=text, width=80), summary)
    return text.getvalue()


def all_reports(folder: Path, summary: Summary, language: Language = "en") -> list[str]:
    """Terminal, Markdown and HTML, which holds every language."""
    with Store.read(folder) as store:
        details = details_of(store, summary)
    with in_language(language):
        return [on_terminal(summary), markdown(summary, details), page(summary, details)]


def test_who_is_out_is_marked_in_every_report_with_the_stage_it_reached(tmp_path: Path) -> None:
    begin(tmp_path, 0, SWISS)
    leave(tmp_path, "withdraw", "ada", "ill", NOW)
    begin(tmp_path, 1, SWISS)
    leave(tmp_path, "disqualify", "dan", "cheated", NOW)
    end = go_on(tmp_path, cup=SWISS)
    lines = {it["name"]: it for it in export(end)["standings"]}
    assert {name: it["out"] for name, it in lines.items()} == {
        "ada": "withdrawn",
        "bea": None,
        "cyd": None,
        "dan": "disqualified",
    }
    assert {name: it["stage"] for name, it in lines.items()} == {"ada": 1, "bea": 2, "cyd": 2, "dan": 2}
    rows = {row["name"]: row["out"] for row in csv.DictReader(io.StringIO(standings_csv(end)))}
    assert rows == {"ada": "withdrawn", "bea": "", "cyd": "", "dan": "disqualified"}
    for text in all_reports(tmp_path, end):
        for words in ("ada withdrawn", "dan disqualified", "withdrew: ill", "cheated", "left before the end"):
            assert words in re.sub("`|</span>", "", text).replace("| withdrawn", "withdrawn")
    for text in all_reports(tmp_path, end, "zh"):
        for words in ("退赛：ill", "取消资格：cheated", "中途退出，排在所有其他机器人之后"):
            assert words in re.sub("`|</span>", "", text)
    assert [it["decided_by"] for it in export(end)["rulings"]][-1] == "left"


def test_where_all_are_out_no_report_names_a_champion(tmp_path: Path) -> None:
    begin(tmp_path, 0, SWISS)
    for bot in BOTS[:4]:
        leave(tmp_path, "withdraw", bot, "power cut", NOW)
    end = go_on(tmp_path, cup=SWISS)
    assert end.champion is None
    terminal, text, html = all_reports(tmp_path, end)
    assert "champion" not in terminal
    assert "Champion: nobody, all who could be are out" in text
    assert "Champion: nobody, all who could be are out" in html
    terminal, text, html = all_reports(tmp_path, end, "zh")
    assert "冠军" not in terminal
    assert "冠军：无，可夺冠者均已退出" in text
    assert "冠军：无，可夺冠者均已退出" in html


def test_the_winner_of_the_third_place_goes_on_nowhere_and_the_final_makes_a_champion(tmp_path: Path) -> None:
    cup = cup_of(stage={"table_size": 2, "advance": 1, "third_place": True})
    end = run_tournament(cup, file_of(cup), tmp_path, around())
    final, third = end.plan.stages[-1].tables
    assert champion_of(end.plan, final) == end.champion
    assert moving_on(end.plan, end.plan.stages[-1], third) == ()
    advanced = {it["match"]: it["advanced"] for it in export(end)["matches"]}
    assert (advanced["s3t1"], advanced["s3t2"]) == ([end.champion], [])
    for language, on, won, third_word in (("en", "advances", "champion", "third"), ("zh", "晋级", "冠军", "季军")):
        terminal, text, _ = all_reports(tmp_path, end, language)  # type: ignore[arg-type]
        assert terminal.count(on) == 4 + 2
        assert text.count(f"| {on} |") == 4 + 2
        assert text.count(f"| {won} |") == 2  # in the ranking, and at the final
        assert text.count(f"| {third_word} |") == 1


def test_nobody_goes_on_from_a_final_of_which_a_second_one_is_played() -> None:
    def totals(table: Table) -> dict[str, int]:
        """The better seeding wins, but in the first of two finals."""
        return {bot: water * (-1 if table.id == "s4t1" else 1) for bot, water in chalk(table).items()}

    plan, _ = play(DoubleElimination(), bots(4), totals)
    semi, first, second = plan.stages[-3:]
    assert (first.title, second.tables[0].table.id) == ("Grand final · 总决赛", "s5t1")
    assert moving_on(plan, first, first.tables[0]) == ()
    assert moving_on(plan, second, second.tables[0]) == ("b001",)
    assert moving_on(plan, semi, semi.tables[0]) == ("b002",)


def test_it_is_said_in_every_report_whether_it_was_clear_who_goes_on(tmp_path: Path) -> None:
    cup = cup_of(BOTS[:2], rounds=1, until=Until(confidence=0.999, max_rounds=2), stages=[{"format": "final-table"}])
    end = run_tournament(cup, file_of(cup), tmp_path, around())
    said = {
        "en": "Who goes on is not clear at the limit: 2 deals, at most 2; 0% of them saved.",
        "zh": "晋级者到上限仍不明确：共 2 副牌，上限 2 副，节省 0%。",
    }
    for language, words in said.items():
        _, text, html = all_reports(tmp_path, end, language)  # type: ignore[arg-type]
        assert words in text
        assert f">{words}</span>" in html


def test_the_stage_that_a_bot_reached_is_told_by_its_title(tmp_path: Path) -> None:
    cup = cup_of(stage={"table_size": 2, "advance": 1})
    end = run_tournament(cup, file_of(cup), tmp_path, around())
    assert [it["stage"] for it in export(end)["standings"]] == [3, 3, 2, 2, 1, 1, 1, 1]
    for language, words in (("en", ("Final", "Semi-finals", "Round of 8")), ("zh", ("决赛", "半决赛", "八强"))):
        _, text, _ = all_reports(tmp_path, end, language)  # type: ignore[arg-type]
        rows = [line for line in text.partition("##")[2].partition("##")[0].splitlines() if line.startswith("| ")][1:]
        assert [row.split(" | ")[5] for row in rows] == [words[0]] * 2 + [words[1]] * 2 + [words[2]] * 4


def test_a_long_name_leaves_the_figures_of_a_league_whole(tmp_path: Path) -> None:
    names = ["a" * 40, "b" * 40, "c" * 40]
    cup = cup_of(names, rounds=1, stages=[{"format": "round-robin", "extra_limit": 0}])
    text = on_terminal(run_tournament(cup, file_of(cup), tmp_path, around()))
    league = text[text.index("Standings") : text.index("Final ranking")]
    assert "…" not in league
    assert max(map(cell_len, league.splitlines())) <= 80


def test_nobody_goes_on_from_a_table_of_a_league(tmp_path: Path) -> None:
    end = run_tournament(SWISS, file_of(SWISS), tmp_path, around())
    assert all(it["advanced"] == [] for it in export(end)["matches"])
    assert "advances" not in on_terminal(end)
    assert on_terminal(end).count("champion") == 1


def test_every_group_has_its_standings_in_every_report_interim_ones_before_the_end(tmp_path: Path) -> None:
    groups = {"format": "groups", "groups": 2, "advance": 1, "extra_limit": 0}
    cup = cup_of(BOTS[:6], rounds=1, stages=[groups, {"format": "final-table"}])
    half = begin(tmp_path, 2, cup)
    assert [it["finished"] for it in export(half)["leagues"]] == [False, False]
    assert "Interim standings: Group 2\n" in re.sub(" +\n", "\n", on_terminal(half))
    with in_language("zh"):
        assert "当前积分榜：第二组" in on_terminal(half)
    assert document(half, Now(None, [], []))["leagues"] == export(half)["leagues"]
    end = go_on(tmp_path, cup=cup)
    one, two = export(end)["leagues"]
    assert {line["name"] for line in one["standings"]} == {"ada", "dan", "eve"}
    assert {line["name"] for line in two["standings"]} == {"bea", "cyd", "fay"}
    assert sum(line["points"] for line in one["standings"]) == 3
    final = {bot for it in end.plan.stages[-1].tables for bot in it.table.seats}
    assert final == {one["standings"][0]["name"], two["standings"][0]["name"]}
    for language, one_title, other_title in (
        ("en", "Standings: Group 1", "Standings: Group 2"),
        ("zh", "积分榜：第一组", "积分榜：第二组"),
    ):
        terminal, text, html = all_reports(tmp_path, end, language)  # type: ignore[arg-type]
        for title in (one_title, other_title):
            assert title in terminal
            assert f"## {title}\n" in text
            assert f"{title}</span>" in html
        assert max(map(cell_len, terminal.splitlines())) <= 80
    assert verify(tmp_path).differences == []


def test_what_put_a_league_in_order_is_told_when_it_is_over(tmp_path: Path) -> None:
    """Nobody is there, so that all are level in everything."""
    told = io.StringIO()
    begin(tmp_path, 0, SWISS)
    for bot in BOTS[:4]:
        leave(tmp_path, "withdraw", bot, "power cut", NOW)
    with watching(Console(file=told, width=200)) as observe:
        end = run_tournament(SWISS, file_of(SWISS), tmp_path, around(observe=observe))
    assert "left: left before the end" in told.getvalue()
    rulings = [it.words for stage in end.plan.stages for it in stage.rulings]
    assert rulings
    assert [it["words"] for it in export(end)["rulings"]] == rulings
    for text in all_reports(tmp_path, end)[:2]:
        assert all(words in text.replace("\n", " ") for words in rulings)


def test_standings_of_a_league_that_were_altered_or_taken_away_are_found(tmp_path: Path) -> None:
    run_tournament(SWISS, file_of(SWISS), tmp_path, around())
    changes = (
        (
            """UPDATE final SET content = replace(content, '"points":1', '"points":2') WHERE part = 'leagues'""",
            "leagues",
        ),
        ("DELETE FROM final WHERE part = 'leagues'", "seal"),
    )
    for change, found in changes:
        with sqlite3.connect(tmp_path / RESULTS) as connection:
            assert connection.execute(change).rowcount == 1
        connection.close()
        assert found in [difference.partition(":")[0] for difference in differences(tmp_path)]
    with Store.read(tmp_path) as store:  # as an older arena left it
        assert summarize(store).leagues == ()
