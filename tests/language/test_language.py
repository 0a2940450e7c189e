"""Which language is spoken, and what of a message is in it."""

import os
from collections.abc import Mapping, Sequence

import pytest
from click.testing import CliRunner

from arena.cli.command import language_given
from arena.cli.rules.rules import rules
from arena.language import (
    Paired,
    Stored,
    _,
    counted,
    in_language,
    language_of,
    speaking,
    spoken,
    term,
    told,
)
from arena.recognition import Recognizer, Template
from protocol.text import OR, Counted, Listed, Said, SaidError

CHINESE = {"LANG": "zh_CN.UTF-8"}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh"}, "zh"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_MESSAGES": "en_US.UTF-8", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LC_MESSAGES": "zh_TW.UTF-8", "LANG": "en_US.UTF-8"}, "zh"),
        ({"LC_ALL": "C", "LC_MESSAGES": "zh_CN.UTF-8", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_CN.UTF-8"}, "zh"),
        ({"ARENA_LANG": "en", "LC_ALL": "zh_CN.UTF-8"}, "en"),
        ({"ARENA_LANG": "zh", "LC_ALL": "en_US.UTF-8"}, "zh"),
        ({"ARENA_LANG": "", "LANG": "zh_CN.UTF-8"}, "zh"),
    ],
)
def test_the_environment_names_a_language_arena_lang_before_the_locale(
    environment: Mapping[str, str], language: str
) -> None:
    assert language_of(environment) == language


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], CHINESE, "zh"),
        (["rules", "list"], {}, "en"),
        (["rules", "list"], CHINESE, "zh"),
        (["--lang", "zh", "rules", "list"], {}, "zh"),
        (["rules", "list", "--lang=zh"], {}, "zh"),
        (["rules", "list", "--lang", "en"], {**CHINESE, "ARENA_LANG": "zh"}, "en"),
        (["rules", "list", "--lang", "en", "--lang", "zh"], {}, "zh"),
        (["rules", "show", "standard", "--zh"], {}, "zh"),
        (["rules", "check", "--", "--lang", "zh"], {}, "en"),
        (["rules", "check", "--", "--zh"], {}, "en"),
        (["new", "bot", "--lang", "python"], CHINESE, "zh"),
        (["rules", "list", "--lang"], {}, "en"),
        (["rules", "list", "--lang", "fr"], CHINESE, "zh"),
    ],
)
def test_an_option_comes_before_the_environment(
    arguments: Sequence[str], environment: Mapping[str, str], language: str
) -> None:
    assert language_given(arguments, environment) == language


@pytest.mark.parametrize("option", [["--lang", "zh"], ["--zh"]])
def test_the_option_works_for_a_command_that_is_called_by_itself(option: list[str]) -> None:
    assert "## 结算" in CliRunner().invoke(rules, ["show", "standard", *option], catch_exceptions=False).output
    assert "## Settlement" in CliRunner().invoke(rules, ["show", "standard"], catch_exceptions=False).output


def test_a_language_is_spoken_within_its_block_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    with speaking("zh"):
        assert (spoken(), os.environ["LANGUAGE"], _("chips")) == ("zh", "zh", "筹码")
        with in_language("en"):
            assert (spoken(), os.environ["LANGUAGE"], _("chips")) == ("en", "zh", "chips")
    assert (spoken(), os.environ["LANGUAGE"], _("chips")) == ("en", "fr", "chips")


def test_the_whole_of_a_message_is_translated_whatever_fills_its_holes() -> None:
    fault = SaidError("{file}: no such file", file="a.toml")
    message = Said(
        "--name: {fault}", fault=Said("expected {expected}, got {given}", expected=fault, given=Listed("ab", OR))
    )
    assert str(message) == "--name: expected a.toml: no such file, got a or b"
    assert told(message, "zh") == "--name：应为 a.toml：没有这个文件，实为 a 或 b"


def test_a_sentence_that_was_put_together_before_is_told_by_its_template() -> None:
    """As is that of an error which was made from the words of another one."""
    again = SaidError(str(SaidError("{file}: no such file", file="a.toml")))
    assert (told(again.said, "zh"), told(again.said, "en")) == ("a.toml：没有这个文件", "a.toml: no such file")
    assert told(Said("nil"), "zh") == "nil"


def test_numbers_names_and_terms() -> None:
    with in_language("zh"):
        assert counted(1, "{number} card", "{number} cards") == "1 张牌"
        assert told(Counted(1200, "{number} card", "{number} cards")) == "1,200 张牌"
        assert (term("gun", "打枪"), told(Paired("mine", "我家"))) == ("打枪", "我家")
    assert counted(1, "{number} card", "{number} cards") == "1 card"
    assert (term("gun", "打枪"), told(Paired("mine", "我家"))) == ("gun 打枪", "mine")


def test_the_words_of_the_system_are_translated() -> None:
    message = Said("{file}: cannot be read: {strerror}", file="a", strerror=os.strerror(13))
    assert (str(message), told(message, "zh")) == ("a: cannot be read: Permission denied", "a：无法读取：没有权限")


@pytest.mark.parametrize(
    ("stored", "chinese"),
    [
        ("front has 1 card, 3 are expected", "头墩：1 张牌，应为 3 张"),
        ("As Kd: not dealt; 2c: dealt but not laid", "As Kd：不在发到的牌里；2c：发了但没有摆"),
        ('not reached: the step "first match" failed', "未执行：步骤“第一场”失败"),
        ("late: 3 answers, by up to 7 ms; and so on", "late：3 个应答超时，最多 7 毫秒；and so on"),
        (
            "the process ended with status 1: no luck: none (started again)",
            "进程结束，状态 1：“no luck: none”（已重新启动）",
        ),
        (
            'malformed: answer: "actions[0]" must be text, not a float',
            'malformed：answer："actions[0]" 应为文本，不能是浮点数',
        ),
        ("nothing of ours", "nothing of ours"),
        ("never heard of: nil", "never heard of: nil"),
        ("nil", "nil"),
        ("goodbye", "告别"),
        ("{braces} and 100 %", "{braces} and 100 %"),
        ("", ""),
    ],
)
def test_a_stored_sentence_is_told_by_its_template_and_one_without_stays_as_it_is(stored: str, chinese: str) -> None:
    assert told(Stored(stored), "zh") == chinese
    assert told(Stored(stored), "en") == stored == str(Stored(stored))


def test_the_template_with_most_words_of_its_own_is_found() -> None:
    known = Recognizer([Template("{what} failed"), Template("{what} of {all} steps failed"), Template("{a}: {b}")])
    found = known.said("2 of 26 steps failed")
    assert found is not None
    assert (found.template, dict(found.values)) == ("{what} of {all} steps failed", {"what": "2", "all": "26"})
    assert known.said("a: b") is None


def test_of_two_holes_side_by_side_the_first_takes_all() -> None:
    found = Recognizer([Template("no file in {folder}{advice}")]).said("no file in /tmp/bots")
    assert found is not None
    assert dict(found.values) == {"folder": "/tmp/bots", "advice": ""}


def test_a_hole_that_stands_twice_holds_the_same() -> None:
    known = Recognizer([Template("run chmod {file}, then list {file}")])
    assert known.said("run chmod a, then list b") is None
    assert known.said("run chmod a, then list a") == "run chmod a, then list a"
