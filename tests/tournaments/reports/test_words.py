"""Names and stored sentences, told in the language of whoever reads them."""

import pytest

from arena.language import Stored, told
from protocol.reasons import MEANING
from tests.language.sentences import english_sentence
from tournaments.formats.titles import bracket_title, double_title, league_title, round_title
from tournaments.ratings.caveats import (
    ALIKE,
    ALONE,
    MORE,
    NEVER_BEAT,
    NEVER_BEATEN,
    NOTHING_YET,
    ONE_WAY,
    POOLS,
    filled,
)
from tournaments.reports.labels import isolation_said
from tournaments.reports.words import fault, fault_word, row_type, title


@pytest.mark.parametrize(
    ("stored", "english", "chinese"),
    [
        (bracket_title(2, final=True, head_to_head=True), "Final", "决赛"),
        (bracket_title(16, final=False, head_to_head=True), "Round of 16", "十六强"),
        (double_title(2, 1), "Winners' round 2, Losers' round 1", "胜者组第二轮、败者组第一轮"),
        (round_title(3, groups=True), "Groups, round 3", "小组赛第三轮"),
        (league_title("Group", 2), "Group 2", "第二组"),
        ("Gauntlet of a · b · c · a · b · c 车轮战", "Gauntlet of a · b · c", "a · b · c 车轮战"),
        ("Something else", "Something else", "Something else"),
    ],
)
def test_a_stored_title_is_told_by_the_half_that_fits(stored: str, english: str, chinese: str) -> None:
    assert (told(title(stored), "en"), told(title(stored), "zh")) == (english, chinese)


CAVEATS = [
    filled(POOLS, count=2, sizes="3, 2"),
    filled(ALIKE),
    filled(NEVER_BEATEN, bots="ada1, bea1"),
    filled(NEVER_BEAT, bots=filled(MORE, bots="ada1, bea1", count=3)),
    filled(ONE_WAY, ahead="ada1, bea1", behind=filled(MORE, bots="cat1, dan1", count=3)),
    filled(ALONE, count=1, all=3, match="m3"),
    filled(NOTHING_YET),
]


@pytest.mark.parametrize("caveat", CAVEATS)
def test_a_kept_caveat_is_known_again(caveat: str) -> None:
    said = Stored(caveat)
    assert told(said, "en") == caveat
    assert told(said, "zh") != caveat
    assert english_sentence(told(said, "zh")) is None


def test_who_is_named_in_a_caveat_is_named_in_every_language() -> None:
    chinese = told(Stored(CAVEATS[3]), "zh")
    assert "ada1、bea1" in chinese
    assert "3" in chinese


@pytest.mark.parametrize(
    ("words", "chinese"),
    [
        ("4: bubblewrap + system-call filter + limits", "4：bubblewrap + 系统调用过滤 + 资源限制"),
        ("0: limits only, trusted", "0：仅资源限制，受信任"),
        ("9: something new", "9：something new"),
    ],
)
def test_a_level_of_isolation_is_told_part_by_part(words: str, chinese: str) -> None:
    assert (told(isolation_said(words), "en"), told(isolation_said(words), "zh")) == (words, chinese)


def test_every_reason_code_has_a_word() -> None:
    for code, (meaning, chinese) in MEANING.items():
        assert (told(fault(code), "en"), told(fault(code), "zh")) == (meaning, chinese)
        assert (told(fault_word(code), "en"), told(fault_word(code), "zh")) == (code, chinese)
    assert fault("never-heard-of") == "never-heard-of"


def test_three_of_a_kind_have_a_name_of_their_own_in_front() -> None:
    assert told(row_type("three-of-a-kind"), "zh") != told(row_type("three-of-a-kind", front=True), "zh")
