"""The tournament file: read, checked down to the last key before anything starts, and turned into a `Cup`."""

from collections import Counter
from pathlib import Path
from typing import Any, Final

import msgspec

from arena.bots.library import PLACE, Library
from arena.bots.resolve import Words, fault_of_name, fault_of_text, fault_of_title, from_command, from_key, load_folder
from arena.bots.rules import refused_rules
from arena.bots.samples import place_of
from arena.errors import ArenaError
from arena.records.job import BotProgram, Listening
from arena.remote.keys import public_key
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import RuleSet, load_rules, rule_names
from protocol.typed import TypedError, convert, parse_toml, read_toml
from tournaments.cup.cup import MOST_LETTERS, Cup, CupMatchSection, TournamentSection
from tournaments.cup.methods import NEWEST, Methods
from tournaments.cup.remote import RemoteSection, listening_of
from tournaments.cup.stages import fields, format_from, impossible
from tournaments.formats.entrants import no_bot_called
from tournaments.formats.keys import StageFormat

FARTHEST_ELO: Final = 1_000_000
UNRATED: Final = 1500.0


class BotSection(msgspec.Struct, frozen=True):
    """One `[[bots]]` table.

    It names a folder with `bot.toml`, a bot of the library, a command, or the public key of a remote bot; the last two
    need a name. `rating` is for seeding by rating.
    """

    path: str | None = None
    bot: str | None = None
    remote: str | None = None
    name: str | None = None
    command: Words | None = None
    rating: float | None = None

    def __post_init__(self) -> None:
        if not abs(self.elo) <= FARTHEST_ELO:
            raise ValueError(f"rating: expected a number up to {FARTHEST_ELO}, got {self.elo:g}")

    @property
    def elo(self) -> float:
        """The rating that it is seeded by; UNRATED where none is given."""
        return UNRATED if self.rating is None else self.rating


class TournamentFile(msgspec.Struct, frozen=True):
    """The whole file. `format_from` checks the keys of the stages, which depend on their formats."""

    tournament: TournamentSection
    bots: list[BotSection]
    library: str = str(PLACE)
    match: CupMatchSection = CupMatchSection()
    remote: RemoteSection | None = None
    stages: list[dict[str, Any]] = msgspec.field(default_factory=lambda: [{"format": "elimination"}])


def load_cup(path: Path) -> Cup:
    """Return the tournament that the file describes, with every bot found and every stage possible.

    Raises ArenaError or TypedError with one line that names the file, the key and what was expected.
    """
    return load_file(path)[0]


def load_file(path: Path) -> tuple[Cup, Listening | None]:
    """Return the tournament that the file describes, and where its remote bots connect if it has any.

    Raises as `load_cup` does.
    """
    file = convert(read_toml(path), TournamentFile, str(path))
    _check_words(file.tournament, f"{path}: tournament")
    _check_until(file.match, f"{path}: match")
    settings = file.match.settings(str(path))
    game = Shisanshui(_rules(file, path), settings.on_late)
    cup = Cup(
        tournament=_tournament(file, NEWEST),
        match=file.match,
        stages=_stages(file, str(path)),
        game=game.name,
        rules=game.rules(),
        bots=_bots(file, path),
        ratings=[bot.elo for bot in file.bots],
    )
    _check_between(cup, path)
    _check_stages(cup, game, path)
    _check_rules(cup, game, path)
    return cup, listening_of(file.remote, cup.bots, path.parent, str(path))


def _check_words(section: TournamentSection, source: str) -> None:
    """Refuse words that terminals and reports could not show."""
    faults = {
        "name": fault_of_title(section.name, MOST_LETTERS),
        "salt": fault_of_text(section.salt),
        "beacon": fault_of_text(section.beacon),
        "seed": fault_of_text(section.seed or ""),
    }
    for key, fault in faults.items():
        if fault is not None:
            raise ArenaError("{source}.{key}: {fault}", source=source, key=key, fault=fault)


def _check_until(section: CupMatchSection, source: str) -> None:
    """Refuse a limit that the first block of a table would pass."""
    if section.until is not None and section.until.max_rounds < section.rounds:
        raise ArenaError(
            "{source}.until.max_rounds: expected rounds = {rounds} or more, got {most}",
            source=source,
            rounds=section.rounds,
            most=section.until.max_rounds,
        )


def file_of_text(text: str) -> TournamentFile:
    """Return a tournament file from its text. Raises TypedError."""
    return convert(parse_toml(text, "tournament file"), TournamentFile, "tournament file")


def _check_between(cup: Cup, path: Path) -> None:
    """Refuse two bots to wait for of which one does not play."""
    for name in (cup.match.until.between or ()) if cup.match.until is not None else ():
        if name not in cup.names():
            fault = no_bot_called(name, cup.names())
            raise ArenaError("{path}: match.until.between: {fault}", path=path, fault=fault)


def sections_of(text: str, methods: Methods = NEWEST) -> dict[str, Any]:
    """Return the sections of a tournament file as a `Cup` of these methods holds them, without bots and rule set."""
    file = file_of_text(text)
    return {"tournament": _tournament(file, methods), "match": file.match, "stages": _stages(file, "tournament file")}


