"""The form in which a person chooses rules, bots, rounds and time, read and checked."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from arena.bots.resolve import fault_of_name
from arena.records.job import BotProgram, OnLate
from arena.records.settings import milliseconds_of, no_duration
from arena.shisanshui.ruleset import RuleSet, load_rules, rule_names
from protocol.text import Said
from tournaments.web.play.bots import Offered
from tournaments.web.play.sitting import MOST_BOTS, MOST_ROUNDS

TIMES: Final = ("20s", "45s", "90s", "3m", "10m")
ROUNDS: Final = (3, 5, 10, 20, 50)
_LEAST_MS: Final = 1000
_MOST_MS: Final = 30 * 60 * 1000


class Wishes(msgspec.Struct, frozen=True):
    """What the form says, as it was sent."""

    name: str = "person"
    rules: str = "standard"
    bots: tuple[str, ...] = ("sample:greedy", "sample:balanced", "sample:expert")
    """Keys of offered bots."""
    rounds: str = "5"
    time: str = "90s"
    on_late: str = "foul"


class Chosen(msgspec.Struct, frozen=True):
    """Wishes that can be played."""

    name: str
    rules: RuleSet
    bots: list[BotProgram]
    rounds: int
    decision: str
    on_late: OnLate


class Unplayable(Exception):
    """Wishes that cannot be played; `said` tells the person what to change."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


def wishes_of(fields: Mapping[str, Sequence[str]]) -> Wishes:
    """Return the wishes in a form; what it leaves out is as it is on a fresh page."""
    single = {
        name: fields[name][-1].strip() for name in ("name", "rules", "rounds", "time", "on_late") if name in fields
    }
    bots = {"bots": tuple(key for key in fields["bot"] if key)} if "bot" in fields else {}
    return msgspec.structs.replace(Wishes(), **single, **bots)


def chosen(wishes: Wishes, offered: Mapping[str, Offered]) -> Chosen:
    """Return what is to be played. Raises Unplayable."""
    if fault := fault_of_name(wishes.name):
        raise Unplayable(Said("your name: {fault}", fault=fault))
    if wishes.rules not in rule_names():
        raise Unplayable(Said('unknown rule set "{rules}"', rules=wishes.rules))
    rules = load_rules(wishes.rules)
    if not wishes.rounds.isdecimal() or not 1 <= int(wishes.rounds) <= MOST_ROUNDS:
        raise Unplayable(Said('rounds: expected 1 to {most}, got "{given}"', most=MOST_ROUNDS, given=wishes.rounds))
    if not _LEAST_MS <= (milliseconds_of(wishes.time) or 0) <= _MOST_MS:
        raise Unplayable(Said("time: {fault}", fault=no_duration(wishes.time)))
    if wishes.on_late not in ("foul", "stand-in"):
        raise Unplayable(Said('on late: expected foul or stand-in, got "{given}"', given=wishes.on_late))
    bots = _bots(wishes, rules, offered)
    on_late: OnLate = "foul" if wishes.on_late == "foul" else "stand-in"
    return Chosen(wishes.name, rules, bots, int(wishes.rounds), wishes.time, on_late)


def _bots(wishes: Wishes, rules: RuleSet, offered: Mapping[str, Offered]) -> list[BotProgram]:
    if not 1 <= len(wishes.bots) <= MOST_BOTS:
        raise Unplayable(Said("choose 1 to {most} bots", most=MOST_BOTS))
    for key in wishes.bots:
        if key not in offered:
            raise Unplayable(Said('no bot "{key}" is offered', key=key))
        if not offered[key].plays(rules):
            raise Unplayable(Said("{bot} is not written for these rules", bot=offered[key].program.name))
    if fault := rules.refuses(1 + len(wishes.bots)):
        raise Unplayable(fault)
    return [offered[key].program for key in wishes.bots]
