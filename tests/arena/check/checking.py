"""`arena check` as a command, for tests: it takes in orphans, so it has to be a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.places import ROOT


class Checked(NamedTuple):
    """What the command printed and how it ended."""

    status: int
    output: str
    errors: str

    @property
    def document(self) -> dict[str, Any]:
        document = json.loads(self.output)
        assert isinstance(document, dict)
        return document

    @property
    def steps(self) -> dict[str, dict[str, Any]]:
        return {step["name"]: step for step in self.document["steps"]}

    def named(self, outcome: str) -> list[str]:
        """The steps of that outcome."""
        return [name for name, step in self.steps.items() if step["outcome"] == outcome]


PIPES: Final[dict[str, Any]] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}


def command_for(bot: str, logs: Path, *options: str) -> list[str]:
    """The words that check `bot`."""
    return [sys.executable, "-c", "from arena.cli import main; main()", "check", bot, "--logs", str(logs), *options]


def check(bot: str, logs: Path, *options: str, folder: Path = ROOT) -> Checked:
    done = subprocess.run(
        command_for(bot, logs, *options),
        cwd=folder,
        env={**os.environ, "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return Checked(done.returncode, done.stdout, done.stderr)


def check_bad_bot(words: str, logs: Path, *options: str) -> Checked:
    return check(f"python -m tests.arena.referee.badbots {words}", logs, "--json", *options)


def write_bot(folder: Path, body: str) -> Path:
    """A bot's folder: `body` is the class `Flawed`, a bot with the SDK that begins from a good one."""
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "flawed"\ncommand = ["python", "bot.py"]\nrules = ["any"]\n')
    (folder / "bot.py").write_text(f"{_HEAD}\n\n{body}\n\nFlawed().run()\n")
    return folder


_HEAD = """
import os
import time

from protocol.sdk import Bot

RANKS = "23456789TJQKA"


class Good(Bot):
    event_detail = "full"

    def arrange(self, hand, table):
        cards = sorted(hand)
        return cards[:3], cards[3:8], cards[8:]
"""
