"""All that tournaments print is in one language: English, with Chinese beside terms of the game, or Chinese."""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from arena.cli import main
from arena.language import LANGUAGES, Language, _catalogue, in_language
from tests.language.sentences import chinese_sentence, english_sentence
from tests.tournaments.scripted import NOW, Killed, ScriptedExecutor, around, cup_of, file_of, play_out
from tournaments.cup.cup import Cup
from tournaments.cup.forecast import forecast
from tournaments.cup.sequential import Until
from tournaments.reports.markdown.report import markdown
from tournaments.reports.terminal.forecast import show_forecast
from tournaments.reports.terminal.rounds import show_round
from tournaments.reports.terminal.summary import show_fairness, show_summary
from tournaments.results.details import details_of
from tournaments.results.replay import replayer
from tournaments.results.summary import summarize
from tournaments.run.live import watching
from tournaments.run.organizer import leave, make_void
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

BOTS = ("ada1", "bea1", "cyd1", "dan1", "eve1", "fay1", "gus1", "hal1")
FOREIGN: Mapping[Language, Callable[[str], str | None]] = {"en": chinese_sentence, "zh": english_sentence}
"""By language, what finds a sentence of the other one."""
DUELS = {"table_size": 2, "advance": 1}


def cup(**keys: Any) -> Cup:
    return cup_of(keys.pop("bots", BOTS), name="Cup", **{"rounds": 1} | keys)


CUPS = {
    "tables": cup(rounds=2),
    "duels": cup(bots=BOTS[:7], stage=DUELS | {"third_place": True}),
    "double": cup(bots=BOTS[:6], stages=[{"format": "double-elimination", "extra_limit": 0}]),
    "groups": cup(stages=[{"format": "groups", "groups": 2, "advance": 2}, {"format": "final-table"}]),
    "swiss": cup(bots=BOTS[:7], stages=[{"format": "swiss", "rounds": 3, "extra_limit": 0}]),
    "gauntlet": cup(bots=BOTS[:3], stages=[{"format": "gauntlet"}]),
    "until": cup(rounds=2, until=Until(confidence=0.9, max_rounds=4), duplicate=False),
}


def mixed(text: str, language: Language) -> list[tuple[str, str]]:
    """Each line with what is foreign in it."""
    lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).splitlines()
    return [(line, found) for line in lines if (found := FOREIGN[language](line)) is not None]


