"""A bundle of logs for a bot's author: its own output, strikes and messages, and nothing of any other bot."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec

from arena.errors import ArenaError
from arena.records.result import Strike
from arena.referee.trace import read_trace
from arena.seats.process import log_name
from protocol.transcript import text_of
from tournaments.cup.cup import Cup
from tournaments.layout import LOGS, TRACE
from tournaments.results.transcripts import transcript_of
from tournaments.run.traced import traced_transcript
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

_README: Final = "README.txt"
_TRANSCRIPT: Final = "transcript.jsonl"
_MARK: Final = ", match by match.\n\nMATCH/output.log "
"""In the README of every bundle."""
_ABOUT: Final = """\
What {bot} did in the tournament "{cup}", match by match.

MATCH/output.log     what it wrote to standard output and error, and its notes
MATCH/strikes.jsonl  its strikes: leg and round (legs from 0, rounds from 1), reason code, what was wrong
MATCH/trace.jsonl    every message to it and from it, with microseconds; `arena trace FILE` shows it as a dialogue;
                     there only where the tournament file says trace = true under [match]
transcript.jsonl     what it answered and which heads of the chain of rounds it was told, from its messages where they
                     were kept, else from the record; at most {most} MiB, then it ends with a whole match

Keep transcript.jsonl: `arena verify DIR --transcript transcript.jsonl` says, answer by answer, whether a record that is
published later is still this one.
"""
MOST_BYTES: Final = 64 << 20
"""Of the transcript in a bundle."""


class Contents(NamedTuple):
    """What a bundle holds."""

    matches: int
    strikes: int
    noted: int
    """Matches in the transcript; it is as long as it may be where they are fewer."""


def write_bundle(folder: Path, bot: str, file: Path) -> Contents:
    """Write the logs of `bot` from the tournament in `folder` to the ZIP file `file`.

    Raises ArenaError when there is no such tournament or bot, or the file cannot be written.
    """
    with Store.read(folder) as store:
        store.bot(bot)
        cup = store.cup()
        stored = (store.match(match) for match in store.match_ids())
        mine = [match for match in stored if match is not None and bot in match.seats]
    matches, strikes = 0, 0
    try:
        with ZipFile(file, "w", ZIP_DEFLATED) as bundle:
            bundle.writestr(_README, _ABOUT.format(bot=bot, cup=cup.name, most=MOST_BYTES >> 20))
            for match in mine:
                charged = _strikes(match, bot)
                for name, data in _parts(folder / LOGS / match.match, match, bot, charged):
                    bundle.writestr(f"{match.match}/{name}", data)
                matches, strikes = matches + 1, strikes + len(charged)
            noted = _add_transcript(bundle, (_transcript(folder, cup, match, bot) for match in mine))
    except OSError as error:
        raise ArenaError("{file}: cannot be written: {strerror}", file=file, strerror=error.strerror) from None
    return Contents(matches, strikes, noted)


def is_bundle(file: Path) -> bool:
    """Return whether the file is a bundle that `write_bundle` wrote."""
    try:
        with ZipFile(file) as bundle:
            return _MARK in bundle.read(_README).decode()
    except (BadZipFile, KeyError, NotImplementedError, RuntimeError, UnicodeDecodeError, zlib.error):
        return False


def _parts(logs: Path, match: StoredMatch, bot: str, strikes: list[Strike]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of one match by name, without logs that were moved or deleted."""
    output = logs / log_name(match.match, match.seats.index(bot), bot)
    if output.is_file():
        yield "output.log", output.read_bytes()
    yield "strikes.jsonl", _lines(strikes)
    if (logs / TRACE).is_file():
        yield TRACE, _lines([line for line in read_trace(logs / TRACE) if line.bot == bot])


def _add_transcript(bundle: ZipFile, matches: Iterable[Iterator[dict[str, Any]]]) -> int:
    """Write the transcript, match by match, as long as it is not too long; return how many are in it."""
    written, left = 0, MOST_BYTES
    with bundle.open(_TRANSCRIPT, "w") as file:
        for lines in matches:
            data = bytearray()
            for line in lines:
                data += text_of(line).encode()
                if len(data) > left:
                    return written
            file.write(data)
            left -= len(data)
            written += 1
    return written


def _transcript(folder: Path, cup: Cup, match: StoredMatch, bot: str) -> Iterator[dict[str, Any]]:
    trace = folder / LOGS / match.match / TRACE
    if trace.is_file():
        return traced_transcript(line for line in read_trace(trace) if line.bot == bot)
    return transcript_of(cup, match, bot)


def _strikes(match: StoredMatch, bot: str) -> list[Strike]:
    number = match.seats.index(bot)
    return [strike for strike in match.result.strikes if strike.bot == number]


def _lines(values: Sequence[msgspec.Struct]) -> bytes:
    return b"".join(msgspec.json.encode(value) + b"\n" for value in values)
