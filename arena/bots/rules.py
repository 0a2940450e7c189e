"""The rule sets that a bot is written for: `rules` in its `bot.toml`.

A bot that lists none is taken to play every rule set without jokers: most bots are written without them in mind.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.bots.resolve import BotFile
from arena.errors import ArenaError
from arena.records.job import BotProgram
from arena.records.manifest import BOT_FILE
from arena.shisanshui.ruleset import RuleSet, load_rules, rule_names
from protocol.text import Listed, Said, did_you_mean
from protocol.typed import convert, read_toml

ANY: Final = "any"
"""Listed by a bot that plays every rule set, with jokers or without."""
_MISSPELT: Final = 0.8


def listed_rules(program: BotProgram) -> list[str]:
    """Return what `bot.toml` lists: names of rule sets, `any`, or nothing. A bot without that file lists nothing."""
    if program.built is None:
        return []
    file = Path(program.folder) / BOT_FILE
    return convert(read_toml(file), BotFile, str(file)).rules


def refused_rules(program: BotProgram, rules: RuleSet) -> Said | None:
    """Return why the bot is not written for these rules, or None. Nothing is known of commands and remote bots."""
    if program.built is None:
        return None
    listed = listed_rules(program)
    if ANY in listed or rules.name in listed:
        return None
    if listed:
        return Said(
            '{bot}: its bot.toml lists rules = {listed}, and not "{rules}"',
            bot=program.name,
            listed=_quoted(listed),
            rules=rules.name,
        )
    if not rules.deck.jokers:
        return None
    return Said(
        '{bot}: its bot.toml lists no rules, which means those without jokers; if it plays jokers: rules = ["{rules}"]',
        bot=program.name,
        rules=rules.name,
    )


def rules_to_check(program: BotProgram) -> list[RuleSet]:
    """Return the rule sets of the arena that the bot is written for; an organizer's own are not known here.

    Raises ArenaError when there are none, or a name is all but one of the arena's.
    """
    listed = listed_rules(program)
    ours = [load_rules(name) for name in rule_names()]
    if not listed:
        return [rules for rules in ours if not rules.deck.jokers]
    if ANY in listed:
        return ours
    for name in listed:
        near = None if name in rule_names() else did_you_mean(name, [*rule_names(), ANY], least=_MISSPELT)
        if near is not None:
            raise ArenaError(
                '{file}: rules: unknown rule set "{name}"; {advice}',
                file=Path(program.folder) / BOT_FILE,
                name=name,
                advice=near,
            )
    known = [rules for rules in ours if rules.name in listed]
    if not known:
        raise ArenaError(
            "{file}: rules: none of {listed} is a rule set of the arena, which has {names};"
            " to check another, run arena check --rules FILE",
            file=Path(program.folder) / BOT_FILE,
            listed=_quoted(listed),
            names=Listed(rule_names()),
        )
    return known


def _quoted(names: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"