@pytest.fixture(autouse=True)
def untranslated(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The messages that are looked up and found in no catalogue: after every test there are none."""
    catalogue, found = _catalogue("zh"), set[str]()
    gettext, ngettext = catalogue.gettext, catalogue.ngettext

    def noted(message: str, translation: str) -> str:
        if translation == message and re.search("[A-Za-z]{2}", re.sub(r"\{.*?\}", "", message)):
            found.add(message)
        return translation

    monkeypatch.setattr(catalogue, "gettext", lambda text: noted(text, gettext(text)))
    monkeypatch.setattr(catalogue, "ngettext", lambda one, many, n: noted(many, ngettext(one, many, n)))
    yield found
    assert found == set()


@pytest.fixture(scope="module", params=CUPS)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Cup, Path]:
    """A cup that was broken off, at which the organizer stepped in, and that was played to its end."""
    chosen, folder = CUPS[request.param], tmp_path_factory.mktemp(request.param)
    with pytest.raises(Killed):
        run_tournament(chosen, file_of(chosen), folder, around(ScriptedExecutor(slots=1, stop_after=1)))
    make_void(folder, "s1t1", "swapping", NOW)
    leave(folder, "withdraw", "bea1", "ill", NOW)
    leave(folder, "disqualify", "cyd1", "cheating", NOW)
    play_out(chosen, folder, ScriptedExecutor(lose={"s1t2": 1, "s2t1": 2}))
    return chosen, folder


@pytest.mark.parametrize("language", LANGUAGES)
def test_terminal_and_markdown_are_in_one_language(played: tuple[Cup, Path], language: Language) -> None:
    chosen, folder = played
    console = Console(file=io.StringIO(), width=200)
    with Store.read(folder) as store, in_language(language):
        summary = summarize(store)
        show_summary(console, summary)
        show_fairness(console, summary)
        show_forecast(console, chosen, forecast(chosen, 2, 0.1), 2, 0.1)
        for match in summary.matches.values():
            if match.seats and not match.void and len(match.seats) > 1:
                for view in replayer(store, match.match).rounds():
                    show_round(console, view)
        text = markdown(summary, details_of(store, summary))
    assert isinstance(console.file, io.StringIO)
    assert mixed(console.file.getvalue(), language) == []
    assert mixed(text, language) == []
    assert text == (folder / ("report.md" if language == "en" else "report.zh.md")).read_text(encoding="utf-8")


class Reader(HTMLParser):
    """Reads a page as one of its languages shows it."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._language, self._open = language, list[tuple[str, bool]]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"meta", "input", "br"}:
            foreign = tag != "html" and dict(attrs).get("lang") not in {None, self._language}
            self._open.append((tag, foreign or tag in {"style", "nav"}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if not any(hidden for _, hidden in self._open):
            self.texts.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_one_language_at_a_time(played: tuple[Cup, Path], language: Language) -> None:
    reader = Reader(language)
    reader.feed((played[1] / "report.html").read_text(encoding="utf-8"))
    assert len(reader.texts) > 100
    assert [found for text in reader.texts for found in mixed(text, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize("kind", CUPS)
def test_progress_is_told_in_one_language(tmp_path: Path, kind: str, language: Language, terminal: bool) -> None:
    chosen = CUPS[kind]
    console = Console(file=io.StringIO(), width=200, force_terminal=terminal, color_system=None)
    with in_language(language), watching(console) as observe:
        executor = ScriptedExecutor(lose={"s1t1": 1, "s1t2": 2}, slots=3)
        play_out(chosen, tmp_path, executor, observe)
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert mixed(text, language) == []
    assert {"en": "ends: ", "zh": "结束："}[language] in text


def commands(folder: Path, out: Path) -> Iterator[tuple[int, list[str]]]:
    """Exit status and words of every command that prints something of a tournament for a person."""
    place = str(folder)
    yield 0, ["tournament", "status", place]
    yield 0, ["replay", place, "s1t1", "1"]
    yield 0, ["hands", place, "--bot", "ada1", "--worst", "3"]
    yield 0, ["analyse", place, "--bot", "ada1", "--worst", "3"]
    yield 0, ["ratings", place, "--bootstrap", "5", "--online"]
    yield 0, ["verify", place]
    yield 0, ["logs", place, "--bot", "ada1", "--out", str(out / "ada1.zip")]
    yield 1, ["tournament", "void", place, "s1t1", "--reason", "x"]
    yield 2, ["replay", place, "s9t9"]
    yield 2, ["replay", place, "s1t1", "99"]
    yield 2, ["hands", place, "--bot", "zoe1"]
    yield 2, ["hands", place, "--bot", "ada1", "--best", "1", "--worst", "1"]
    yield 2, ["tournament", "status", str(out / "nowhere")]
    yield 2, ["tournament", "run", str(out / "none.toml")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_speak_one_language(tmp_path: Path, capsys: pytest.CaptureFixture[str], language: Language) -> None:
    folder = tmp_path / "runs"
    run_tournament(CUPS["tables"], file_of(CUPS["tables"]), folder, around(ScriptedExecutor(lose={"s1t2": 1})))
    for status, words in commands(folder, tmp_path):
        with pytest.raises(SystemExit) as ended:
            main([*words, "--lang", language])
        assert ended.value.code == status, words
        printed = capsys.readouterr()
        assert mixed(printed.out + printed.err, language) == [], words
        assert printed.out + printed.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_organizer_is_answered_in_one_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: Language
) -> None:
    chosen = CUPS["duels"]
    with pytest.raises(Killed):
        run_tournament(chosen, file_of(chosen), tmp_path, around(ScriptedExecutor(slots=1, stop_after=2)))
    for words in (["withdraw", "bea1"], ["disqualify", "cyd1"], ["void", "s1t1"]):
        command, subject = words
        with pytest.raises(SystemExit) as ended:
            main(["tournament", command, str(tmp_path), subject, "--reason", "x", "--lang", language])
        assert ended.value.code == 0
        printed = capsys.readouterr().out
        assert mixed(printed, language) == []
        assert (english_sentence(printed) is not None) == (language == "en")
    with pytest.raises(SystemExit):
        main(["tournament", "status", str(tmp_path), "--lang", language])
    standing = capsys.readouterr().out
    assert f"arena tournament run FILE --out {tmp_path}" in standing
    assert mixed(standing, language) == []


@pytest.mark.parametrize(
    "words",
    [["tournament"], *(["tournament", name] for name in ("run", "status", "export", "withdraw", "disqualify", "void"))]
    + [[name] for name in ("analyse", "hands", "logs", "ratings", "replay", "verify")],
    ids=" ".join,
)
def test_help_is_in_one_language(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for language in LANGUAGES:
        with pytest.raises(SystemExit):
            main([*words, "--help", "--lang", language])
        own = capsys.readouterr().out.partition("\n  --lang")[0]  # what follows is the same for all commands
        assert mixed(own, language) == []
