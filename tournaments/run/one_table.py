"""What `arena play` and `arena compare` play, as tournaments of one table: whatever reads a record reads theirs too."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from arena.match.game import Game
from arena.records.job import BotProgram, MatchJob
from arena.records.result import MatchResult
from arena.records.settings import MatchSection
from tournaments.cup.cup import MOST_LETTERS, Cup, CupMatchSection, TournamentSection
from tournaments.cup.sequential import Until
from tournaments.formats.brackets.final_table import FinalTable
from tournaments.layout import LOGS, ONLY_MATCH
from tournaments.run.executor import Update
from tournaments.run.session import Surroundings, run_tournament

_RATING: Final = 1500.0
"""Of every bot: seeding decides nothing here."""


def cup_of_one(game: Game[Any], rules: str, seed: str, section: MatchSection, bots: Sequence[BotProgram]) -> Cup:
    """Return the tournament that is one match between `bots`, dealt from the text `seed` as `arena play` deals.

    `rules` is what the rule set of `game` was called on the command line.
    """
    return msgspec.structs.replace(_one_table(game, rules, seed, section, bots), single=True)


def comparison_of(
    game: Game[Any],
    rules: str,
    seed: str,
    section: MatchSection,
    bots: Sequence[BotProgram],
    confidence: float,
    most_deals: int,
) -> Cup:
    """Return the tournament that is one table, played until it is clear which of the first two bots is better."""
    cup = _one_table(game, rules, seed, section, bots)
    until = Until(confidence=confidence, max_rounds=most_deals, between=(bots[0].name, bots[1].name))
    return msgspec.structs.replace(cup, match=msgspec.structs.replace(cup.match, until=until))


def _one_table(game: Game[Any], rules: str, seed: str, section: MatchSection, bots: Sequence[BotProgram]) -> Cup:
    names = ", ".join(bot.name for bot in bots)
    name = names if len(names) <= MOST_LETTERS else f"{names[: MOST_LETTERS - 1]}…"
    return Cup(
        tournament=TournamentSection(name=name, rules=rules, seed=seed, seeding="entry"),
        match=msgspec.convert(msgspec.structs.asdict(section), CupMatchSection),
        stages=[FinalTable(extra_limit=0)],
        game=game.name,
        rules=game.rules(),
        bots=list(bots),
        ratings=[_RATING] * len(bots),
    )


def keep(cup: Cup, result: MatchResult, folder: Path, clock: Callable[[], str]) -> None:
    """Write the record of the match, with reports, into `folder`, where its logs may lie already.

    Raises ArenaError as `run_tournament` does.
    """
    logs = folder / LOGS / ONLY_MATCH
    aside = logs.with_name(f".{logs.name}")
    if logs.exists():
        logs.rename(aside)  # a match that begins has none
    around = Surroundings(_Played(result, aside), lambda _: None, clock, lambda: False)
    run_tournament(cup, file_of(cup), folder, around)


class _Played:
    """An executor whose only match was played before; `aside` is where its logs are."""

    slots = 1

    def __init__(self, result: MatchResult, aside: Path) -> None:
        self._result = result
        self._aside = aside

    def start(self, job: MatchJob) -> None:
        assert job.match == self._result.match, job.match
        if self._aside.exists():
            self._aside.rename(job.log_folder)

    def wait(self) -> Sequence[Update]:
        return [self._result]

    def stop(self) -> Sequence[MatchResult]:
        return []


def file_of(cup: Cup) -> str:
    """Return the tournament file that would say the same."""
    bots = [{"name": bot.name, **_program(bot)} for bot in cup.bots]
    sections = [("[tournament]", cup.tournament), ("[match]", cup.match)]
    tables = [(head, msgspec.to_builtins(section)) for head, section in sections]
    tables += [("[[bots]]", bot) for bot in bots]
    tables += [("[[stages]]", msgspec.to_builtins(stage)) for stage in cup.stages]
    return "\n".join(line for head, table in tables for line in _table(head, table))


def _program(bot: BotProgram) -> dict[str, Any]:
    """The keys that say which program it is."""
    if bot.remote:
        return {"remote": bot.remote}
    return {"command": bot.command} if bot.built is None else {"path": bot.folder}


def _table(head: str, table: dict[str, Any]) -> Iterator[str]:
    yield head
    for key, value in table.items():
        if value is not None:
            yield f"{key} = {_literal(value)}"
    yield ""


def _literal(value: Any) -> str:
    """The value as TOML, which writes all but tables as JSON does."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_literal(each)}" for key, each in value.items() if each is not None) + "}"
    return json.dumps(value).replace("\x7f", "\\u007f")
