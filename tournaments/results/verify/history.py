"""What happened in which order, and what the organizer's interventions and lost attempts say of matches."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from protocol.text import Said
from tournaments.cup.cup import Cup
from tournaments.store.interventions import Intervention
from tournaments.store.match_ids import attempt_of, block_name_of
from tournaments.store.runs import Loss
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")
_KINDS: Final = frozenset({"withdraw", "disqualify", "void"})


def history_differences(store: Store, checked: Counter[Said]) -> Iterator[Said]:
    """Yield what of a tournament's history cannot be so. Times are those of one clock, to the second."""
    header, runs, losses = store.header(), store.runs(), store.all_losses()
    interventions, cup = store.interventions(), store.cup()
    matches = [match for name in store.match_ids() if (match := store.match(name)) is not None]
    moments = [
        *((run.started, Said("run {number}", number=run.number)) for run in runs),
        *((match.finished, Said("match {match}", match=match.match)) for match in matches),
        *((each.at, Said("intervention {number}", number=each.number)) for each in interventions),
        *((loss.at, Said("lost attempt at {match}", match=loss.match)) for loss in losses),
    ]
    ends = [] if header.finished is None else [(header.finished, Said("end"))]
    checked[Said("times")] += 1 + len(moments) + len(ends)
    odd = [what for at, what in [(header.started, Said("start")), *moments, *ends] if _TIME.fullmatch(at) is None]
    if odd:
        yield from (Said("{what}: its time is none in UTC", what=what) for what in odd)
        return
    for at, what in moments:
        if at < header.started:
            yield Said("{what}: before the tournament began", what=what)
        if header.finished is not None and at > header.finished:
            yield Said("{what}: after the tournament was finished", what=what)
    yield from _order(Said("runs"), [(run.number, run.started) for run in runs])
    yield from _order(Said("interventions"), [(each.number, each.at) for each in interventions])
    if any(run.jobs < 1 or not run.machine for run in runs):
        yield Said("runs: one without a machine or a match at once")
    if matches and min(match.finished for match in matches) < min((run.started for run in runs), default="9"):
        yield Said("matches: one was over before the first run began")
    yield from _order_of_matches(matches, interventions)
    yield from _losses(losses, matches)
    for intervention in interventions:
        for words in _intervention(cup, intervention, matches):
            yield Said("intervention {number}: {difference}", number=intervention.number, difference=words)
    for match in matches:
        for words in (*_absence(match, interventions), *_voiding(match, interventions, losses)):
            yield Said("match {match}: {difference}", match=match.match, difference=words)


def _order(what: Said, entries: Sequence[tuple[int, str]]) -> Iterator[Said]:
    """Entries are numbered from 1, in the order of their times."""
    if [number for number, _ in entries] != list(range(1, len(entries) + 1)):
        yield Said("{list}: one is missing", list=what)
    if any(later < earlier for (_, earlier), (_, later) in pairwise(entries)):
        yield Said("{list}: not in the order of their times", list=what)


def _order_of_matches(matches: Sequence[StoredMatch], interventions: Sequence[Intervention]) -> Iterator[Said]:
    """A match of a table is over before its next block, and before it is played again; a stage before the next."""
    tables: dict[str, list[StoredMatch]] = {}
    for match in sorted(matches, key=lambda match: (match.block, attempt_of(match.match))):
        tables.setdefault(match.table, []).append(match)
    for played in tables.values():
        standing = [match for match in played if match.voided is None]
        again = [each for each in pairwise(played) if block_name_of(each[0].match) == block_name_of(each[1].match)]
        for earlier, later in (*pairwise(standing), *again):
            if later.finished < earlier.finished:
                yield Said("match {match}: was over before {earlier}", match=later.match, earlier=earlier.match)
        for earlier, _ in again:
            if earlier.voided is None:
                yield Said("match {match}: was played again without being void", match=earlier.match)
        for block, count in Counter(block_name_of(match.match) for match in played).items():
            if {attempt_of(match.match) for match in played if block_name_of(match.match) == block} != set(
                range(1, count + 1)
            ):
                yield Said("match {match}: a match that was played before it is missing", match=block)
    if any(each.kind == "void" for each in interventions):
        return  # what did not follow from the void match stands, though it was played earlier
    stages = sorted({match.stage for match in matches})
    for earlier_stage, later_stage in pairwise(stages):
        last = max(match.finished for match in matches if match.stage == earlier_stage)
        for match in matches:
            if match.stage == later_stage and match.finished < last:
                yield Said("match {match}: was over before stage {stage} was", match=match.match, stage=earlier_stage)


def _losses(losses: Sequence[Loss], matches: Sequence[StoredMatch]) -> Iterator[Said]:
    finished = {match.match: match.finished for match in matches}
    by_match: dict[str, list[Loss]] = {}
    for loss in losses:
        by_match.setdefault(loss.match, []).append(loss)
    for match, attempts in by_match.items():
        for difference in _order(Said("lost attempts"), [(loss.attempt, loss.at) for loss in attempts]):
            yield Said("match {match}: {difference}", match=match, difference=difference)
        if match in finished and attempts[-1].at > finished[match]:
            yield Said("match {match}: was lost after it was over", match=match)


def _intervention(cup: Cup, each: Intervention, matches: Sequence[StoredMatch]) -> Iterator[Said]:
    """What an intervention is about is there, and so is what it is said to have done."""
    voided = [match for match in matches if match.voided == each.number]
    if each.kind not in _KINDS:
        yield Said('"{kind}" is not one', kind=each.kind)
    elif not each.reason.strip():
        yield Said("without a reason")
    elif each.withdrawn is not None:
        if each.subject not in cup.names():
            yield Said('no bot is called "{bot}"', bot=each.subject)
        if any(each.subject not in match.seats for match in voided):
            yield Said("voids a match in which {bot} did not sit", bot=each.subject)
    elif each.subject not in {match.table for match in voided}:
        left_out = any(match.void and match.match == each.subject for match in matches)
        if voided or not left_out:
            yield Said("the match that it voids is not void")


def _absence(match: StoredMatch, interventions: Sequence[Intervention]) -> Iterator[Said]:
    """A bot is absent from what is played after it has left, and from nothing else."""
    left = {each.withdrawn: each.at for each in interventions if each.withdrawn is not None}
    for bot in match.absent:
        if bot in left and match.finished < left[bot]:
            yield Said("{bot} is absent, and left only later", bot=bot)
    for bot in match.seats:
        if bot in left and match.finished > left[bot]:
            yield Said("{bot} played, and had left before", bot=bot)


def _voiding(match: StoredMatch, interventions: Sequence[Intervention], losses: Sequence[Loss]) -> Iterator[Said]:
    """A match is void by an intervention after it, and cannot be played only where attempts at it were lost."""
    by = next((each for each in interventions if each.number == match.voided), None)
    if match.voided is not None and (by is None or by.at < match.finished):
        yield Said("is void, and no intervention after it says so")
    lost = any(loss.match == match.match for loss in losses)
    if match.void and not any(each.kind == "void" and each.subject == match.match for each in interventions):
        yield Said("is recorded as unplayable, and no intervention says so")
    if match.void and not lost:
        yield Said("is recorded as unplayable, and no attempt at it was lost")
    if not lost and any(strike.code == "referee-lost" for strike in match.result.strikes):
        yield Said("a bot is charged for the end of the referee, and no attempt was lost")
