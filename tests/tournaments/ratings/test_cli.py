"""`arena ratings` on files: what it prints, and what it says of files it cannot use."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from arena.errors import ArenaError, UsageError
from tournaments.cli.ratings import ratings
from tournaments.ratings.results_csv import read_results
from tournaments.ratings.table import RatedBot
from tournaments.reports.terminal.ratings import interval

LADDER = """score,match,bot,comment
3,m1,ann,"two
lines"
1,m1,bob,
-4,m1,cat,
2,m2,bob,
2.5,m2,ann,
1,m3,cat,
"""


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    file = tmp_path / "ladder.csv"
    file.write_text(LADDER, encoding="utf-8")
    return file


def test_json_is_one_document_with_players_and_pools(ladder: Path) -> None:
    result = CliRunner().invoke(ratings, [str(ladder), "--json"])
    assert result.exit_code == 0
    table = json.loads(result.stdout)
    assert [player["name"] for player in table["players"]] == ["ann", "bob", "cat"]
    assert [(player["rank"], player["results"]) for player in table["players"]] == [(1, 2), (2, 2), (3, 1)]
    assert all(player["error95"] > 0 for player in table["players"])
    assert table["pools"] == [["ann", "bob", "cat"]]
    assert table["deals"] == 2
    assert table["warnings"][0] == '1 of 3 matches have one bot only and do not count ("m3")'


def test_in_a_pipe_the_table_is_plain_text(ladder: Path) -> None:
    result = CliRunner().invoke(ratings, [str(ladder), "--anchor", "bob", "--anchor-elo", "1000"])
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[0] == [
        *("rank", "bot", "Elo", "±95", "%", "lead", "±95", "%", ">", "next"),
        *("score/100", "±95", "%", "matches"),
    ]
    assert lines[2][:3] == ["2", "bob", "1000.0"]
    assert "Plackett–Luce fit over 2 matches" in result.stdout
    assert "warning: never beaten, so the prior alone bounds the rating: ann" in result.stderr


def test_online_elo_and_a_bootstrap_are_shown_when_asked_for(ladder: Path) -> None:
    result = CliRunner().invoke(ratings, [str(ladder), "--json", "--online", "--bootstrap", "5"])
    players = {player["name"]: player for player in json.loads(result.stdout)["players"]}
    assert sum(player["online"] for player in players.values()) == pytest.approx(3 * 1500, abs=0.2)
    assert players["ann"]["online"] > players["bob"]["online"] > players["cat"]["online"]
    assert all(player["bootstrap95"] >= 0 for player in players.values())
    shown = CliRunner().invoke(ratings, [str(ladder), "--online", "--bootstrap", "5"]).stdout.splitlines()[0].split()
    assert shown[2:7] == ["Elo", "±95", "%", "redrawn", "online"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "its first line is empty; expected the columns match, bot, score"),
        ("\nmatch,bot,score\n", "its first line is empty"),
        (" \n", "its first line is empty"),
        ("match,bt,score\n", 'no column "bot" (needed: match, bot, score); did you mean "bt"?'),
        ("match,bot,score\n", "no match of two or more bots in it"),
        ("match,bot,score\n1,a,3\n1,b,x\n", ':3: score: expected a number, got "x"'),
        ("match,bot,score\n1,a,nan\n", ':2: score: expected a number, got "nan"'),
        ("match,bot,score\n1,a,3\n\n1,a,4\n", ':4: "a" is in match "1" twice'),
        ("match,bot,score\n1,a\n", ":2: expected 3 values as in the first line, got 2"),
        ("match,bot,score\n1,,3\n", ":2: bot: empty"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_line_and_column(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.csv"
    file.write_text(text)
    with pytest.raises(ArenaError) as error:
        read_results(file)
    assert str(error.value).startswith(str(file))
    assert message in str(error.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bad.csv"
    file.write_bytes(b"match,bot,score\n1,\xff,3\n")
    with pytest.raises(ArenaError, match="not UTF-8 text"):
        read_results(file)


def test_a_byte_order_mark_is_no_part_of_the_header(tmp_path: Path) -> None:
    file = tmp_path / "sheet.csv"
    file.write_bytes(b"\xef\xbb\xbfmatch,bot,score\r\n1,a,3\r\n1,b,4\r\n")
    assert read_results(file).tables == ((("a", "b"), (3.0, 4.0)),)


def test_matches_with_one_entry_in_the_column_table_are_deals_of_one_table(tmp_path: Path) -> None:
    file = tmp_path / "cup.csv"
    file.write_text("match,table,bot,score\n1,x,a,3\n2,,a,4\n3,x,a,5\n1,x,b,0\n2,,b,0\n3,x,b,0\n")
    first, second, third = ((("a", "b"), (score, 0.0)) for score in (3.0, 4.0, 5.0))
    assert read_results(file).deals == ((first, third), (second,))


def test_a_match_at_two_tables_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cup.csv"
    file.write_text("match,table,bot,score\n1,x,a,3\n1,y,b,4\n")
    with pytest.raises(ArenaError, match=':3: table: match "1" is at "y" here and at "x" above'):
        read_results(file)


def test_a_missing_file_is_wrong_usage(tmp_path: Path) -> None:
    assert CliRunner().invoke(ratings, [str(tmp_path / "none.csv")]).exit_code == 2


@pytest.mark.parametrize(
    ("elo", "error95", "line"),
    [
        (1500, 100.0, "├────●────┤"),
        (1550, 50.0, "     ├──●─┤"),
        (1450, 0.0, "  ●        "),
        (1500, None, "     ●     "),
    ],
)
def test_an_interval_is_drawn_to_scale(elo: float, error95: float | None, line: str) -> None:
    bot = RatedBot("a", 1, elo, error95, 1, None)
    assert interval(bot, 1400, 1600, 11) == line


@pytest.mark.parametrize("words", [["--anchor-elo", "nan"], ["--anchor-elo", "1e308"], ["--prior-sd", "nan"]])
def test_a_figure_that_is_no_rating_is_wrong_usage(ladder: Path, words: list[str]) -> None:
    result = CliRunner().invoke(ratings, [str(ladder), "--anchor", "ann", *words])
    assert result.exit_code == 2
    assert words[0] in result.stderr


def test_an_anchor_that_did_not_play_is_wrong_usage(ladder: Path) -> None:
    result = CliRunner().invoke(ratings, [str(ladder), "--anchor", "zoe"])
    assert isinstance(result.exception, UsageError)


def test_results_that_are_all_alike_do_not_say_how_sure_they_are(tmp_path: Path) -> None:
    """Drawn again, a single match is the same match: that is no certainty."""
    file = tmp_path / "one.csv"
    file.write_text("match,bot,score\n1,ann,3\n1,bob,4\n")
    result = CliRunner().invoke(ratings, [str(file), "--bootstrap", "20"])
    assert "over 1 match;" in result.stdout
    assert "0.0" not in [word for line in result.stdout.splitlines()[1:3] for word in line.split()]
    assert result.stdout.splitlines()[1].split()[4] == "?"
    assert "cannot be told" in result.stderr


def test_what_is_said_in_words_fits_a_terminal(ladder: Path) -> None:
    result = CliRunner().invoke(ratings, [str(ladder), "--bootstrap", "2"])
    assert max(map(cell_len, result.stdout.splitlines())) <= 80
