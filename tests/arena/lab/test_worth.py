"""What candidates are worth is what rounds against these opponents bring."""

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.lab import Batched, Candidates, Laid, candidates, expected_water, greedy, simulate
from arena.shisanshui import batch
from arena.shisanshui.evaluation import FORFEITED, evaluate
from arena.shisanshui.ruleset import load_rules, rule_names
from arena.shisanshui.settlement import settled_water


def chance() -> np.random.Generator:
    return np.random.default_rng(3)


@pytest.mark.parametrize("name", rule_names())
def test_against_those_who_forfeit_it_is_what_the_referee_settles(name: str) -> None:
    rules = load_rules(name)
    found = candidates(batch.deal(rules.deck, b"", 1, 3, 1)[:, 0], rules)
    worth = expected_water(found, [lambda hand: None] * 3, rules, tables=2, chance=chance())
    laid = zip(found.cards.tolist(), found.declines.tolist(), strict=True)
    settled = [settled_water(rules, [evaluate(rules, *each), *[FORFEITED] * 3])[0] for each in laid]
    assert worth.water.tolist() == settled
    assert not worth.error95.any()


def test_opponents_get_what_the_hand_leaves_of_the_deck() -> None:
    rules = load_rules("wild")
    hands = batch.deal(rules.deck, b"", 1, 2, 1)[:, 0]
    seen: list[NDArray[np.uint8]] = []

    def watch(dealt: NDArray[np.uint8]) -> Laid:
        seen.append(dealt)
        return Laid(dealt, forfeits=np.ones(len(dealt), np.bool_))

    expected_water(candidates(hands, rules), [Batched(watch)] * 3, rules, tables=5, chance=chance())
    deck = Counter(rules.deck.cards())
    for number, table in enumerate(np.concatenate(seen, axis=1)):
        held = Counter(table.tolist()) + Counter(hands[number // 5].tolist())
        assert held.total() == 52
        assert held <= deck
    assert len(np.unique(np.concatenate(seen, axis=1), axis=0)) == 10
    assert (np.diff(seen[0].astype(int), axis=1) <= 0).all()


def test_the_mean_over_hands_is_what_rounds_bring() -> None:
    bot = greedy()
    by_rank = Batched(lambda hands: hands[:, ::-1])
    hands = batch.deal(load_rules("standard").deck, b"other", 1, 400, 1)[:, 0]
    own = Candidates.of(bot.arrange(hands), np.arange(len(hands)), load_rules("standard"))  # type: ignore[arg-type]
    worth = expected_water(own, [by_rank] * 3, tables=32, chance=chance())
    rounds = simulate([bot, by_rank, by_rank, by_rank], 20_000)[:, 0]
    error = 1.96 * np.hypot(worth.water.std() / np.sqrt(len(hands)), rounds.std() / np.sqrt(len(rounds)))
    assert abs(worth.water.mean() - rounds.mean()) < 1.5 * error
    assert worth.error95.mean() > 0


def test_the_same_chance_gives_the_same_worth_however_it_is_worked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    found = candidates(batch.deal(load_rules("standard").deck, b"", 1, 3, 1)[:, 0])
    once = expected_water(found, [greedy()], tables=4, chance=chance())
    monkeypatch.setattr("arena.lab.worth._ROUNDS", 9)
    assert expected_water(found, [greedy()], tables=4, chance=chance()).water.tolist() == once.water.tolist()


def test_what_cannot_be_valued() -> None:
    found = candidates(np.array([[0] * 13]), "two-packs")
    with pytest.raises(ValueError, match="a hand holds a card more often than the deck"):
        expected_water(found, [greedy()], chance=chance())
    with pytest.raises(ValueError, match="tables: 1 or more"):
        expected_water(found, [greedy()], tables=0, chance=chance())
    with pytest.raises(ValueError, match="not 1"):
        expected_water(found, [], chance=chance())
