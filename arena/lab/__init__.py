"""Play without processes, for training: rounds by the hundred thousand, hands and arrangements as arrays.

`simulate` plays rounds between Python callables, `candidates` lists what can be laid, `features` describes it in
numbers and `expected_water` values it against given opponents. `arena.lab.environment` is the same game for PettingZoo;
it needs the extra `lab`, and nothing else imports it. `docs/train-a-bot.md` trains a bot with them.
"""

from arena.lab.description import FEATURES, card_counts, features
from arena.lab.duplicate import simulate_duplicate
from arena.lab.numbering import lay, layouts
from arena.lab.opponents import greedy
from arena.lab.play import simulate
from arena.lab.players import Batched, Laid, Player, WrongAnswer
from arena.lab.shortlist import Candidates, candidates
from arena.lab.worth import Worth, expected_water

__all__ = [
    "FEATURES",
    "Batched",
    "Candidates",
    "Laid",
    "Player",
    "Worth",
    "WrongAnswer",
    "candidates",
    "card_counts",
    "expected_water",
    "features",
    "greedy",
    "lay",
    "layouts",
    "simulate",
    "simulate_duplicate",
]
