"""What has changed since a tournament was begun is named by key or by bot."""

from typing import Any

import msgspec
import pytest

from arena.records.manifest import digest_of
from tests.tournaments.scripted import BOTS, cup_of
from tournaments.cup.changes import differences
from tournaments.cup.cup import Cup, CupMatchSection

BEGUN = cup_of()


def changed(**fields: Any) -> Cup:
    return msgspec.structs.replace(BEGUN, **fields)


def bot_changed(**fields: Any) -> Cup:
    """With other fields of the first bot, which is a folder."""
    first, *others = BEGUN.bots
    return changed(bots=[msgspec.structs.replace(first, **{"built": [], **fields}), *others])


def test_a_bot_without_a_version_has_none_to_compare() -> None:
    begun, given = bot_changed(version=""), bot_changed(version="", digest="new")
    assert differences(begun, given) == ['bot "ada": its files have changed since']
    assert str(differences(begun, bot_changed(version="2", digest="new"))[0]).endswith("(version none, now 2)")
    assert str(differences(bot_changed(), bot_changed(digest="new"))[0]).endswith("(still version 1)")


def test_the_files_that_have_changed_are_named_where_they_are_known() -> None:
    old, new = (f"{digit * 64}  bot.py\n".encode() for digit in "12")
    begun, given = (bot_changed(version="", digest=digest_of(files), manifest=files) for files in (old, new))
    assert differences(begun, given) == ['bot "ada": its files have changed since: changed bot.py']
    assert differences(bot_changed(version=""), given) == ['bot "ada": its files have changed since']


def test_of_a_bare_command_what_its_digest_covers_is_named() -> None:
    old, new = (f'command ["python", "{name}"]\n'.encode() for name in "xy")
    begun, given = (bot_changed(version="", digest=digest_of(it), manifest=it, built=None) for it in (old, new))
    said = 'bot "ada": its command has changed since: command was ["python", "x"], is ["python", "y"]'
    assert differences(begun, given) == [said]


def test_nothing_has_changed() -> None:
    assert differences(BEGUN, cup_of()) == []


def test_where_a_bot_lies_and_which_interpreter_runs_it_does_not_matter() -> None:
    assert differences(BEGUN, bot_changed(folder="/elsewhere", command=["/usr/bin/true"])) == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (cup_of(rounds=3), "match.rounds: was 2, is 3"),
        (changed(match=CupMatchSection(rounds=2, decision="2s")), 'match.decision: was "1s", is "2s"'),
        (cup_of(salt="new"), 'tournament.salt: was "", is "new"'),
        (cup_of(seed=None), 'tournament.seed: was "open", is absent'),
        (cup_of(stage={"advance": 1}), "stages[0].advance: was 2, is 1"),
        (changed(rules=BEGUN.rules | {"base": 2}), "rules.base: was 1, is 2"),
        (changed(rules=BEGUN.rules | {"new": 2}), "rules.new: was absent, is 2"),
        (bot_changed(digest="new", version="2"), 'bot "ada": its files have changed since (version 1, now 2)'),
        (changed(rules=BEGUN.rules | {"notes": ["What most play."]}), "rules.notes: is another than it was"),
        (bot_changed(command=["true", "-x"]), 'bot "ada": command: was ["true"], is ["true","-x"]'),
        (changed(ratings=[1.0, *BEGUN.ratings[1:]]), 'bot "ada": rating: was 1500, is 1'),
        (changed(bots=BEGUN.bots[::-1], ratings=BEGUN.ratings[::-1]), "bots: the order of entry has changed"),
        (cup_of(BOTS[:7]), 'bots: "hal" has been taken out'),
        (cup_of([*BOTS, "ian"]), 'bots: "ian" has been added'),
    ],
)
def test_a_change_is_named(given: Cup, words: str) -> None:
    assert differences(BEGUN, given) == [words]