def as_begun(cup: Cup, text: str, methods: Methods) -> Cup:
    """Return the cup, read from `text`, as it was read when tournaments were begun with these methods."""
    said = file_of_text(text).tournament.seeding
    seeding = sections_of(text, methods)["tournament"].seeding if said is None else cup.tournament.seeding
    section = msgspec.structs.replace(cup.tournament, seeding=seeding)
    return msgspec.structs.replace(cup, tournament=section, methods=methods)


def _tournament(file: TournamentFile, methods: Methods) -> TournamentSection:
    """Return the section with the seeding that it stands for.

    A rating is the best guess of who is strong, which keeps the favourites apart. Without one an order of entry would
    say nothing of strength and leave the bracket to whoever writes the file; a draw is nobody's choice.
    """
    seeding = file.tournament.seeding
    if seeding is None:
        rated = all(bot.rating is not None for bot in file.bots)
        seeding = "entry" if methods < 5 else "rating" if rated else "draw"
    return msgspec.structs.replace(file.tournament, seeding=seeding)


def _rules(file: TournamentFile, path: Path) -> RuleSet:
    """Return the rule set of the name or file given; a path is relative to the tournament file."""
    wanted = file.tournament.rules
    own = wanted in rule_names()
    try:
        rules = load_rules(wanted if own or not wanted.endswith(".toml") else path.parent / wanted)
    except (ArenaError, TypedError) as error:
        raise ArenaError("{path}: tournament.rules: {fault}", path=path, fault=error.said) from None
    return with_base(rules, file.tournament.base)


def with_base(rules: RuleSet, base: int | None) -> RuleSet:
    """Return the rule set with that base, or as it is for None."""
    return rules if base is None else msgspec.structs.replace(rules, base=base)


def _stages(file: TournamentFile, source: str) -> list[StageFormat]:
    return [format_from(stage, f"{source}: stages[{index}]") for index, stage in enumerate(file.stages)]


def _bots(file: TournamentFile, path: Path) -> list[BotProgram]:
    if "\0" in file.library:
        raise ArenaError("{path}: library: expected a folder's name without a zero character", path=path)
    library = Library(path.parent / file.library)
    bots = [_bot(section, path.parent, library, f"{path}: bots[{index}]") for index, section in enumerate(file.bots)]
    for name, times in Counter(bot.name for bot in bots).items():
        if times > 1:
            raise ArenaError(
                '{path}: bots: the name "{name}" is given {times} times; give each bot a "name" of its own',
                path=path,
                name=name,
                times=times,
            )
    return bots


def _bot(section: BotSection, folder: Path, library: Library, source: str) -> BotProgram:
    given = [key for key in ("path", "bot", "command", "remote") if getattr(section, key) is not None]
    if len(given) != 1:
        raise ArenaError(
            '{source}: expected either "path" or "bot" or "name" and "command" or "name" and "remote"', source=source
        )
    if section.name is not None and (fault := fault_of_name(section.name)):
        raise ArenaError("{source}.{key}: {fault}", source=source, key="name", fault=fault)
    if section.command is not None and section.name is None:
        raise ArenaError('{source}: a bare command needs a "name"', source=source)
    if section.remote is not None and section.name is None:
        raise ArenaError('{source}: a remote bot needs a "name"', source=source)
    try:
        if section.remote is not None:
            return from_key(section.name or "", public_key(section.remote, folder))
        if section.command is None:
            program = load_folder(place_of(folder, section.path)) if section.path else library.load(section.bot or "")
            return program if section.name is None else msgspec.structs.replace(program, name=section.name)
        assert section.name is not None
        return from_command(section.name, section.command, folder)
    except (ArenaError, TypedError) as error:
        raise ArenaError("{source}.{key}: {fault}", source=source, key=given[0], fault=error.said) from None


def _check_rules(cup: Cup, game: Shisanshui, path: Path) -> None:
    """Refuse a bot that is not written for the rules, which it would lose by."""
    for index, bot in enumerate(cup.bots):
        fault = refused_rules(bot, game.rule_set)
        if fault is not None:
            raise ArenaError("{path}: bots[{index}]: {fault}", path=path, index=index, fault=fault)


def _check_stages(cup: Cup, game: Shisanshui, path: Path) -> None:
    if not cup.stages:
        raise ArenaError("{path}: stages: expected at least one [[stages]] table", path=path)
    if len(cup.bots) < 2:
        raise ArenaError("{path}: bots: expected at least 2, got {count}", path=path, count=len(cup.bots))
    fault = impossible(cup.stages, len(cup.bots))
    if fault is not None:
        raise ArenaError("{path}: {fault}", path=path, fault=fault)
    for index, (stage, field) in enumerate(fields(cup.stages, len(cup.bots))):
        refused = game.refuses(min(stage.largest_table, field))
        if refused is not None:
            raise ArenaError("{path}: stages[{index}].table_size: {fault}", path=path, index=index, fault=refused)
        for key, name in stage.named_bots.items():
            if name not in cup.names():
                raise ArenaError(
                    "{file}: stages[{index}].{key}: {fault}",
                    file=path,
                    index=index,
                    key=key,
                    fault=no_bot_called(name, cup.names()),
                )
