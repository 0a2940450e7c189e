"""The environment passes PettingZoo's own tests, and plays the arena's game."""

import subprocess
import sys
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from arena.lab import layouts, simulate
from arena.lab.actions import Kind
from arena.lab.environment import ShisanshuiEnv
from arena.lab.numbering import COUNT

SETTINGS: list[dict[str, Any]] = [
    {"rounds": 12},
    {"rounds": 12, "actions": "rows"},
    {"rounds": 3, "players": 3, "rules": "common"},
    {"rounds": 3, "players": 8, "rules": "two-packs", "actions": "rows"},
    {"rounds": 3, "players": 2, "rules": "wild"},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=range(len(SETTINGS)))
def test_pettingzoo_finds_nothing_wrong(settings: dict[str, Any]) -> None:
    parallel_api_test(ShisanshuiEnv(**settings), num_cycles=20)
    parallel_seed_test(lambda: ShisanshuiEnv(**settings), num_cycles=20)


@pytest.mark.parametrize("settings", SETTINGS, ids=range(len(SETTINGS)))
def test_observations_and_state_lie_in_their_spaces(settings: dict[str, Any]) -> None:
    env = ShisanshuiEnv(**settings)
    observations, _ = env.reset(seed=1)
    for _ in range(settings["rounds"]):
        assert env.state_space.contains(env.state())
        for agent, seen in observations.items():
            assert env.observation_space(agent).contains(seen)
            assert seen["observation"].sum() == 13
            assert ("action_mask" in seen) == (settings.get("actions") != "rows")
        observations, *_ = env.step(sampled(env, observations))
    assert env.agents == []
    assert all(env.observation_space(agent).contains(seen) for agent, seen in observations.items())


def sampled(env: ShisanshuiEnv, observations: dict[str, Any]) -> dict[str, Any]:
    return {agent: env.action_space(agent).sample(mask=observations[agent].get("action_mask")) for agent in env.agents}


def test_a_seed_deals_what_arena_play_deals_with_it_and_settles_it_so() -> None:
    env = ShisanshuiEnv(players=3, rounds=4)
    rewards = []
    laid: list[list[Any]] = [[], [], []]
    observations, _ = env.reset(seed=7)
    while env.agents:
        actions = sampled(env, observations)
        for seat, agent in enumerate(env.agents):
            hand = observations[agent]["hand"].tolist()
            rows = [hand[place] for place in layouts()[actions[agent]].tolist()]
            laid[seat].append((rows[:3], rows[3:8], rows[8:]))
        observations, reward, *_ = env.step(actions)
        rewards.append(list(reward.values()))
    players = [partial(lambda rows, hand: next(rows), iter(each)) for each in laid]
    assert rewards == simulate(players, 4, seed="7").tolist()


def test_a_masked_action_never_fouls() -> None:
    env = ShisanshuiEnv(rounds=30)
    observations, _ = env.reset(seed=3)
    while env.agents:
        observations, _, _, _, infos = env.step(sampled(env, observations))
        assert {info["outcome"] for info in infos.values()} <= {"plain", "special"}


@pytest.mark.parametrize("kind", ["layouts", "rows"])
def test_a_special_hand_is_declined_where_the_rules_let_it(kind: Kind) -> None:
    env = ShisanshuiEnv(players=2, rules="common", rounds=200, actions=kind)
    outcomes = set()
    for decline in (COUNT if kind == "layouts" else 1, 0):
        env.reset(seed=2)
        while env.agents:
            rows = [2] * 5 + [1] * 5 + [0] * 3
            action: Any = decline if kind == "layouts" else np.array([*rows, decline])
            _, _, _, _, infos = env.step(dict.fromkeys(env.agents, action))
            outcomes |= {(bool(decline), info["outcome"]) for info in infos.values()}
    assert (False, "special") in outcomes
    assert (True, "special") not in outcomes


def test_rows_of_other_sizes_are_no_answer() -> None:
    env = ShisanshuiEnv(players=2, actions="rows")
    env.reset(seed=1)
    legal, wrong = np.array([2] * 5 + [1] * 5 + [0] * 3), np.array([0] * 13)
    _, rewards, _, _, infos = env.step({"seat_0": wrong, "seat_1": legal})
    assert infos["seat_0"] == {"outcome": "foul", "special": None}
    assert rewards["seat_0"] < 0 < rewards["seat_1"]


def test_a_reset_without_a_seed_goes_on_to_the_next_round() -> None:
    env = ShisanshuiEnv(players=2, actions="rows")
    env.reset(seed=5)
    second, _ = env.reset()
    played = ShisanshuiEnv(players=2, rounds=2, actions="rows")
    played.reset(seed=5)
    expected, *_ = played.step(dict.fromkeys(played.agents, np.array([2] * 5 + [1] * 5 + [0] * 3)))
    assert second["seat_0"]["hand"].tolist() == expected["seat_0"]["hand"].tolist()
    other, _ = ShisanshuiEnv(players=2, actions="rows").reset()
    another, _ = ShisanshuiEnv(players=2, actions="rows").reset()
    assert other["seat_0"]["hand"].tolist() != another["seat_0"]["hand"].tolist()


def test_a_round_is_rendered_in_words_when_asked() -> None:
    env = ShisanshuiEnv(players=2, actions="rows", render_mode="ansi")
    env.reset(seed=1)
    env.step({"seat_0": np.array([0] * 13), "seat_1": np.array([2] * 5 + [1] * 5 + [0] * 3)})
    shown = env.render()
    assert shown is not None
    first, second = shown.splitlines()
    assert first.startswith("seat_0  no rows  foul  -")
    assert second.startswith("seat_1  ")
    assert second.count(" / ") == 2
    assert ShisanshuiEnv().render() is None


def test_what_is_no_action() -> None:
    env = ShisanshuiEnv(players=2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="seat_1: an action is expected of every agent"):
        env.step({"seat_0": 0})
    with pytest.raises(ValueError, match="action 72072: 0 to 72071 are expected"):
        env.step({"seat_0": 72072, "seat_1": 0})
    env = ShisanshuiEnv(players=2, actions="rows")
    env.reset(seed=1)
    for wrong in ([0] * 12, [3] * 13, [-1] * 13):
        with pytest.raises(ValueError, match="13 numbers below"):
            env.step({"seat_0": wrong, "seat_1": wrong})


def test_what_is_no_environment() -> None:
    with pytest.raises(ValueError, match="five-players"):
        ShisanshuiEnv(players=5)
    with pytest.raises(ValueError, match="rounds: 1 or more"):
        ShisanshuiEnv(rounds=0)
    with pytest.raises(ValueError, match='"layouts" or "rows" is expected, got "cards"'):
        ShisanshuiEnv(actions="cards")  # type: ignore[arg-type]


def test_nobody_loads_it_who_does_not_ask_for_it() -> None:
    program = "import sys, arena.lab; print(*({'gymnasium', 'pettingzoo', 'zmq', 'click'} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert loaded.stdout.strip() == ""
