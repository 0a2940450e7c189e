"""Whether the end of a tournament follows from its matches, and its seal from everything stored."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from protocol.text import Said
from tournaments.results.final import KEPT_SINCE, final_parts, part_from
from tournaments.results.summary import recompute
from tournaments.results.unreadable import ANY_FAULT, words_of
from tournaments.store.encoding import DamagedRecord
from tournaments.store.store import Store

_PARTS: Final = {
    "leagues": Said("final leagues"),
    "ratings": Said("final ratings"),
    "stages": Said("final stages"),
    "standings": Said("final standings"),
}


def end_differences(store: Store, checked: Counter[Said]) -> Iterator[Said]:
    """Recompute what the end decided, and the seal."""
    header, stored = store.header(), store.final()
    if header.seal is None:
        if header.finished is not None or stored:
            yield Said("seal: missing")
        return
    if header.finished is None:
        yield Said(
            "end: sealed but not marked as finished: either the run died, and one more run sets the marker, "
            "or the marker was removed"
        )
    try:
        recomputed = final_parts(recompute(store).final)
    except ANY_FAULT as error:
        yield Said("end: cannot be recomputed: {fault}", fault=words_of(error))
        return
    for part in sorted(stored.keys() | recomputed.keys() - KEPT_SINCE):
        checked[_PARTS.get(part, Said("final {part}", part=part))] += 1
        yield from _part(part, stored.get(part), recomputed.get(part))
    if header.finished is None:
        return  # the seal includes the time that the marker would give
    checked[Said("seal")] += 1
    if store.recomputed_seal(header.finished) != header.seal:
        yield Said("seal: a stored value has been changed since the end")


def _part(part: str, stored: str | None, recomputed: Any) -> Iterator[Said]:
    if stored is None:
        yield Said("{part}: missing", part=part)
        return
    if recomputed is None:
        yield Said("{part}: unknown", part=part)
        return
    try:
        kept = _plain(part_from(part, stored))
    except DamagedRecord as error:
        yield Said("{part}: {fault}", part=part, fault=words_of(error))
        return
    plain = _plain(recomputed)
    if part == "ratings":
        # in words what is in the figures; the seal holds them as they were said
        kept.pop("warnings", None)
        plain.pop("warnings", None)
    if kept != plain:
        place, before, now = first_difference(kept, plain)
        yield Said(
            "{part}: stored {place} {stored}, recomputed {recomputed}",
            part=part,
            place=place or Said("value"),
            stored=_short(before),
            recomputed=_short(now),
        )


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def first_difference(stored: Any, recomputed: Any, place: str = "") -> tuple[str, Any, Any]:
    """Return where two different plain values first differ, and the value of each there.

    >>> first_difference({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]})
    ('b[1]', 2, 3)
    """
    if isinstance(stored, dict) and isinstance(recomputed, dict) and stored.keys() == recomputed.keys():
        key = next(key for key in stored if stored[key] != recomputed[key])
        return first_difference(stored[key], recomputed[key], f"{place}.{key}".lstrip("."))
    if isinstance(stored, list) and isinstance(recomputed, list) and len(stored) == len(recomputed):
        index = next(index for index, value in enumerate(stored) if value != recomputed[index])
        return first_difference(stored[index], recomputed[index], f"{place}[{index}]")
    return place, stored, recomputed


def _short(value: Any) -> Said | str:
    if isinstance(value, dict):
        return Said("with {keys}", keys=", ".join(value))
    return repr(value) if not isinstance(value, list) else Said("a list of {number}", number=len(value))
