"""What isolation costs: a start of a bot and rounds a second at level 4, against level 0 in the same run."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from arena.bots.resolve import load_folder
from arena.isolation.cell import Cell
from arena.isolation.choice import Unavailable, attempt
from arena.isolation.level import Level
from arena.isolation.spawn import spawn
from arena.records.job import BotProgram, MatchSettings
from arena.records.limits import Limits
from benchmarks.figures import Figure
from benchmarks.referee import BOT, SEATS, match_rate

STRONGEST: Final = 4
MOST_MS: Final = 15


def figures(rounds: int = 3000, repeats: int = 21, starts: int = 60) -> Iterator[Figure]:
    """Pairs measured by turns, so that what else the machine does concerns both; nothing where there is no level 4."""
    with suppress(Unavailable), tempfile.TemporaryDirectory() as name:
        trusted, strongest = attempt(0), attempt(STRONGEST)
        folder = Path(name)
        folder.chmod(0o755)
        empty = _bot(folder / "empty", "")
        taken = [(start_ms(strongest, empty), start_ms(trusted, empty)) for _ in range(starts)]
        # what else the machine does only adds to a start, and more to one of several processes
        held, free = map(min, zip(*taken, strict=True))
        yield Figure(f"a start at level {STRONGEST}, beyond one at level 0", held - free, "ms", at_most=MOST_MS)
        bots = [_bot(folder / f"trivial{seat}", BOT.read_text()) for seat in range(SEATS)]
        rates = [(_rate(bots, rounds, STRONGEST), _rate(bots, rounds, 0)) for _ in range(repeats)]
        ratio = median(held / free for held, free in rates)
        rate = median(held for held, _ in rates)
        yield Figure(f"arena, bots at level {STRONGEST}", rate, "rounds/s", ratio, "of level 0", at_least=0.95)


def start_ms(level: Level, bot: BotProgram) -> float:
    """How long a bot takes that ends at once, from nothing until it has ended and its folders are removed."""
    began = perf_counter()
    cell = Cell(level, bot, Limits(), bot=0)
    fitted = cell.fit(cell.environment({}))
    process = spawn(fitted, cell.folder, cell.limits.open_files, subprocess.DEVNULL, subprocess.DEVNULL)
    assert process.wait() == 0
    cell.clear()
    return (perf_counter() - began) * 1000


def _rate(bots: list[BotProgram], rounds: int, level: int) -> float:
    return match_rate(bots, MatchSettings(rounds=rounds, duplicate=False, isolation=level))


def _bot(folder: Path, program: str) -> BotProgram:
    folder.mkdir()
    (folder / "bot.py").write_text(program)
    (folder / "bot.toml").write_text(f'name = "{folder.name}"\ncommand = ["python", "bot.py"]\n')
    return load_folder(folder)
