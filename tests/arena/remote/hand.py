"""A bot that says which round it is asked for and waits, where it is told to, for a word before it answers."""

import os
import sys
from typing import Any

from protocol.sdk import Bot


class Waiting(Bot):
    def arrange(self, hand: list[str], table: Any) -> Any:
        if table.round == int(os.environ["WAITS_IN_ROUND"]):
            print(f"round {table.round}", flush=True)
            sys.stdin.readline()
        return hand[:3], hand[3:8], hand[8:]


Waiting().run()
