"""`arena verify`: recompute a tournament from its record, and hold against it what was published."""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import msgspec

from arena.cli.command import command
from arena.cli.terminal.sheet_text import padded
from arena.errors import UsageError
from arena.language import _, counted, told
from protocol.text import Said
from tournaments.cli.ratings import tournament_results
from tournaments.cli.verify.published import published
from tournaments.cli.verify.replay import Replayed, play_again
from tournaments.reports.ratings import alliances
from tournaments.results.verify.noted import Noted, read_transcript
from tournaments.results.verify.transcript import compare_transcript
from tournaments.results.verify.whole import verify as recompute
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
  arena verify published --replay --bots downloads --json
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
@click.option(
    "--bots",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="For --replay: look for the bots below DIR, by digest; default where they played.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def verify(
    folder: Path,
    commitment: str | None,
    seal: str | None,
    transcript: Path | None,
    replay: bool,
    sample: str | None,
    jobs: int | None,
    bots: Path | None,
    as_json: bool,
) -> None:
    """Recompute the tournament in DIR from its record alone and print every difference.

    Recomputes deal seeds from the secret, hands from the seeds, water from what the bots did, who advanced, and the
    ratings; looks for what cannot have happened; and compares the reports and events in DIR with the record. What was
    printed or published elsewhere binds the organizer too: give it with --commitment and --seal. The exit status is 1
    if anything differs. Bots that may have played as allies are named besides.

    With --replay the bots of the record, unchanged, play its deals again, held at level 3 of isolation or stronger.
    What is done is kept for you, so the same command resumes. Matches that cannot be played again, and answers that a
    fault in the record hides, are counted and told.
    """
    for option, given in {"--sample": sample, "--jobs": jobs, "--bots": bots}.items():
        if given is not None and not replay:
            raise UsageError("{option}: only with --replay", option=option)
    if bots is not None and not bots.is_dir():
        raise UsageError("{folder}: no such folder", folder=bots)
    share = 100.0 if sample is None else _share(sample)
    printed = {"commitment": _hash_of("--commitment", commitment), "seal": _hash_of("--seal", seal)}
    noted = None if transcript is None else read_transcript(transcript)
    found = _found(folder, printed, noted)
    if not as_json:
        _show(found)
    again = play_again(folder, share, jobs, bots, aloud=not as_json) if replay else None
    differences = [*found.differences, *(again.differences if again is not None else [])]
    allied = [] if differences else list(_alliances(folder))
    if as_json:
        click.echo(msgspec.json.encode(_document(found, again, differences, allied)))
    else:
        _show_verdict(differences, allied)
    if differences:
        sys.exit(1)


class _Found(NamedTuple):
    """Everything that follows without playing."""

    cup: str
    folder: Path
    finished: bool
    checked: Counter[Said]
    notes: list[Said]
    differences: list[Said]


def _found(folder: Path, printed: dict[str, str | None], noted: list[Noted] | None) -> _Found:
    """Recompute, and compare with what was published, printed and noted."""
    verdict = recompute(folder)
    beside = published(folder, printed)
    notes, differences = list(beside.notes), [*verdict.differences, *beside.differences]
    verdict.checked[Said("reports and event logs")] += beside.compared
    if noted is not None:
        with Store.read(folder) as store:
            compared = compare_transcript(store, noted)
        verdict.checked[Said("answers of the transcript")] += compared.answers
        differences += compared.differences
        notes += compared.notes
    return _Found(verdict.name, folder, verdict.finished, verdict.checked, notes, differences)


def _show(found: _Found) -> None:
    state = Said("finished") if found.finished else Said("not finished")
    click.echo(_("{cup}: {state}; recomputed from {folder}", cup=found.cup, state=state, folder=found.folder))
    for thing, count in found.checked.items():
        if count:
            click.echo(f"  {padded(told(thing), _WIDEST)} {count:>9,}")
    for note in found.notes:
        click.echo("  " + _("note: {note}", note=note))


def _show_verdict(differences: Sequence[Said], allied: Sequence[Said]) -> None:
    for difference in differences:
        click.secho("  " + _("differs: {difference}", difference=difference), fg="red")
    if differences:
        click.secho(counted(len(differences), "{number} difference", "{number} differences"), fg="red")
        return
    click.secho(_("everything agrees"), fg="green")
    for sentence in allied:
        click.echo(told(sentence))


def _document(
    found: _Found, again: Replayed | None, differences: Sequence[Said], allied: Sequence[Said]
) -> dict[str, Any]:
    """Return what was found as one JSON document, in English."""
    return {
        "name": found.cup,
        "finished": found.finished,
        "agrees": not differences,
        "checked": {str(thing): count for thing, count in found.checked.items() if count},
        "notes": list(map(str, found.notes)),
        "differences": list(map(str, differences)),
        "replay": None if again is None else again.document(),
        "alliances": list(map(str, allied)),
    }


def _share(given: str) -> float:
    """Return a share in per cent. Raises UsageError when it is none."""
    found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?)\s*%?", given.strip())
    share = float(found[1]) if found is not None else 0.0
    if not 0 < share <= 100:
        raise UsageError('--sample: expected a share such as 5%, got "{given}"', given=given)
    return share


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
