"""A finished match as the store has it, and the blocks of a table as one match."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from arena.records.job import MatchSettings
from arena.records.result import MatchResult
from tournaments.formats.plan import TableResult
from tournaments.store.digests import match_digest
from tournaments.store.match_ids import block_of, table_of


class StoredMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match. `result.legs` is empty unless they were asked for.

    `seats` played; `absent` were seated too, best seeding first, but had left and rank behind everybody who played.
    `voided` is the number of the intervention after which the match no longer counts. `totals` are by seat.
    """

    stage: int
    seats: list[str]
    absent: list[str]
    settings: MatchSettings
    deal_seed: bytes
    finished: str
    totals: list[int]
    digest: str = ""
    result: MatchResult
    voided: int | None = None

    @property
    def match(self) -> str:
        """The match's own id."""
        return self.result.match

    @property
    def table(self) -> str:
        """The id of the table in the bracket."""
        return table_of(self.match)

    @property
    def block(self) -> int:
        """Which of the table's blocks it is, from 1."""
        return block_of(self.match)

    @property
    def void(self) -> bool:
        """Whether the match could not be played: nothing of it counts."""
        return self.result.reason == "referee-lost"

    def table_result(self) -> TableResult:
        """Return what the format plans from."""
        if self.void:
            return TableResult({}, void=True, absent=tuple(self.absent))
        totals = dict(zip(self.seats, self.totals, strict=True))
        worst = min(totals.values(), default=0)
        behind = {bot: worst - place for place, bot in enumerate(self.absent, start=1)}
        return TableResult(totals | behind, self.result.seatings, absent=tuple(self.absent))

    def deals(self) -> Iterator[tuple[tuple[str, ...], tuple[float, ...]]]:
        """Return what is rated: each deal's bots and the water of each, the mean over its seatings."""
        seats, seatings = tuple(self.seats), self.result.seatings
        return ((seats, tuple(total / seatings for total in sums)) for sums in self.result.deals)

    def digest_of_facts(self) -> str:
        """Return what `digest` must be; needs the legs."""
        facts = (self.stage, self.seats, self.absent, self.settings, self.deal_seed, self.finished, self.result)
        return match_digest(*facts)

    def with_digest(self) -> "StoredMatch":
        """Return the match with the digest of its facts."""
        return msgspec.structs.replace(self, digest=self.digest_of_facts())


def whole_of(blocks: Sequence[StoredMatch]) -> StoredMatch:
    """Return a table's blocks as one match, without legs. A block that could not be played adds nothing."""
    if len(blocks) == 1:
        return blocks[0]
    counted = [block for block in blocks if not block.void]
    first = counted[0]
    result = msgspec.structs.replace(
        first.result,
        legs=[],
        strikes=[strike for block in counted for strike in block.result.strikes],
        stale=_sums(block.result.stale for block in counted),
        deals=[deal for block in counted for deal in block.result.deals],
        states=counted[-1].result.states,
    )
    return msgspec.structs.replace(first, totals=_sums(block.totals for block in counted), result=result, digest="")


def _sums(lists: Iterable[list[int]]) -> list[int]:
    return [sum(column) for column in zip(*lists, strict=True)]
