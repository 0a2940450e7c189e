"""What rulings say is stored in English, and can be told in any language all the same."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.bots.resolve import fault_of_name
from arena.language import told
from protocol.text import Counted, Said
from tests.tournaments.formats.playing import at_random, bots
from tests.tournaments.formats.strategies import FORMATS
from tournaments.formats import rulings
from tournaments.formats.entrants import Entrants
from tournaments.formats.plan import Format, Ruling, TableResult
from tournaments.formats.rulings import DECIDED_BY, said

NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40).filter(lambda name: fault_of_name(name) is None)
BOTS = st.lists(st.one_of(NAMES, st.sampled_from(["a: b", "a; b", "a, b", "x still level", "{bots}"])), min_size=1)
STEPS = st.one_of(st.sampled_from(list(DECIDED_BY.values())), st.just(rulings.extra_rounds("s10t2x1")))


def figures(names: Sequence[str]) -> str:
    return ", ".join(f"{name} {at:+d}" for at, name in enumerate(names))


SENTENCES = st.one_of(
    st.builds(rulings.void_at_the_cut, st.just("s1t12")),
    st.builds(rulings.void_in_a_league, st.just("s1t12")),
    st.builds(rulings.parted_at_the_cut, STEPS, BOTS.map(figures), st.one_of(st.just([]), BOTS)),
    st.builds(rulings.seeded_at_the_cut, BOTS, st.integers(0, 2000)),
    st.builds(rulings.seeded_away_from_the_cut, BOTS),
    st.builds(rulings.parted_on_points, STEPS, BOTS.map(figures)),
    st.builds(rulings.seeded_in_a_league, BOTS),
    st.builds(rulings.left_a_league, BOTS),
    st.builds(rulings.annulled_in_a_league, BOTS),
)


@given(SENTENCES)
def test_a_stored_sentence_is_the_same_in_english_when_it_is_told_again(sentence: Said) -> None:
    again = said(str(sentence))
    assert again.values
    assert str(again) == str(sentence)


PLAIN: dict[str, Said] = {
    "s2t1 could not be played: the better seeding goes on": rulings.void_at_the_cut("s2t1"),
    "s2t1 could not be played: all at it count as level": rulings.void_in_a_league("s2t1"),
    "level at the cut; water: ann +3, cat -2": rulings.parted_at_the_cut(DECIDED_BY["water"], "ann +3, cat -2", ()),
    "level at the cut; extra rounds s1t1x1: ann +1, bob +1, cat +0; ann, bob still level": rulings.parted_at_the_cut(
        rulings.extra_rounds("s1t1x1"), "ann +1, bob +1, cat +0", ("ann", "bob")
    ),
    "level at the cut: in order of seeding, ann, cat": rulings.seeded_at_the_cut(("ann", "cat"), 0),
    "level at the cut after 1 extra table: in order of seeding, ann, cat": rulings.seeded_at_the_cut(("ann", "cat"), 1),
    "level at the cut after 2 extra tables: in order of seeding, ann, cat": rulings.seeded_at_the_cut(
        ("ann", "cat"), 2
    ),
    "level, but not across the cut: placed in order of seeding, ann, cat": rulings.seeded_away_from_the_cut(
        ("ann", "cat")
    ),
    "level on points: buchholz: ann 2.25, cat 3": rulings.parted_on_points(DECIDED_BY["buchholz"], "ann 2.25, cat 3"),
    "level in everything: in order of seeding, ann, cat": rulings.seeded_in_a_league(("ann", "cat")),
    "left before the end, so behind all others: ann, cat": rulings.left_a_league(("ann", "cat")),
    "left before the end, and the results do not count: ann, cat": rulings.annulled_in_a_league(("ann", "cat")),
}
"""As stores have had them since each of them was first said."""


@pytest.mark.parametrize("words", PLAIN)
def test_every_sentence_keeps_its_words_and_is_known_by_them(words: str) -> None:
    assert str(PLAIN[words]) == words
    again = said(words)
    assert again.template == PLAIN[words].template
    assert again.values == PLAIN[words].values


def test_no_sentence_is_left_out() -> None:
    assert {sentence.template for sentence in PLAIN.values()} == {it.template for it in rulings._SENTENCES}


def test_a_plural_and_the_name_of_a_tie_break_can_be_told_too() -> None:
    after = said("level at the cut after 2 extra tables: in order of seeding, ann, cat").values["tables"]
    assert isinstance(after, Counted)
    assert (after.number, after.many) == (2, "{number} extra tables")
    step = said("level at the cut; extra rounds s1t1x1: ann +1, cat +2").values["step"]
    assert isinstance(step, Said)
    assert (step.template, dict(step.values)) == ("extra rounds {table}", {"table": "s1t1x1"})
    assert isinstance(said("level on points: wins: ann 1, cat 2").values["step"], Said)


def test_words_that_nobody_knows_are_told_as_they_stand() -> None:
    assert str(said("drawn by {lot}")) == "drawn by {lot}"


@settings(max_examples=60, deadline=None)
@given(FORMATS, st.integers(4, 10), st.integers(), st.booleans())
def test_whatever_a_format_rules_is_a_known_sentence(form: Format, count: int, seed: int, void: bool) -> None:
    if form.refuses(count):
        return
    totals, results = at_random(seed, 2), dict[str, TableResult]()
    left = {"b002": 1} if seed % 2 else {}
    while (plan := form.plan(Entrants(bots(count), left=left), results)).to_play:
        for number, table in enumerate(plan.to_play):
            gone = tuple(bot for bot in table.seats if bot in left)
            result = TableResult(totals(table) | dict.fromkeys(gone, -9), absent=gone)
            results[table.id] = TableResult({}, void=True, absent=gone) if void and number % 3 == 0 else result
    ruled: list[Ruling] = [it for stage in plan.stages for it in stage.rulings]
    ruled += [it for stage in plan.stages for planned in stage.tables for it in planned.rulings]
    for ruling in ruled:
        assert ruling.said.values
        assert str(ruling.said) == ruling.words
        assert ruling.decided_by in DECIDED_BY


def test_bots_and_figures_stand_between_the_commas_of_the_language() -> None:
    level = said("level in everything: in order of seeding, ann, cat")
    assert told(level, "zh").endswith("ann、cat")
    assert told(said("level on points: wins: ann 1, cat 2"), "zh").endswith("ann 1、cat 2")
