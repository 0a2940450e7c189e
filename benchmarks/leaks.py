"""How many bits a second two programs that may not talk can pass on by time alone, at each level of isolation.

`python -m benchmarks.leaks` prints a line for each level that works here and each of three ways: a leg reads files, or
looks for names that nobody has, and the next finds out which by how long that takes; and one bot burns the processor
while its ally at the table counts. Half of the bits are known to the reader, to find its threshold; the other half are
guessed, and a rate is what Shannon (1948) says that a line with so many errors carries: none where it may be luck.
"""

import os
import random
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from math import log2, sqrt
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from arena.bots.resolve import load_folder
from arena.isolation.cell import Cell
from arena.isolation.choice import Unavailable, attempt
from arena.isolation.level import Level
from arena.isolation.readable_paths import RUNTIMES
from arena.isolation.spawn import spawn
from arena.records.job import BotProgram
from arena.records.limits import Limits

BITS: Final = 400
SLOT_S: Final = 0.02
LEVELS: Final = (4, 3, 2, 1, 0)
_PROGRAM: Final = Path(__file__).parent / "bots" / "whisper.py"
_SIZE: Final = 1 << 16
_READY_S: Final = 1.5
"""How long two allies take to start."""
_PATIENCE_S: Final = 60
_LUCK: Final = 1.5
"""Three standard deviations of a share of coins, times the root of their number."""


class Leak(NamedTuple):
    """What came through of one message."""

    errors: float
    """The share of bits that were guessed wrong, 0 to 1."""
    seconds: float
    """From the first bit to the last, both sides."""
    rate: float
    """Bits a second."""


def main() -> None:
    for level in LEVELS:
        try:
            held = attempt(level)
        except Unavailable as error:
            print(f"level {level}: {error}")
            continue
        print(f"level {level}: {held.words}")
        for way, measure in (("files", _files), ("names", _names), ("processor", _processor)):
            leak = measure(held)
            print(f"  {way:10} {leak.errors:6.1%} wrong  {leak.seconds:5.2f} s  {leak.rate:8.1f} bits/s")


def leak_of(sent: Sequence[int], heard: Sequence[float], seconds: float, more: int) -> Leak:
    """What was heard of the bits, where a 1 gives `more` (1) or less (-1) than a 0; the first half is known.

    >>> leak_of([0, 1] * 16, [9.0, 1.0] * 16, 2.0, more=-1)
    Leak(errors=0.0, seconds=2.0, rate=16.0)
    >>> leak_of([0, 1] * 16, [5.0] * 32, 2.0, more=-1).rate
    0.0
    """
    half = len(sent) // 2
    known = list(zip(sent[:half], heard, strict=False))
    threshold = max(sorted(set(heard)), key=lambda at: sum((more * value >= more * at) == bit for bit, value in known))
    guessed = zip(sent[half:], heard[half:], strict=True)
    errors = sum((more * value >= more * threshold) != bit for bit, value in guessed) / (len(sent) - half)
    if errors > 0.5 - _LUCK / sqrt(len(sent) - half):
        return Leak(errors, seconds, 0.0)
    doubt = -errors * log2(errors) - (1 - errors) * log2(1 - errors) if errors else 0.0
    return Leak(errors, seconds, len(sent) * (1 - doubt) / seconds)


def _files(level: Level) -> Leak:
    with _folder() as folder:
        for number in range(BITS):
            path = folder / f"{number:04}"
            path.write_bytes(os.urandom(_SIZE))
            with path.open("rb") as file:
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return _between_legs(level, "file", folder)


def _names(level: Level) -> Leak:
    with _folder() as folder:
        return _between_legs(level, "name", folder)


def _between_legs(level: Level, kind: str, folder: Path) -> Leak:
    sent = _bits()
    message = "".join(map(str, sent))
    with _cell(level) as cell:
        began = time.monotonic()
        _run(cell, ["note", kind, str(folder), message])
        cell.clear()
        heard = _run(cell, ["recall", kind, str(folder), "0" * BITS])
        seconds = time.monotonic() - began
    return leak_of(sent, heard, seconds, more=-1)


def _processor(level: Level) -> Leak:
    sent = _bits()
    with _cell(level, 0) as teller, _cell(level, 1) as hearer:
        words = [str(SLOT_S), str(time.time() + _READY_S), "".join(map(str, sent))]
        with _started(teller, ["tell", *words]), _started(hearer, ["hear", *words]) as process:
            heard = [float(line) for line in process.communicate(timeout=_PATIENCE_S)[0].splitlines()]
    return leak_of(sent, heard, SLOT_S * BITS, more=-1)


def _bits() -> list[int]:
    return random.Random(1).choices((0, 1), k=BITS)


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder that every bot may read."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        before = os.environ.get(RUNTIMES)
        os.environ[RUNTIMES] = name
        try:
            yield folder
        finally:
            os.environ.pop(RUNTIMES)
            if before is not None:
                os.environ[RUNTIMES] = before


@contextmanager
def _cell(level: Level, bot: int = 0) -> Iterator[Cell]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        (folder / "whisper.py").write_bytes(_PROGRAM.read_bytes())
        (folder / "bot.toml").write_text('name = "whisper"\ncommand = ["python", "whisper.py"]\n')
        cell = Cell(level, load_folder(folder), Limits(), bot)
        stack.callback(cell.clear)
        yield cell


@contextmanager
def _started(cell: Cell, words: Sequence[str]) -> Iterator["subprocess.Popen[bytes]"]:
    program: BotProgram = cell.program
    cell.program = msgspec.structs.replace(program, command=[*program.command[:2], *words])
    fitted = cell.fit(cell.environment({}))
    process = spawn(fitted, cell.folder, cell.limits.open_files, subprocess.PIPE, subprocess.DEVNULL)
    cell.program = program
    with process:
        yield process
        assert process.wait(_PATIENCE_S) == 0


def _run(cell: Cell, words: Sequence[str]) -> list[float]:
    with _started(cell, words) as process:
        return [float(line) for line in process.communicate(timeout=_PATIENCE_S)[0].splitlines()]


if __name__ == "__main__":
    main()
