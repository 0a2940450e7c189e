"""Why a bot was charged is told in every report; what it wrote itself only where its organizer looks."""

import io
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from arena.language import in_language
from arena.records.job import MatchJob
from arena.records.result import MatchResult
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import load_rules
from arena.tally import tallies
from tests.tournaments.scripted import ScriptedExecutor, cup_of, play, play_out
from tournaments.layout import REPORT_HTML, REPORT_MD
from tournaments.reports.terminal.summary import show_summary
from tournaments.results.details import details_of
from tournaments.results.summary import Summary
from tournaments.store.store import Store

OWN = "KeyError: the-authors-own-words"
ENDED = f"the process ended with status 1: {OWN} (started again)"
UNKNOWN = "something that no catalogue knows"


def played(job: MatchJob) -> MatchResult:
    """A match in which one bot's program fails; of the others each late answer is told in words nobody knows."""
    result = play(job, quitters={"ada"})
    told = {True: ENDED, False: UNKNOWN}
    strikes = [
        msgspec.structs.replace(strike, message=told[job.bots[strike.bot].name == "ada"]) for strike in result.strikes
    ]
    return msgspec.structs.replace(result, strikes=strikes)


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Summary]:
    folder = tmp_path_factory.mktemp("charges")
    cup = cup_of(["ada", "bea", "cyd", "dan"], rounds=40, stage={"advance": 1})
    return folder, play_out(cup, folder, ScriptedExecutor(player=played))


def test_charges_are_counted_by_bot_and_code_and_the_first_is_kept(cup: tuple[Path, Summary]) -> None:
    charges = cup[1].charges
    ada = charges[0]
    assert (ada.bot, ada.code, ada.times, ada.table, ada.first.leg, ada.first.round) == (
        "ada",
        "exited",
        8,
        "s1t1",
        0,
        1,
    )
    matches = cup[1].matches.values()
    assert sum(charge.times for charge in charges) == sum(len(match.result.strikes) for match in matches)
    assert [charge.bot for charge in charges] == sorted(charge.bot for charge in charges)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (REPORT_MD["en"], "s1t1, leg 1, round 1: the process ended with status 1: … (started again)"),
        (REPORT_MD["zh"], "s1t1，分场 1，第 1 局：进程结束，状态 1：“…”（已重新启动）"),
        (REPORT_HTML, "s1t1, leg 1, round 1: the process ended with status 1: … (started again)"),
        (REPORT_HTML, "s1t1，分场 1，第 1 局：进程结束，状态 1：“…”（已重新启动）"),
    ],
)
def test_a_report_says_why_without_the_bots_own_words(cup: tuple[Path, Summary], name: str, words: str) -> None:
    text = (cup[0] / name).read_text(encoding="utf-8")
    assert words in text
    assert OWN not in text
    assert UNKNOWN not in text


def test_the_organizer_reads_them_on_the_terminal(cup: tuple[Path, Summary]) -> None:
    out = io.StringIO()
    show_summary(Console(file=out, width=200), cup[1])
    assert f"- ada: exited (8 times); s1t1, leg 1, round 1: {ENDED}" in out.getvalue()
    with in_language("zh"):
        show_summary(Console(file=out, width=200), cup[1])
    assert "- ada：进程退出（8 次）；s1t1，分场 1，第 1 局：" in out.getvalue()


def test_fouls_and_escapes_are_counted_with_their_causes_as_in_a_single_match(cup: tuple[Path, Summary]) -> None:
    game = Shisanshui(load_rules("standard"))
    expected: dict[str, Counter[str]] = {}
    with Store.read(cup[0]) as store:
        found = details_of(store, cup[1]).tallies
        for name in cup[1].matches:
            stored = store.match(name)
            assert stored is not None
            for bot, it in zip(stored.seats, tallies(stored.result.decisions(), len(stored.seats), game), strict=True):
                expected.setdefault(bot, Counter()).update(msgspec.structs.asdict(it))
    assert {bot: Counter(msgspec.structs.asdict(it)) for bot, it in found.items()} == expected
    ada = found["ada"]
    assert ada.escapes == ada.rounds > 0
    assert found["bea"].invalid > 0
    english = (cup[0] / REPORT_MD["en"]).read_text(encoding="utf-8")
    assert "## Fouls and escapes" in english
    cells = [cell.strip() for line in english.splitlines() if line.startswith("| ada") for cell in line.split("|")]
    assert str(ada.escapes) in cells
    assert "倒水和逃跑" in (cup[0] / REPORT_HTML).read_text(encoding="utf-8")
