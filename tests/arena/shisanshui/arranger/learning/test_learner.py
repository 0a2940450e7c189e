"""Self-play: it settles down, comes out the same every time, and beats what it began with."""

from pathlib import Path

import numpy as np
import pytest

from arena.shisanshui.arranger.choice import Arranger
from arena.shisanshui.arranger.greedy import greedy
from arena.shisanshui.arranger.learning.__main__ import LESSONS, SEED, SHARES, TURNS
from arena.shisanshui.arranger.learning.learner import deal_hands, learn, record
from arena.shisanshui.arranger.population import FILE, Kinds, Library, Population, Shares, library, read, write
from arena.shisanshui.arranger.removal import rank_counts
from arena.shisanshui.arranger.special_layouts import laid_specials, possible
from arena.shisanshui.arranger.wild_rows import wild_rows
from arena.shisanshui.ruleset import data_of, load_rules, rule_names
from tests.arena.shisanshui.arranger.hands import as_array, dealt, hand, rules


def taught(name: str, count: int, turns: int) -> tuple[Kinds, list[float]]:
    return learn(rules(name), 4, deal_hands(rules(name), count, SEED), turns, SHARES, size=count)


def test_fewer_hands_are_laid_otherwise_turn_by_turn() -> None:
    _, changed = taught("standard", 120, 8)
    assert changed[-1] < 0.3 < changed[0]


@pytest.mark.parametrize("name", ["standard", "wild"])
def test_the_same_seed_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    files = []
    for nth in range(2):
        kinds, _ = taught(name, 40, 2)
        files.append(tmp_path / f"{nth}.npz")
        write(files[-1], Library({name: record(rules(name), 4, SEED, 40, 2, SHARES)}, {name: kinds}))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    kinds, _ = taught("common", 40, 2)
    learnt = record(rules("common"), 4, SEED, 40, 2, SHARES)
    write(tmp_path / "tables.npz", Library({"common": learnt}, {"common": kinds}))
    found = read(tmp_path / "tables.npz")
    assert found.learnt == {"common": learnt}
    for kind, read_again in zip(kinds, found.kinds["common"], strict=True):
        for part in Population._fields:
            assert np.array_equal(getattr(kind, part), getattr(read_again, part))


def test_every_kind_lays_the_same_cards_in_its_own_way() -> None:
    hands = deal_hands(rules("standard"), 60, SEED)
    kinds, _ = learn(rules("standard"), 4, hands, 2, SHARES, size=40)
    assert all(np.array_equal(kind.counts, rank_counts(hands.cards)[:40]) for kind in kinds)
    arrangements = np.split(hands.classes, hands.starts[1:])
    back_first = [max(each.tolist(), key=lambda row: row[::-1]) for each in arrangements[:40]]
    assert kinds.greedy.rows.tolist() == back_first
    for kind in (kinds.learnt, kinds.row_by_row):
        same = [laid == greedy for laid, greedy in zip(kind.rows.tolist(), back_first, strict=True)]
        assert sum(same) < 20


def test_kinds_are_mixed_by_their_shares() -> None:
    kinds, _ = taught("standard", 40, 2)
    mixed = kinds.mixed(Shares(greedy=0.25, row_by_row=0.5))
    assert np.array_equal(mixed.counts, kinds.learnt.counts)
    assert np.array_equal(mixed.rows[:10], kinds.learnt.rows[:10])
    assert np.array_equal(mixed.rows[10:30], kinds.row_by_row.rows[10:30])
    assert np.array_equal(mixed.rows[30:], kinds.greedy.rows[30:])
    assert np.array_equal(kinds.mixed(Shares(greedy=1.0, row_by_row=0.0)).rows, kinds.greedy.rows)


def test_special_hands_are_seen_in_the_cards_and_as_laid() -> None:
    found = rules("standard")
    hands = deal_hands(found, 1, SEED)
    assert hands.by_cards.tolist() == [0]
    cards = hand("Qs Kd Ah 2c 3c 4h 5c 6c 3d 4d 5h 6d 7h")
    places = laid_specials(found, cards, possible(cards, wild_rows(cards)))
    assert [found.scoring.specials[place].id for place in places] == ["three-straights"]


def test_what_is_shipped_says_how_it_was_learnt() -> None:
    found = library()
    assert list(found.learnt) == [lesson.rules for lesson in LESSONS]
    for lesson in LESSONS:
        learnt, kinds = found.learnt[lesson.rules], found.kinds[lesson.rules]
        assert (learnt.seed, learnt.hands, learnt.players) == (SEED, lesson.hands, lesson.players)
        assert (learnt.turns, learnt.shares) == (TURNS, SHARES)
        assert learnt.rules == data_of(load_rules(lesson.rules))
        for kind in kinds:
            assert 0.9 * lesson.kept <= len(kind.rows) <= lesson.kept
            assert (kind.counts.sum(axis=1) == 13).all()
    assert FILE.stat().st_size < 1_000_000


def test_every_rule_set_finds_a_population_of_its_deck() -> None:
    found = library()
    for name in rule_names():
        assert found.learnt[found.nearest(rules(name))].rules["deck"] == data_of(rules(name))["deck"]
    assert found.nearest(rules("regional")) == "standard"
    usual = found.kinds["standard"].mixed(SHARES)
    assert np.array_equal(found.population(rules("regional")).rows, usual.rows)


def test_learning_pays_against_what_it_began_with() -> None:
    """Best answers to the population win more against it than plain greedy rows do."""
    kinds, _ = taught("standard", 120, 4)
    helper = Arranger(rules("standard"), 4, kinds.mixed(SHARES))
    hands = as_array(dealt("standard", 100, seed=21))
    _, value = helper.choose_rows(hands)
    plain = helper.table.value(greedy(hands).classes)
    assert value.mean() > plain.mean() + 1
