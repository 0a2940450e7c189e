"""What a tournament shows and leaves: the same facts as a table on a terminal, as Markdown, as CSV and as JSON."""

import csv
import io
import re
from pathlib import Path

import msgspec
import pytest
from rich.cells import cell_len
from rich.console import Console

from arena.language import Language, in_language
from tests.tournaments.scripted import BOTS, Killed, ScriptedExecutor, around, cup_of, file_of, play_out
from tournaments.cup.forecast import forecast
from tournaments.reports.export import export
from tournaments.reports.files import write_atomically
from tournaments.reports.markdown.report import markdown
from tournaments.reports.markdown.text import md
from tournaments.reports.numbers import chance_text, elo_text, water_text
from tournaments.reports.sheets import elo_csv, matches_csv, standings_csv
from tournaments.reports.terminal.console import WIDTH, report_console
from tournaments.reports.terminal.forecast import show_forecast
from tournaments.reports.terminal.rounds import show_round
from tournaments.reports.terminal.summary import show_fairness, show_summary
from tournaments.results.details import Details, details_of
from tournaments.results.replay import extreme_rounds
from tournaments.results.summary import Summary, summarize
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

CUP = cup_of(["[red]a|b<i>", *BOTS[1:]])


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reports")
    play_out(CUP, folder, ScriptedExecutor(lose={"s1t2": 2}))
    return folder


@pytest.fixture(scope="module")
def summary(finished: Path) -> Summary:
    with Store.read(finished) as store:
        return summarize(store)


@pytest.fixture(scope="module")
def details(finished: Path, summary: Summary) -> Details:
    with Store.read(finished) as store:
        return details_of(store, summary)


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    folder = tmp_path_factory.mktemp("half")
    with pytest.raises(Killed):
        run_tournament(CUP, file_of(CUP), folder, around(ScriptedExecutor(stop_after=1)))
    with Store.read(folder) as store:
        return summarize(store)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_json_has_the_shape_that_other_tools_build_on(summary: Summary) -> None:
    document = export(summary)
    assert document["name"] == "Test cup"
    assert document["finished"] is True
    assert {"place", "name"} <= document["standings"][0].keys()
    assert {"name", "rank", "elo", "error95", "results"} <= document["elo"][0].keys()
    for match in document["matches"]:
        assert {"match", "stage", "seats", "water", "advanced", "reason"} <= match.keys()
        assert len(match["water"]) == len(match["seats"])
        assert set(match["advanced"]) <= set(match["seats"])
    assert [match["match"] for match in document["matches"]][:2] == ["s1t1", "s1t2"]
    assert document["matches"][1]["reason"] == "referee-lost"
    assert document["rulings"][0]["decided_by"] == "seeding"


def test_json_of_a_tournament_under_way_says_so_and_has_no_secret(half: Summary) -> None:
    document = export(half)
    assert document["finished"] is False
    assert "secret" not in document
    assert len(document["matches"]) == 1


def test_csv_of_standings_elo_and_matches(summary: Summary) -> None:
    standings = rows_of(standings_csv(summary))
    assert [row["name"] for row in standings] == [standing.name for standing in summary.plan.standings]
    assert {row["name"] for row in standings} == {bot.name for bot in CUP.bots}
    elo = rows_of(elo_csv(summary))
    assert [float(row["elo"]) for row in elo] == [player.elo for player in summary.ratings.players]
    matches = rows_of(matches_csv(summary))
    final = [row for row in matches if row["match"] == "s2t1"]
    assert abs(sum(float(row["water"]) for row in final)) < 0.001
    assert [row["water"] for row in matches if row["match"] == "s1t2"] == ["", "", "", ""]


def test_water_in_the_standings_is_that_of_all_matches(summary: Summary) -> None:
    shown = {row["name"]: float(row["water"]) for row in rows_of(standings_csv(summary))}
    for bot, water in shown.items():
        exact = sum(summary.water_of(match).get(bot, 0.0) for match in summary.matches)
        assert water == pytest.approx(exact, abs=0.001)


def test_chips_are_water_times_base_and_multiplier(tmp_path: Path) -> None:
    cup = cup_of(rounds=1)
    rich = msgspec.structs.replace(cup, rules=cup.rules | {"base": 5, "multiplier": 2})
    document = export(run_tournament(rich, file_of(rich), tmp_path, around()))
    assert any(it["water"] for it in document["standings"])
    assert all(it["chips"] == pytest.approx(10 * it["water"], abs=0.01) for it in document["standings"])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                *("Champion: ", "## Bracket", "### Final", "## Rulings", "the better seeding goes on", "## Elo"),
                *(" deals", "## Strikes", "the answer came after its deadline", "base 1"),
            ),
        ),
        (
            "zh",
            (
                *("冠军：", "## 对阵", "### 决赛", "## 判定", "无法进行：种子靠前者晋级", "## Elo"),
                *(" 副牌", "## 判罚", "超时", "底分 1"),
            ),
        ),
    ],
)
def test_markdown_tells_the_whole_story(
    summary: Summary, details: Details, language: Language, words: tuple[str, ...]
) -> None:
    with in_language(language):
        text = markdown(summary, details)
    for wanted in (*words, str(summary.ratings.deals), summary.commitment, "`6f70656e`", "arena verify"):
        assert wanted in text
    assert all(md(player.name) in text for player in summary.ratings.players)
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert tables
    assert "<i>" not in re.sub("`[^`]*`", "", text)


