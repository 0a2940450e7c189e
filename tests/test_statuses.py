"""A path or a name on the command line that there is not is wrong usage, 2; a fault inside what there is, 1."""

from pathlib import Path

import pytest

from arena.cli import main

NOT_THERE = [
    "tournament run none.toml",
    "tournament status none",
    "tournament export none --format json",
    "tournament withdraw none ada --reason x",
    "tournament disqualify none ada --reason x",
    "tournament void none s1t1 --reason x",
    "verify none",
    "ratings none",
    "replay none s1t1",
    "hands none --bot ada",
    "analyse none --bot ada",
    "logs none --bot ada",
    "score none.jsonl",
    "trace none.jsonl",
    "arrange --file none.txt",
    "rules show none.toml",
    "rules show standrad",
    "rules check none.toml",
    "rules diff standard none.toml",
    "play none none",
    "check none",
    "bots add none.zip",
    "bots show none/none",
    "bots show none/none --library none",
    "bots remove none/none@1",
    "keys show none",
]
AT_FAULT = [
    "tournament run rubbish.toml",
    "tournament status empty",
    "verify empty",
    "ratings empty",
    "ratings rubbish.toml",
    "replay empty s1t1",
    "trace rubbish.toml",
    "arrange --file rubbish.toml",
    "rules show rubbish.toml",
    "rules check rubbish.toml",
    "check empty",
    "bots add empty",
    "bots add rubbish.toml",
    "keys show rubbish.toml",
]


def status_of(words: str, capsys: pytest.CaptureFixture[str]) -> int:
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Traceback" not in printed.err
    assert printed.err.strip()
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "rubbish.toml").write_text("rubbish = \n")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("words", NOT_THERE)
def test_what_is_not_there_is_wrong_usage(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(words, capsys) == 2


@pytest.mark.parametrize("words", AT_FAULT)
def test_what_is_there_and_wrong_is_a_fault(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(words, capsys) == 1


def test_isolation_that_cannot_be_had_is_a_fault_and_nothing_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without `bwrap` in the path of the referee, a process of its own."""
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "bot"\ncommand = ["python", "bot.py"]\n')
    (bot / "bot.py").write_text("")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SystemExit) as ended:
        main(["play", str(bot), str(bot), "--isolation", "strong"])
    assert ended.value.code == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "level 4: bwrap is not installed; level 3: bwrap is not installed" in printed.err
    assert not (tmp_path / "runs").exists()
