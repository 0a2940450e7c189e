"""Attack while playing well: early attacks before the hello, the others when first asked.

The first argument is a mark by which a test finds the processes of one attacker.
"""

import sys

from tests.arena.isolation.attacks import allies, clutter, files, memories, network, processes, resources
from tests.arena.referee.badbots.wire import Wire

MODULES = (allies, clutter, files, memories, network, processes, resources)
EARLY = {"opens_a_rivals_socket"}


def run(words: str) -> None:
    """One attack, by its name; what it raises is how it was held, and using up the machine is not to be survived."""
    name, _, argument = words.partition("=")
    module = next(module for module in MODULES if hasattr(module, name))
    try:
        done = getattr(module, name)(*([argument] if argument else []))
    except OSError as error:
        if module is resources:
            raise
        print(f"{name}: held: {error}", flush=True)
    else:
        print(f"{name}: got through: {done}" if done else f"{name}: held: found nothing", flush=True)


if __name__ == "__main__":
    attacks = sys.argv[2:]
    early = [words for words in attacks if words.partition("=")[0] in EARLY]
    for attack in early:
        run(attack)
    wire = Wire()
    wire.join()
    asked = wire.asked()
    for attack in attacks:
        if attack not in early:
            run(attack)
    wire.answer(asked)
    wire.play_on()
