"""Run one bad bot by its name."""

import sys

from tests.arena.referee.badbots import answers, arrivals, frames, hostile, processes

if __name__ == "__main__":
    name = sys.argv[1].replace("-", "_")
    for module in (arrivals, answers, frames, hostile, processes):
        if name in vars(module):
            vars(module)[name](*sys.argv[2:])
            break
    else:
        raise SystemExit(f"no bad bot is called {sys.argv[1]}")