def test_markdown_tables_are_rectangular(summary: Summary, details: Details) -> None:
    block: list[int] = []
    for line in [*markdown(summary, details).splitlines(), ""]:
        if line.startswith("|"):
            block.append(line.replace("\\|", "").count("|"))
        else:
            assert len(set(block)) <= 1
            block = []


def shown(summary: Summary, **options: object) -> str:
    text = io.StringIO()
    console = Console(file=text, width=WIDTH, **options)  # type: ignore[arg-type]
    show_summary(console, summary)
    show_fairness(console, summary)
    return text.getvalue()


def test_the_terminal_shows_bracket_ranking_and_elo_in_80_columns(summary: Summary) -> None:
    text = shown(summary)
    for wanted in ("Round of 8", "Final", "advances", "champion", "Final ranking", "Elo over", "±", "[red]a|b<i>", "–"):
        assert wanted in text
    assert text.index("Round of 8") < text.index("Final ranking") < text.index("Elo over")
    lines = [line for line in text.splitlines() if not line.startswith(("Commitment", "Secret"))]
    assert max(cell_len(line) for line in lines) <= WIDTH


def test_colours_are_left_out_where_the_environment_says_so(summary: Summary, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" in shown(summary, force_terminal=True, color_system="standard")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in shown(summary, force_terminal=True, color_system="standard")


def test_half_a_tournament_can_be_shown(half: Summary) -> None:
    text = shown(half)
    assert "…" in text
    assert "Final ranking" not in text
    assert "Secret" not in text


def test_a_report_is_replaced_whole(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a.md", "old")
    write_atomically(tmp_path / "a.md", "new\n")
    assert (tmp_path / "a.md").read_text() == "new\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (water_text(0.0), "0"),
        (water_text(-0.001), "0"),
        (water_text(12.0), "+12"),
        (water_text(-3.25), "-3.25"),
        (water_text(100.0), "+100"),
        (elo_text(1523.4, 41.2), "1523 ± 41"),
        (elo_text(1500.0, None), "1500 (error unknown)"),
        (chance_text(None), ""),
        (chance_text(0.5), "50.0 %"),
        (chance_text(0.9999), "> 99.9 %"),
    ],
)
def test_figures_as_people_read_them(figure: str, text: str) -> None:
    assert figure == text


def test_every_bot_stands_under_the_isolation_it_was_held_at(summary: Summary, details: Details) -> None:
    held_at = {
        name: msgspec.structs.replace(
            match,
            result=msgspec.structs.replace(
                match.result, isolation=["4: strong", *["0: limits only"] * (len(match.seats) - 1)]
            ),
        )
        for name, match in summary.matches.items()
    }
    told = markdown(summary._replace(matches=held_at), details)
    weak, strong = (line for line in told.splitlines() if line.startswith("- Isolation "))
    assert weak.startswith("- Isolation 0: limits only: ")
    assert strong.startswith("- Isolation 4: strong: ")
    firsts = {md(match.seats[0]) for match in summary.matches.values()}
    assert set(strong.partition("strong: ")[2].split(", ")) == firsts


def test_a_name_is_no_markup_wherever_it_stands_on_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["[red]re*d*", ":cow:", "[/b]\\"]
    for newcomer in names:
        stage = {"format": "gauntlet", "newcomer": newcomer}
        cup = cup_of(names, rounds=1, stages=[stage], name="[b]Cup :cow:")
        folder = tmp_path / str(names.index(newcomer))
        found = run_tournament(cup, file_of(cup), folder, around())
        warned = msgspec.structs.replace(found.ratings, warnings=(f"{newcomer} is far from all others",))
        console = report_console()
        show_summary(console, found._replace(ratings=warned))
        show_forecast(console, cup, forecast(cup, 1, 0.1), 1, 0.1)
        text = capsys.readouterr().out
        assert text.count(f"Gauntlet of {newcomer}") == 2  # in the summary and in the forecast
        assert f"{newcomer} is far from all others" in text
        assert "[b]Cup :cow:: 3 bots" in text
        with Store.read(folder) as store:
            show_round(console, extreme_rounds(store, newcomer, 1)[0].view)
        assert f"{newcomer} pays" in capsys.readouterr().out
