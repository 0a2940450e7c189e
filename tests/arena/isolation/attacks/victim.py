"""The rival of an attacker: `python -m tests.arena.isolation.attacks.victim ARRIVES_AFTER_S THINKS_MS`."""

import sys
import time

from tests.arena.referee.badbots.wire import Wire


def main(arrives_after: str, thinks: str) -> None:
    """Thinking is measured in processor time, as a bot's is that has something to work out."""
    time.sleep(float(arrives_after))
    wire = Wire()
    wire.join()
    while True:
        asked = wire.asked()
        until = time.process_time() + int(thinks) / 1000
        while time.process_time() < until:
            pass
        wire.answer(asked)


if __name__ == "__main__":
    main(*sys.argv[1:])
