"""The registry of games."""

from typing import Any

import pytest

from arena.errors import ArenaError
from arena.games import GAMES, game_of, most_seats, whole_rules
from arena.mahjong import rule_model as jilin
from arena.mahjong.play import Mahjong
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import load_rules

RULES: dict[str, dict[str, Any]] = {
    Shisanshui.name: Shisanshui(load_rules("standard")).rules(),
    Mahjong.name: Mahjong(jilin.load_rules("jilin")).rules(),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_made_under_its_name_and_says_its_rules_in_full(name: str) -> None:
    game = game_of(name, RULES[name])
    assert game.name == name
    assert whole_rules(name, RULES[name]) == game.rules() == RULES[name]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_takes_as_many_seats_as_it_says_and_no_more(name: str) -> None:
    game, most = game_of(name, RULES[name]), most_seats(name, RULES[name])
    assert game.refuses(most) is None
    assert game.refuses(most + 1) is not None


def test_a_game_that_is_not_played_here_is_refused_by_name() -> None:
    with pytest.raises(ArenaError, match='game: expected "shisanshui" or "mahjong", got "chess"'):
        game_of("chess", {})
