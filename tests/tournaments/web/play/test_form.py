"""Which wishes can be played, and what is said of the others."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tournaments.web.play.bots import offered
from tournaments.web.play.form import Unplayable, Wishes, chosen, wishes_of

OFFERED = offered()


def test_a_fresh_form_can_be_played() -> None:
    found = chosen(Wishes(), OFFERED)
    assert [bot.name for bot in found.bots] == ["greedy", "balanced", "expert"]
    assert (found.rounds, found.decision, found.on_late) == (5, "90s", "foul")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": "a/b"}, "your name: expected printable characters other than '/'"),
        ({"name": ""}, "your name: expected 1 to 40 characters"),
        ({"rules": "poker"}, 'unknown rule set "poker"'),
        ({"rules": "../secret.toml"}, 'unknown rule set "../secret.toml"'),
        ({"rounds": "0"}, 'rounds: expected 1 to 50, got "0"'),
        ({"rounds": "many"}, 'rounds: expected 1 to 50, got "many"'),
        ({"time": "soon"}, "time: expected a duration"),
        ({"time": "20h"}, "time: expected a duration"),
        ({"on_late": "never"}, "on late: expected foul or stand-in"),
        ({"bots": ()}, "choose 1 to 7 bots"),
        ({"bots": ("sample:random",) * 8}, "choose 1 to 7 bots"),
        ({"bots": ("cup:/bin/sh",)}, 'no bot "cup:/bin/sh" is offered'),
        ({"bots": ("sample:random",) * 5}, "6 seats: the deck of rule set"),
    ],
)
def test_what_cannot_be_played_is_said(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(Unplayable, match="^" + words.replace("(", r"\(")):
        chosen(msgspec.structs.replace(Wishes(), **wrong), OFFERED)


def test_a_bot_is_offered_for_the_rules_that_it_is_written_for(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "bot.toml").write_text('name = "Old"\ncommand = ["python", "bot.py"]\nrules = ["standard"]\n')
    (tmp_path / "old" / "bot.py").touch()
    found = offered([tmp_path])
    wishes = Wishes(bots=("cup:old",))
    assert [bot.name for bot in chosen(wishes, found).bots] == ["Old"]
    with pytest.raises(Unplayable, match=r"^Old is not written for these rules"):
        chosen(msgspec.structs.replace(wishes, rules="wild"), found)


def test_fields_that_are_not_sent_are_as_on_a_fresh_page() -> None:
    assert wishes_of({}) == Wishes()
    assert wishes_of({"bot": ["", "sample:random"], "name": [" Ann "]}).bots == ("sample:random",)
