"""A match on a host of its own: `python -m tests.arena.remote.host` reads the job, plays it, writes the result."""

import sys
from pathlib import Path

import msgspec

from arena.records.job import MatchJob
from arena.referee.process import play_match
from arena.system.processes import become_subreaper

if __name__ == "__main__":
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=MatchJob)
    become_subreaper()
    result = play_match(job, Path(job.log_folder) / "match.log", lambda news: None)
    sys.stdout.buffer.write(msgspec.msgpack.encode(result))
