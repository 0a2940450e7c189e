"""The `[match]` table of a tournament file; the options of `arena play` set the same keys."""

import re
from typing import Annotated, Final

import msgspec

from arena.errors import ArenaError
from arena.records.job import NEWEST_DRAWS, Count, MatchKeys, MatchSettings
from arena.records.limits import Limits
from protocol.text import OR, Listed, Said

_DURATIONS: Final = ["500ms", "2s", "10m", "1h"]
_SIZES: Final = ["256KiB", "512MiB", "2GiB"]
"""One of each unit, for error messages."""
Duration = Annotated[str, msgspec.Meta(description="a duration", examples=_DURATIONS)]
Size = Annotated[str, msgspec.Meta(description="a size", examples=_SIZES)]
_MILLISECONDS: Final = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}
_KIBIBYTES: Final = {"KiB": 1, "MiB": 1 << 10, "GiB": 1 << 20}
_LEAST_GRACE_MS: Final = 50
_MOST_MS: Final = 24 * 3600 * 1000
_MOST_KIB: Final = 1 << 40


def milliseconds(duration: str, key: str) -> int:
    """Return a duration such as `500ms`, `1.5s`, `2m` or `1h`, at most a day, in whole milliseconds.

    Raises ArenaError, which names `key`, for anything else.

    >>> milliseconds("1.5s", "decision")
    1500
    """
    whole = milliseconds_of(duration)
    if whole is None:
        raise ArenaError("{key}: {fault}", key=key, fault=no_duration(duration))
    return whole


def milliseconds_of(duration: str) -> int | None:
    """Return a duration in whole milliseconds, or None when the text is none."""
    found = re.fullmatch(r"(\d{1,12}(?:\.\d{1,12})?)\s*(ms|s|m|h)", duration.strip())
    whole = round(float(found[1]) * _MILLISECONDS[found[2]]) if found is not None else -1
    return whole if 0 <= whole <= _MOST_MS else None


def no_duration(text: str) -> Said:
    """Say that a text is not a duration, and what one looks like."""
    return Said(
        'expected a duration such as {examples}, at most a day, got "{given}"',
        examples=_either(_DURATIONS),
        given=text,
    )


def default_grace(decision_ms: int) -> int:
    """Return the grace where none is given: transport takes 50 ms on a busy machine; longer limits get more."""
    return max(_LEAST_GRACE_MS, decision_ms // 10)


def kibibytes(size: str, key: str) -> int:
    """Return a size such as `256KiB`, `512MiB` or `1.5GiB`, at most a million GiB, in whole KiB.

    Raises ArenaError, which names `key`, for anything else.

    >>> kibibytes("1.5MiB", "memory")
    1536
    """
    found = re.fullmatch(r"(\d{1,20}(?:\.\d{1,12})?)\s*(KiB|MiB|GiB)", size.strip())
    whole = round(float(found[1]) * _KIBIBYTES[found[2]]) if found is not None else -1
    if not 0 <= whole <= _MOST_KIB:
        most = f"{_MOST_KIB // _KIBIBYTES['GiB']}GiB"
        raise ArenaError(
            '{key}: expected a size such as {examples}, at most {most}, got "{given}"',
            key=key,
            examples=_either(_SIZES),
            most=most,
            given=size[:60],
        )
    return whole


def _either(examples: list[str]) -> Said:
    return Listed((f'"{example}"' for example in examples), OR)


class LimitsSection(msgspec.Struct, frozen=True):
    """The `[match.limits]` table: the limits of one start of a bot, for all of its processes together."""

    memory: Size = "512MiB"
    processor: Duration = "60m"
    processes: Count = 64
    open_files: Count = 256
    scratch: Size = "64MiB"
    output: Size = "256KiB"

    def limits(self, source: str) -> Limits:
        """Return the limits; errors begin with `source` and name the key."""
        place = f"{source}: match.limits"
        return Limits(
            memory_mib=_at_least(32, kibibytes(self.memory, f"{place}.memory") // 1024, f"{place}.memory", "MiB"),
            processor_s=_at_least(
                1, milliseconds(self.processor, f"{place}.processor") // 1000, f"{place}.processor", "s"
            ),
            processes=_at_least(1, self.processes, f"{place}.processes", ""),
            open_files=_at_least(16, self.open_files, f"{place}.open_files", ""),
            scratch_mib=_at_least(1, kibibytes(self.scratch, f"{place}.scratch") // 1024, f"{place}.scratch", "MiB"),
            output_kib=_at_least(1, kibibytes(self.output, f"{place}.output"), f"{place}.output", "KiB"),
        )


def _at_least(least: int, given: int, key: str, unit: str) -> int:
    if given < least:
        raise ArenaError("{key}: expected at least {least}{unit}", key=key, least=least, unit=unit)
    return given


class MatchSection(MatchKeys, frozen=True):
    """The `[match]` table: how the matches of a tournament are played; `docs/run-a-cup.md` explains each key."""

    decision: Duration = "1s"
    grace: Duration | None = None
    bank: Duration = "0s"
    startup: Duration = "10s"
    limits: LimitsSection = LimitsSection()

    def settings(self, source: str) -> MatchSettings:
        """Return the settings of a match; errors begin with `source` and name the key."""
        decision = milliseconds(self.decision, f"{source}: match.decision")
        if decision < 1:
            raise ArenaError("{source}: match.decision: expected at least 1ms", source=source)
        grace = default_grace(decision) if self.grace is None else milliseconds(self.grace, f"{source}: match.grace")
        return MatchSettings(
            decision_ms=decision,
            grace_ms=grace,
            bank_ms=milliseconds(self.bank, f"{source}: match.bank"),
            startup_ms=milliseconds(self.startup, f"{source}: match.startup"),
            limits=self.limits.limits(source),
            draws=NEWEST_DRAWS,
            **{key: getattr(self, key) for key in MatchKeys.__struct_fields__},
        )
