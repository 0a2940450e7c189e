"""Bots made ready to run: built in a copy, where this machine has what they are built with."""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from arena.bots.resolve import BotFile
from arena.records.manifest import BOT_FILE
from protocol.typed import convert, read_toml

NEEDED: Final = {
    "JavaScript": ["node --version", "npm --version"],
    "Rust": ["cargo --version"],
    "Go": ["make --version", "go version"],
    "Java": ["javac --release 17 -version"],
    "C++": ["make --version", "g++ -E -include zmq.h -include nlohmann/json.hpp -x c++ -"],
}
"""What has to succeed before a bot of that language can be built."""
FETCH: Final = {"JavaScript": ["npm", "ci"]}
"""How the packages of a bot are fetched that has no build."""
UNREACHABLE: Final = re.compile("ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED")


def ready(bot: Path, folder: Path) -> Path:
    """The bot's folder, or where it has to be built, a copy below `folder`; skips the test where it cannot be."""
    file = convert(read_toml(bot / BOT_FILE), BotFile, bot.name)
    command = file.build.command if file.build else FETCH.get(file.language)
    copy = folder / bot.name
    if command is None or copy.exists():
        return copy if command else bot
    for need in NEEDED[file.language]:
        if not shutil.which(need.split()[0]) or run(need.split(), folder).returncode != 0:
            pytest.skip(f"{bot.name}: this machine cannot {need}")
    shutil.copytree(
        bot, copy, ignore=shutil.ignore_patterns("node_modules", *(file.build.output if file.build else []))
    )
    built = run(command, copy)
    if built.returncode != 0 and UNREACHABLE.search(built.stderr):
        shutil.rmtree(copy)
        pytest.skip(f"{bot.name}: {' '.join(command)} reached no package registry")
    assert built.returncode == 0, built.stderr
    return copy


def run(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    program = sys.executable if command[0] == "python" else command[0]
    return subprocess.run(
        [program, *command[1:]], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
