"""A bot as a process: start it, watch it, cap its output, end it."""

import json
import os
import select
import shlex
import signal
import subprocess
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from arena.errors import ArenaError, MachineFault
from arena.isolation.cell import Cell
from arena.isolation.spawn import spawn
from arena.records.job import MatchJob
from arena.seats.last_words import KEPT_LINES, MOST_LINES, last_words, says_something
from arena.system.faults import is_of_machine
from arena.system.file_names import plain_file_name
from arena.system.private_file import open_private
from arena.system.processes import kill_session
from protocol.text import Said, harmless

LOG_LIMIT: Final = 256 * 1024
"""How many bytes of a bot's output a match keeps. The rest is read and dropped, so that the bot never blocks."""
_READ_SIZE: Final = 64 * 1024
_LAST_READS: Final = 16
_KEPT_BYTES: Final = 16 * 1024
"""How much of one read is looked through for the last lines."""


class BotLog:
    """A bot's standard output and error over a match, capped at `limit` bytes.

    The file can be shown on any terminal: it is UTF-8, and what a terminal would obey is written as an escape.
    """

    def __init__(self, path: Path, limit: int = LOG_LIMIT) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = open_private(path)
        self._limit = self._left = limit
        self._decoder = getincrementaldecoder("utf-8")("backslashreplace")

    def write(self, data: bytes) -> None:
        """Append what fits."""
        self._append(self._decoder.decode(data))

    def _append(self, text: str) -> None:
        if self._left <= 0:
            return
        data = harmless(text).encode()
        self._file.write(data[: self._left])
        self._left -= len(data)
        if self._left <= 0:
            self._file.write(b"\n[output beyond %d KiB was dropped]\n" % (self._limit // 1024))

    def note(self, request: int, text: str) -> None:
        """Append the note that came with an answer, on one line."""
        self.write(f"[note with answer {request}] {json.dumps(text, ensure_ascii=False)}\n".encode())

    def close(self) -> None:
        self._append(self._decoder.decode(b"", final=True))
        self._file.close()


def log_path(job: MatchJob, bot: int) -> Path:
    """Return the file for a bot's output in a match."""
    return Path(job.log_folder) / log_name(job.match, bot, job.bots[bot].name)


def log_name(match: str, bot: int, name: str) -> str:
    """Return the file name for the bot at index `bot` of a match."""
    return f"{match}-{bot + 1}-{plain_file_name(name)}.log"


class BotProcess:
    """One start of the bot of `cell`. Poll the descriptors in `watched`, and call `attend` with each that is readable.
    `mine` are the variables that the arena adds to the bot's environment.
    """

    def __init__(self, cell: Cell, mine: Mapping[str, str], log: BotLog) -> None:
        program = cell.program
        try:
            fitted = cell.fit(cell.environment(mine))
            self._process = spawn(fitted, cell.folder, cell.limits.open_files, subprocess.PIPE, subprocess.PIPE)
        except (OSError, subprocess.SubprocessError) as error:
            kind = MachineFault if is_of_machine(error) else ArenaError
            raise kind(
                "{name}: cannot start {command}: {error}",
                name=program.name,
                command=shlex.join(program.command),
                error=error,
            ) from None
        self._cell = cell
        self._group = fitted.group
        self._watch = cell.watch(self._process.pid, self._group)
        self._exceeded = ""
        self._log = log
        self._tail: deque[str] = deque(maxlen=KEPT_LINES)
        self._partial = b""
        self._outputs = {_unblocked(self._process.stdout), _unblocked(self._process.stderr)}
        self._errors = self._process.stderr.fileno() if self._process.stderr else -1
        self._pidfd = os.pidfd_open(self._process.pid)
        self.exited = False
        self.status = 0
        self.processor_ms = 0

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def watched(self) -> set[int]:
        return self._outputs | ({self._pidfd} if not self.exited else set())

    def attend(self, descriptor: int) -> bool:
        """Read some output, or take in the exit. Return False if the descriptor needs no more watching."""
        if descriptor == self._pidfd:
            self._reap()
            return False
        return self._drain(descriptor)

    def terminate(self) -> None:
        self._signal(signal.SIGTERM)

    def guard(self, now: float) -> None:
        """End the bot if its processes together are over a limit; `now` is in seconds."""
        if self.exited or self._exceeded:
            return
        try:
            self._exceeded = self._watch.exceeded(now)
        except Exception as error:  # whatever a bot has made must not end the referee
            self._exceeded = f"it could not be watched: {error}"
        if self._exceeded:
            self._kill_all()

    def holds(self, pid: int) -> bool:
        """Whether that is one of its processes."""
        return any(process.pid == pid for process in self._watch.look())

    def measure(self) -> None:
        """Note the processor time so far: for a sandboxed bot the system cannot tell it after the end."""
        if not self.exited:
            self._watch.look()

    def kill(self) -> None:
        """Kill the process, its session and its group now, and wait for the process."""
        if self._group is not None:
            self._group.kill()
        kill_session(self._process.pid)
        self._signal(signal.SIGKILL)
        self._reap(block=True)

    def close(self) -> None:
        """Kill what still runs, keep the rest of its output, close the descriptors."""
        ended_itself = self.exited
        self.kill()
        for descriptor in tuple(self._outputs):
            # no more than a pipe holds: an escaped grandchild may still be writing
            for _ in range(_LAST_READS):
                if not (select.select([descriptor], [], [], 0)[0] and self._drain(descriptor)):
                    break
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        os.close(self._pidfd)
        if ended_itself and (denied := self._denied()) is not None:
            self._log.write(f"[{denied}]\n".encode())

    def describe_exit(self) -> str:
        """Say how the process ended, with its last lines on standard error, after what the sandbox refused it."""
        denied = self._denied()
        end = self._end()
        return str(end if denied is None else Said("{denied}; {end}", denied=denied, end=end))

    def _denied(self) -> Said | None:
        """What is closed to bots that explains the end."""
        return self._cell.denied("\n".join(self._last_lines()[-MOST_LINES - 1 :])) if self.status else None

    def _end(self) -> Said:
        last = self._cell.as_submitted(last_words(self._last_lines()))
        if self.status < 0:
            name = signal.Signals(-self.status).name
            if last:
                return Said("the process ended by {signal}: {last_words}", signal=name, last_words=last)
            return Said("the process ended by {signal}", signal=name)
        if last:
            return Said("the process ended with status {status}: {last_words}", status=self.status, last_words=last)
        return Said("the process ended with status {status}", status=self.status)

    def describe_limit(self) -> str:
        """Say which limit of its cell ended it; empty if none did. Call it after `close`."""
        last = "\n".join(self._last_lines()[-MOST_LINES - 1 :])
        return self._exceeded or self._cell.limit_reached(self.status, last, self._group)

    def _last_lines(self) -> list[str]:
        return [*self._tail, self._partial.decode(errors="replace")]

    def _kill_all(self) -> None:
        """Kill all, without waiting: freeing much memory takes long, and other bots' clocks are running."""
        if self._group is not None:
            self._group.kill()
        else:
            for process in self._watch.look():
                with suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGKILL)
        kill_session(self._process.pid)

    def _signal(self, number: int) -> None:
        if not self.exited:
            os.kill(self._process.pid, number)

    def _reap(self, block: bool = False) -> None:
        if self.exited:
            return
        pid, status, usage = os.wait4(self._process.pid, 0 if block else os.WNOHANG)
        if pid:
            self.exited = True
            self._process.returncode = os.waitstatus_to_exitcode(status)
            self.status = self._cell.own_status(self._process.returncode)
            self.processor_ms = max(round((usage.ru_utime + usage.ru_stime) * 1000), self._watch.processor_ms)

    def _drain(self, descriptor: int) -> bool:
        """Read once; False at the end of the output."""
        if descriptor not in self._outputs:
            return False
        try:
            data = os.read(descriptor, _READ_SIZE)
        except BlockingIOError:
            return True
        if not data:
            self._outputs.discard(descriptor)
            return False
        self._log.write(data)
        if descriptor == self._errors:
            *whole, self._partial = (self._partial + data[-_KEPT_BYTES:]).split(b"\n")
            lines = (line.decode(errors="replace") for line in whole)
            self._tail.extend(line for line in lines if says_something(line))
        return True


def _unblocked(stream: IO[bytes] | None) -> int:
    assert stream is not None
    os.set_blocking(stream.fileno(), False)
    return stream.fileno()
