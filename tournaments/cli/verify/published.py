"""What was printed and published, against the record."""

from collections.abc import Iterator
from pathlib import Path

from protocol.text import Said
from tournaments.layout import COMMITMENT, EVENTS
from tournaments.reports.published import Published, compare_reports
from tournaments.results.unreadable import ANY_FAULT, words_of
from tournaments.run.commitment import published_in
from tournaments.run.event_log.checking import event_differences
from tournaments.store.cups import Header
from tournaments.store.store import Store


def published(folder: Path, printed: dict[str, str | None]) -> Published:
    """Compare what was printed, the reports and the events with the record, as far as it can be read."""
    differences: list[Said] = []
    try:
        with Store.read(folder) as store:
            differences += _printed(store.header(), printed)
            if (made := published_in(folder)) is not None and made.commitment != store.header().commitment:
                differences.append(
                    Said(
                        "{file}: a commitment to {made}; the record has {recorded}",
                        file=COMMITMENT,
                        made=made.commitment,
                        recorded=store.header().commitment,
                    )
                )
            found = compare_reports(store)
            differences += found.differences
            if not (folder / EVENTS).exists():
                note = Said("{file}: not there, so not compared", file=EVENTS)
                return Published(differences, [*found.notes, note], found.compared)
            differences += event_differences(store)
            return Published(differences, found.notes, found.compared + 1)
    except ANY_FAULT as error:
        unreadable = Said("reports: cannot be compared: {fault}", fault=words_of(error))
        return Published([*differences, unreadable], [], 0)


def _printed(header: Header, printed: dict[str, str | None]) -> Iterator[Said]:
    for name, value in printed.items():
        recorded = getattr(header, name)
        if value is not None and recorded != value:
            yield Said(
                "{name}: published was {published}, recorded is {recorded}",
                name=name,
                published=value,
                recorded=recorded or Said("none"),
            )
