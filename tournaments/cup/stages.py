"""The `[[stages]]` tables of a tournament file as formats, and whether they can follow each other."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arena.errors import ArenaError
from protocol.text import Listed, Said, did_you_mean
from protocol.typed import convert
from tournaments.formats.keys import StageFormat
from tournaments.formats.registry import ALSO_CALLED, FORMATS


def format_from(data: Mapping[str, Any], source: str) -> StageFormat:
    """Return the format that one `[[stages]]` table describes.

    Raises ArenaError or TypedError whose message starts with `source`.
    """
    name = data.get("format")
    if name is None:
        raise ArenaError("{source}: format: missing; one of {formats}", source=source, formats=Listed(FORMATS))
    kind = FORMATS.get(str(name))
    if kind is None:
        known = ALSO_CALLED.get(str(name), str(name))
        advice = did_you_mean(known, FORMATS) or Said("one of {formats}", formats=Listed(FORMATS))
        raise ArenaError('{source}: format: unknown format "{name}"; {advice}', source=source, name=name, advice=advice)
    found = convert(data, kind, source)
    fault = found.fault()
    if fault is not None:
        raise ArenaError("{source}: {fault}", source=source, fault=fault)
    return found


def fields(stages: Sequence[StageFormat], count: int) -> Iterator[tuple[StageFormat, int]]:
    """Yield each format with the number of bots that enter it, `count` of them the first."""
    for stage in stages:
        yield stage, count
        count = stage.qualifiers(count)


def impossible(stages: Sequence[StageFormat], count: int) -> Said | None:
    """Return why the formats cannot follow each other with `count` bots, as `stages[i]: key: words`, or None."""
    last = len(stages) - 1
    for index, (stage, field) in enumerate(fields(stages, count)):
        fault = stage.refuses(field)
        if fault is None:
            fault = stage.cannot_end() if index == last else stage.cannot_lead_to(f"stages[{index + 1}]", field)
        if fault is not None:
            return Said("stages[{index}]: {fault}", index=index, fault=fault)
    return None
