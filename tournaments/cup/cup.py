"""A tournament as submitted: read from the file, kept in the store; everything else is derived from it."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from arena.games import most_seats
from arena.match.seeds import deal_seed, seed_of_text
from arena.records.job import BotProgram, MatchSettings
from arena.records.settings import MatchSection
from tournaments.cup.methods import NEWEST, Methods
from tournaments.cup.sequential import Until
from tournaments.cup.stages import fields
from tournaments.formats.chain import Chain
from tournaments.formats.entrants import Annul, Entrants, Left, no_bot_called
from tournaments.formats.keys import StageFormat
from tournaments.formats.leaving import with_stage_reached
from tournaments.formats.plan import Plan, PlannedTable, Stage, Table, TableResult
from tournaments.formats.seeding import by_draw, by_rating

Seeding = Literal["entry", "rating", "draw"]
"""In which order bots enter a bracket: that of the file, by rating, or by lot."""
MOST_LETTERS: Final = 100
"""Of a tournament's name."""


class CupMatchSection(MatchSection, frozen=True):
    """The `[match]` table: what every match has, and two keys of tournaments."""

    until: Until | None = None
    """When a table ends early because it is clear who goes on; None for tables of fixed length."""
    trace: bool = False
    """Whether every message of every match is written beside the bots' logs, for their authors."""


class TournamentSection(msgspec.Struct, frozen=True):
    """The `[tournament]` table."""

    name: str
    rules: str = "standard"
    base: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Chips for one water; None for what the rule set says."""
    seed: str | None = None
    salt: str = ""
    beacon: str = ""
    """A public value that nobody knew when the secret was committed to, such as a lottery's numbers."""
    seeding: Seeding | None = None
    """None in a file that does not say; in a `Cup` it is what that means."""


class Cup(msgspec.Struct, frozen=True):
    """Everything that decides a tournament, except its secret and what the bots do.

    `bots` and `ratings` are in order of entry. `rules` is the whole rule set that `tournament.rules` names.
    """

    tournament: TournamentSection
    match: CupMatchSection
    stages: Sequence[StageFormat]
    game: str
    rules: dict[str, Any]
    bots: list[BotProgram]
    ratings: list[float]
    methods: Methods = NEWEST
    single: bool = False
    """Whether it is the one match of `arena play`, whose deals follow from the text of the seed alone."""

    @property
    def name(self) -> str:
        """The name of the tournament."""
        return self.tournament.name

    @property
    def provably_fair(self) -> bool:
        """Whether the secret was drawn and committed to, rather than given in the file."""
        return self.tournament.seed is None

    @property
    def chained(self) -> bool:
        """Whether every leg that was played must have the head of its chain of rounds."""
        return self.methods >= 7

    def settings(self) -> MatchSettings:
        """Return the settings of a match, whatever the table."""
        settings = self.match.settings(self.name)
        return settings if self.methods >= 3 else msgspec.structs.replace(settings, draws=1)

    def settings_for(self, table: Table, played: int = 0) -> MatchSettings:
        """Return the settings for the table's next block after `played` deals.

        An extra table has a number of rounds of its own; others play no more than `until` leaves.
        """
        settings, until = self.settings().at(map(self.program, table.seats)), self.match.until
        if table.rounds is not None:
            return msgspec.structs.replace(settings, rounds=table.rounds)
        if until is not None:
            return msgspec.structs.replace(settings, rounds=max(1, min(settings.rounds, until.max_rounds - played)))
        return settings

    def _public(self, commitment: str) -> str:
        """What a draw follows from, all of it public."""
        words = f"{commitment} {self.tournament.salt}"
        return f"{words} {self.tournament.beacon}" if self.tournament.beacon else words

    def authors(self) -> dict[str, str]:
        """Return bot to author, for bots that have one."""
        return {bot.name: bot.author for bot in self.bots if bot.author}

    @property
    def largest_table(self) -> int:
        """The most seats that a table can have."""
        return max(min(stage.largest_table, field) for stage, field in fields(self.stages, len(self.bots)))

    def draw(self, commitment: str, left: Left | None = None) -> "Draw":
        """Return the formats and who enters the first, in order of seeding.

        The commitment matters to `seeding = "draw"`, and to the tables of leagues.
        """
        names = tuple(bot.name for bot in self.bots)
        if self.tournament.seeding == "rating":
            names = by_rating(names, dict(zip(names, self.ratings, strict=True)))
        elif self.tournament.seeding == "draw":
            names = by_draw(names, self._public(commitment).encode())
        seats = most_seats(self.game, self.rules)
        annul: Annul = "half" if self.methods >= 4 else "never"
        lots = self._public(commitment).encode() if self.methods >= 8 else None
        entrants = Entrants(names, authors=self.authors(), left=left or {}, most_seats=seats, public=lots, annul=annul)
        return Draw(Chain(tuple(self.stages)), entrants)

    def deal_seed(self, secret: bytes, match: str) -> bytes:
        """Return the deal seed of a match."""
        if self.single:
            return seed_of_text(secret.decode())
        return deal_seed(secret, self.digests(), match, self.tournament.salt, self.tournament.beacon)

    def digests(self) -> list[str]:
        """Return the bots' digests, of which the deal seeds are hashes."""
        return [bot.digest for bot in self.bots]

    def names(self) -> list[str]:
        """Return the names of the bots in order of entry."""
        return [bot.name for bot in self.bots]

    @property
    def rated(self) -> bool:
        """Whether its results say how strong bots are: not with a person among them."""
        return not any(bot.person for bot in self.bots)

    def program(self, name: str) -> BotProgram:
        """Return the bot of that name. Raises LookupError if there is none."""
        for bot in self.bots:
            if bot.name == name:
                return bot
        raise LookupError(str(no_bot_called(name, self.names())))


