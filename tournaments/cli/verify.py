"""`arena verify`: recompute a tournament from its record, and hold against it what was published."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from arena.cli.command import command
from arena.cli.terminal.sheet_text import padded
from arena.errors import UsageError
from arena.language import _, counted, told
from protocol.text import Counted, Said
from tournaments.cli.ratings import tournament_results
from tournaments.layout import COMMITMENT, EVENTS
from tournaments.reports.published import Published, compare_reports
from tournaments.reports.ratings import alliances
from tournaments.results.unreadable import ANY_FAULT, words_of
from tournaments.results.verify.noted import read_transcript
from tournaments.results.verify.transcript import Compared, compare_transcript
from tournaments.results.verify.whole import verify as recompute
from tournaments.run.commitment import published_in
from tournaments.run.event_log.checking import event_differences
from tournaments.run.stopping import StopRequest
from tournaments.store.cups import Header
from tournaments.store.store import Store

_WIDEST: Final = 32
_HASH: Final = re.compile(r"[0-9a-f]{64}")


@command(
    short_help="Recompute a tournament from its record.",
    epilog="""\b
Examples:
  arena verify runs/demo
  arena verify runs/demo --commitment HEX --seal HEX
  arena verify runs/demo --transcript ada.jsonl
  arena verify runs/demo --replay --sample 5%
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--commitment", metavar="HEX", help="As printed when it began.")
@click.option("--seal", metavar="HEX", help="As its report said when it was over.")
@click.option(
    "--transcript",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What a bot noted for itself; see docs/deals.md.",
)
@click.option("--replay", is_flag=True, help="Have the bots play again, and compare answer by answer.")
@click.option("--sample", metavar="SHARE", help="For --replay: the share of the matches, such as 5%; default all.")
@click.option("--jobs", type=click.IntRange(1, 1000), metavar="N", help="For --replay: matches at once.")
def verify(
    folder: Path,
    commitment: str | None,
    seal: str | None,
    transcript: Path | None,
    replay: bool,
    sample: str | None,
    jobs: int | None,
) -> None:
    """Recompute the tournament in DIR from its record alone and print every difference.

    Recomputes deal seeds from the secret, hands from the seeds, water from what the bots did, who advanced, and the
    ratings; looks for what cannot have happened; and compares the reports and events in DIR with the record. What was
    printed or published elsewhere binds the organizer too: give it with --commitment and --seal. The exit status is 1
    if anything differs. Bots that may have played as allies are named besides.

    With --replay the bots of the record, unchanged, play its deals again, held at level 3 of isolation or stronger.
    What is done is kept for you, so the same command resumes.
    """
    for option, given in {"--sample": sample, "--jobs": jobs}.items():
        if given is not None and not replay:
            raise UsageError("{option}: only with --replay", option=option)
    share = 100.0 if sample is None else _share(sample)
    printed = {"commitment": _hash_of("--commitment", commitment), "seal": _hash_of("--seal", seal)}
    verdict = recompute(folder)
    state = Said("finished") if verdict.finished else Said("not finished")
    click.echo(_("{cup}: {state}; recomputed from {folder}", cup=verdict.name, state=state, folder=folder))
    published = _published(folder, printed)
    verdict.checked[Said("reports and event logs")] += published.compared
    if transcript is not None:
        compared = _transcript(folder, transcript)
        verdict.checked[Said("answers of the transcript")] += compared.answers
        verdict.differences.extend(compared.differences)
        published.notes.extend(compared.notes)
    for thing, count in verdict.checked.items():
        if count:
            click.echo(f"  {padded(told(thing), _WIDEST)} {count:>9,}")
    for note in published.notes:
        click.echo("  " + _("note: {note}", note=note))
    differences = [*verdict.differences, *published.differences]
    if replay:
        differences += _replayed(folder, share, jobs)
    for difference in differences:
        click.secho("  " + _("differs: {difference}", difference=difference), fg="red")
    if differences:
        click.secho(counted(len(differences), "{number} difference", "{number} differences"), fg="red")
        sys.exit(1)
    click.secho(_("everything agrees"), fg="green")
    for sentence in _alliances(folder):
        click.echo(told(sentence))


def _share(given: str) -> float:
    """Return a share in per cent. Raises UsageError when it is none."""
    found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?)\s*%?", given.strip())
    share = float(found[1]) if found is not None else 0.0
    if not 0 < share <= 100:
        raise UsageError('--sample: expected a share such as 5%, got "{given}"', given=given)
    return share


def _replayed(folder: Path, share: float, jobs: int | None) -> list[Said]:
    """Have matches played again and print what came of each; return what differs from the record."""
    with StopRequest() as stop, Store.read(folder) as store:
        from tournaments.run.director import Stopped  # noqa: PLC0415
        from tournaments.run.local import LocalExecutor  # noqa: PLC0415
        from tournaments.run.machine import default_slots  # noqa: PLC0415
        from tournaments.run.replaying import Replaying, chosen, differences_of, said_of  # noqa: PLC0415

        cup = store.cup()
        slots = jobs or default_slots(cup.settings(), cup.largest_table)
        matches = chosen(store, share)
        found: list[Said] = []
        click.echo(_("playing {matches} again", matches=Counted(len(matches), "{number} match", "{number} matches")))
        try:
            for each in Replaying(store, LocalExecutor(slots, stop), lambda: stop.requested).run(matches):
                click.echo(f"  {told(said_of(each))}")
                found += differences_of(store, each)
        except Stopped:
            click.echo(_("Stopped. The same command resumes."), err=True)
            sys.exit(1)
    return found


def _transcript(folder: Path, file: Path) -> Compared:
    with Store.read(folder) as store:
        return compare_transcript(store, read_transcript(file))


def _alliances(folder: Path) -> Iterator[Said]:
    # numpy and scipy take a third of a second to load, which `arena verify --help` need not wait for.
    from tournaments.ratings.allies import allies  # noqa: PLC0415
    from tournaments.ratings.choice_sets import tabulate_tables  # noqa: PLC0415

    return alliances(allies(*tabulate_tables(tournament_results(folder).deals)), "deals")


def _hash_of(option: str, given: str | None) -> str | None:
    """Return the SHA-256 that was given, in lower case. Raises UsageError when it is none."""
    if given is None:
        return None
    found = given.strip().lower()
    if _HASH.fullmatch(found) is None:
        raise UsageError('{option}: expected 64 hex digits, got "{given}"', option=option, given=given)
    return found


def _published(folder: Path, printed: dict[str, str | None]) -> Published:
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
