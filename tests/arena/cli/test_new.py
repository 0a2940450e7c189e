"""`arena new` writes a bot that works at once."""

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.bots.admission import admit
from arena.bots.library import Library
from arena.bots.resolve import load_folder
from arena.bots.samples import SAMPLES
from arena.cli.new import MODELS, new
from arena.errors import ArenaError, UsageError
from arena.language import in_language
from tests.arena.check.checking import check
from tests.protocol.peer import Peer
from tests.sample_bots.building import run
from tests.sample_bots.hands import dealt, fault, rules_data


def invoke(*arguments: str) -> str:
    result = CliRunner().invoke(new, arguments, catch_exceptions=False, standalone_mode=False)
    assert result.exception is None
    return result.output


def refusal(*arguments: str) -> str:
    with pytest.raises(UsageError) as caught:
        invoke(*arguments)
    return str(caught.value)


def test_a_new_bot_passes_its_own_test_and_plays_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "bots" / "ada"
    assert f"arena play {folder} {folder}" in invoke(str(folder))
    program = load_folder(folder)
    assert program.name == "ada"
    assert (folder / "README.md").is_file()
    assert run(["python", "test_bot.py"], folder).returncode == 0
    with Peer(tmp_path, program.command, folder) as bot:
        assert bot.admit()["name"] == "ada"
        bot.begin(rules=rules_data("standard"))
        for hand in dealt("standard", 5):
            assert fault(bot.decide(hand)["actions"][0], hand, "standard") is None
        assert bot.goodbye()[0] == 0


def test_a_new_bot_passes_the_check_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "ada"
    assert f"arena check {folder}" in invoke(str(folder))
    checked = check(str(folder), tmp_path / "logs", "--json")
    assert (checked.status, checked.named("fail"), checked.named("warn")) == (0, [], [])


@pytest.mark.parametrize("lang", MODELS)
def test_a_new_bot_differs_from_its_model_in_name_and_author_alone(lang: str, tmp_path: Path) -> None:
    folder = tmp_path / "Ada 2"
    words = invoke(str(folder), "--lang", lang)
    model = SAMPLES / MODELS[lang]
    build = tomllib.loads((model / "bot.toml").read_text()).get("build", {"command": []})["command"]
    assert " ".join(build) in words
    assert ("npm ci" in words) is (lang == "javascript")
    names = sorted(path.name for path in folder.iterdir())
    assert {"bot.toml", "README.md"} < set(names)
    assert any("test" in name.lower() for name in names)
    assert not {"__pycache__", "node_modules", "build", "target"}.intersection(names)
    for name in names:
        expected = (model / name).read_text()
        if name == "bot.toml":
            expected = expected.replace(f'name = "{model.name}"', 'name = "Ada 2"')
            expected = expected.replace('author = "the arena"', 'author = ""')
        else:
            expected = expected.replace(f'"{model.name}"', '"Ada 2"')
        assert (folder / name).read_text() == expected
    assert 'name = "Ada 2"' in (folder / "bot.toml").read_text()


@pytest.mark.parametrize("lang", MODELS)
def test_its_readme_is_in_the_language_in_use(lang: str, tmp_path: Path) -> None:
    with in_language("zh"):
        invoke(str(tmp_path / "ada"), "--lang", lang)
    assert list(tmp_path.glob("ada/README*")) == [tmp_path / "ada" / "README.md"]
    assert "arena play . . --rounds 20   # 和自己打" in (tmp_path / "ada" / "README.md").read_text(encoding="utf-8")


def test_a_name_of_its_own_and_an_empty_folder_are_welcome(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    invoke(str(tmp_path / "ada"), "--name", 'L\'"Ada"')
    assert load_folder(tmp_path / "ada").name == 'L\'"Ada"'


@pytest.mark.parametrize("lang", MODELS)
def test_whose_it_is_is_said_or_asked_for_when_it_is_handed_in(lang: str, tmp_path: Path) -> None:
    invoke(str(tmp_path / "mine"), "--lang", lang, "--author", "A. Lovelace")
    assert 'author = "A. Lovelace"' in (tmp_path / "mine/bot.toml").read_text()
    invoke(str(tmp_path / "nobodys"), "--lang", lang)
    with pytest.raises(ArenaError, match=r'^bot\.toml: author: a submission needs one, as in author = "ada"$'):
        admit(tmp_path / "nobodys", Library(tmp_path / "library"), 0, "", lambda words: None)
    assert "--author: expected at most 40" in refusal(str(tmp_path / "x"), "--author", "a" * 41)
    assert "--author: expected letters" in refusal(str(tmp_path / "x"), "--author", "a/b")


def test_nothing_is_ever_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("")
    assert "is already there" in refusal(str(tmp_path))
    assert "is already there" in refusal(str(tmp_path / "mine"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine"]


def test_a_name_that_is_none_is_refused(tmp_path: Path) -> None:
    assert "--name: expected" in refusal(str(tmp_path / "ada"), "--name", "a/b")
    assert "--name: expected" in refusal(str(tmp_path / ("a" * 41)))