class Draw(NamedTuple):
    """The formats of a tournament, one after another, and who enters the first."""

    format: Chain
    entrants: Entrants

    def keeping_lines(self, results: Mapping[str, TableResult], stage: int) -> range:
        """Return the stages, `stage` among them, in which the draw tells who can meet whom; an empty range if none."""
        return self.format.keeping_lines(self.entrants, results, stage)

    def plan(self, results: Mapping[str, TableResult]) -> Plan:
        """Return the bracket as far as `results` reach."""
        return with_stage_reached(self.format.plan(self.entrants, results), results, self.entrants.left)


def going_on(planned: PlannedTable) -> tuple[str, ...]:
    """Return who goes on from a decided table; nobody from one that leaves nobody behind, as in a league."""
    advanced = planned.advanced or ()
    return advanced if len(advanced) < len(planned.table.seats) else ()


def champion_of(plan: Plan, planned: PlannedTable) -> str | None:
    """Return the tournament's winner if it won this table of the last stage; None otherwise, as in a league."""
    if planned not in plan.stages[-1].tables:
        return None
    first = [standing.name for standing in plan.standings if standing.place == 1]
    return first[0] if len(first) == 1 and first[0] in going_on(planned) else None


def moving_on(plan: Plan, stage: Stage, planned: PlannedTable) -> tuple[str, ...]:
    """Return who plays on because of a decided table of the stage, or has won the tournament there.

    Nobody plays on because of a match for the third place, or of a final that is played again.
    """
    champion = champion_of(plan, planned)
    if champion is not None:
        return (champion,)
    if not going_on(planned):
        return ()
    following = [it.tables for it in plan.stages if it.number == stage.number + 1]
    if any(len(tables) == 1 and set(tables[0].table.seats) == set(planned.table.seats) for tables in following):
        return ()
    reached = {standing.name: standing.stage for standing in plan.standings}
    return tuple(bot for bot in going_on(planned) if bot not in reached or reached[bot] > stage.number)


def tables_of(plan: Plan) -> list[tuple[int, Table]]:
    """Return every table in the bracket with its stage, extra tables included, in schedule order."""
    return [
        (stage.number, table)
        for stage in plan.stages
        for planned in stage.tables
        for table in (planned.table, *planned.extra)
    ]
