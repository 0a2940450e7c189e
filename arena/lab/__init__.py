"""Play without processes, for training: rounds by the hundred thousand, hands and arrangements as arrays.

`simulate` plays rounds between Python callables, `candidates` lists what can be laid, `features` describes it in
numbers and `expected_water` values it against given opponents. `arena.lab.environment` is the same game for PettingZoo;
it needs the extra `lab`, and nothing else imports it. `docs/train-a-bot.md` trains a bot with them.
"""

from arena.lab.duplicate import simulate_duplicate
from arena.lab.play import simulate
from arena.lab.players import Batched, Laid

__all__ = ["Batched", "Laid", "simulate", "simulate_duplicate"]
