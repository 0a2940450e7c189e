"""The game as a PettingZoo `ParallelEnv`: every seat lays its hand at once, and the reward is its water. Needs `lab`.

    pip install "shisanshui-arena[lab]"

The agents are `seat_0` to `seat_7`, as many as play. Each observes a dictionary:

| key | shape, type | what |
|---|---|---|
| `hand` | (13,) uint8 | its cards' numbers (`arena.shisanshui.cards`) from high to low; actions speak of these places |
| `observation` | (54,) uint8 | how often it holds each card, by the cards' numbers |
| `action_mask` | (n,) int8 | with `actions="layouts"` only: 1 where an action does not foul |

With `actions="layouts"` an action is one of the 72,072 ways to lay thirteen cards, `Discrete(72072)`. With
`actions="rows"` it is the row of each card, 0 front, 1 middle and 2 back, `MultiDiscrete([3] * 13)`; rows that do not
have 3, 5 and 5 cards are no answer and foul. Under rules by which a special hand may be declined (`common`) the spaces
are `Discrete(144144)`, whose second half is the same layouts declined, and `MultiDiscrete([3] * 13 + [2])`.
"""

from functools import cached_property
from secrets import token_hex
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from arena.lab.actions import Kind, encoding
from arena.lab.description import card_counts
from arena.lab.play import rules_of
from arena.lab.players import Cards
from arena.match.seeds import seed_of_text
from arena.shisanshui.arrangement import Action, Arrangement
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.dealing import deal
from arena.shisanshui.evaluation import FORFEITED, Hand, evaluate
from arena.shisanshui.rule_model import HAND_SIZE, RuleSet
from arena.shisanshui.settlement import settled_water

Observation = dict[str, NDArray[Any]]
_CARDS: Final = len(TEXTS)
_MOST_COPIES: Final = 16
"""Of one card in any deck."""


class ShisanshuiEnv(ParallelEnv):  # type: ignore[misc]
    """Rounds between `players` agents, `rounds` of them an episode.

    `reset(seed=7)` deals the rounds of `arena play --seed 7` from the first; a reset without a seed goes on to the next
    round of the same deals, or draws a seed from the system. After the last round an agent observes zeros. The info of
    a step says what each agent's hand came to: `outcome` ("plain", "foul", "special") and `special`, the kind's name or
    None.

    Raises RulesError for rules that there are not, and ValueError when so many cannot play, for less than one round and
    for another kind of actions.

    >>> env = ShisanshuiEnv(players=2)
    >>> observations, infos = env.reset(seed=7)
    >>> actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> rewards, infos["seat_0"]
    ({'seat_0': 1.0, 'seat_1': -1.0}, {'outcome': 'plain', 'special': None})
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "shisanshui_v0", "render_modes": ["ansi"], "is_parallelizable": True}

    def __init__(
        self,
        players: int = 4,
        rules: str | RuleSet = "standard",
        rounds: int = 1,
        actions: Kind = "layouts",
        render_mode: str | None = None,
    ) -> None:
        if rounds < 1:
            raise ValueError(f"rounds: 1 or more are expected, got {rounds}")
        self.rules = rules_of(rules, players)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._rounds = rounds
        self._encoding = encoding(actions, self.rules)
        self.action_spaces = {agent: self._encoding.space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._seed = seed_of_text(token_hex(16))
        self._number = 0
        """Of the round that was dealt last."""
        self._left = 0
        """Rounds of the episode, that one included."""
        self._hands: Cards = np.zeros((players, HAND_SIZE), np.uint8)
        self._shown = ""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal the first round of an episode and return observations and empty infos; `options` are not looked at."""
        if seed is not None:
            self._seed, self._number = seed_of_text(str(seed)), 0
        self.agents = list(self.possible_agents)
        self._left = self._rounds
        self._deal()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Settle the round in which each agent does this, and deal the next one if there is one.

        Raises ValueError when an agent has no action, or one that is none of its space.
        """
        if missing := set(self.agents) - actions.keys():
            raise ValueError(f"actions: {', '.join(sorted(missing))}: an action is expected of every agent")
        laid = [self._encoding.read(actions[agent], self._hands[seat]) for seat, agent in enumerate(self.agents)]
        hands = [self._evaluate(action) for action in laid]
        water = settled_water(self.rules, hands)
        self._shown = "\n".join(map(_line, self.agents, laid, hands, water))
        agents, self._left = self.agents, self._left - 1
        over = self._left == 0
        if not over:
            self._deal()
        observations = self._observations(over)
        if over:
            self.agents = []
        return (
            observations,
            {agent: float(won) for agent, won in zip(agents, water, strict=True)},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: _info(hand) for agent, hand in zip(agents, hands, strict=True)},
        )

    def render(self) -> str | None:
        """Return the round that was settled last in words, a line a seat, where the mode is "ansi"."""
        return self._shown if self.render_mode == "ansi" else None

    def state(self) -> NDArray[np.uint8]:
        """Return what all agents hold together, [players * 54], for training that may look into every hand."""
        return card_counts(self._hands).ravel()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the agent's space, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the agent's space, always the same object."""
        return self.action_spaces[agent]

    @cached_property
    def state_space(self) -> spaces.Box:
        """The space of `state`."""
        return spaces.Box(0, _MOST_COPIES, (len(self.possible_agents) * _CARDS,), np.uint8)

    def _observation_space(self) -> spaces.Dict:
        parts: dict[str, spaces.Space[Any]] = {
            "hand": spaces.Box(0, _CARDS - 1, (HAND_SIZE,), np.uint8),
            "observation": spaces.Box(0, _MOST_COPIES, (_CARDS,), np.uint8),
        }
        mask = self._encoding.mask(np.arange(HAND_SIZE, dtype=np.uint8)[::-1])
        if mask is not None:
            parts["action_mask"] = spaces.Box(0, 1, mask.shape, np.int8)
        return spaces.Dict(parts)

    def _deal(self) -> None:
        self._number += 1
        self._hands = np.array(deal(self.rules.deck, self._seed, self._number, len(self.agents)), np.uint8)

    def _observations(self, over: bool = False) -> dict[str, Observation]:
        return {agent: self._observe(hand, over) for agent, hand in zip(self.agents, self._hands, strict=True)}

    def _observe(self, hand: Cards, over: bool) -> Observation:
        seen: Observation = {"hand": hand.copy(), "observation": card_counts(hand[np.newaxis])[0]}
        mask = self._encoding.mask(hand)
        if mask is not None:
            seen["action_mask"] = mask
        return {key: np.zeros_like(part) for key, part in seen.items()} if over else seen

    def _evaluate(self, action: Action) -> Hand:
        if isinstance(action, Arrangement):
            return evaluate(self.rules, action.cards(), action.decline)
        return FORFEITED


def _info(hand: Hand) -> dict[str, Any]:
    return {"outcome": hand.outcome, "special": hand.special}


def _line(agent: str, action: Action, hand: Hand, water: int) -> str:
    rows = "no rows"
    if isinstance(action, Arrangement):
        rows = " / ".join(" ".join(row) for row in (action.front, action.middle, action.back))
    return f"{agent}  {rows}  {hand.special or hand.outcome}  {water:+d}"
