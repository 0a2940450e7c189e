"""What every command of `arena` refuses alike."""

import pytest

from arena.cli import main


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["ratings", "results.csv", "--anchor", "ada", "--anchor", "bo"], "--anchor"),
        (["play", "a", "b", "--rounds", "1", "--rounds=2"], "--rounds"),
        (["tournament", "run", "cup.toml", "--jobs", "1", "--jobs", "2"], "--jobs"),
    ],
)
def test_an_option_that_is_given_twice_is_not_dropped(
    words: list[str], option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert f"{option}: given twice" in capsys.readouterr().err


def test_a_switch_may_be_given_twice(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["rules", "list", "--json", "--json"])
    assert ended.value.code in {0, 2}
    assert "given twice" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play"], "Missing argument 'BOT BOT ...'.\n"),
        (["--lang", "zh", "play"], "缺少参数 'BOT BOT ...'。\n"),
        (["tournament", "export", "cup"], "Missing option '--format'. Choose from:\n"),
        (["--lang", "zh", "tournament", "export", "cup"], "缺少选项 '--format'。可选：\n"),
    ],
)
def test_what_is_missing_is_told_in_a_sentence_of_the_language(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
