"""The bot that the guide tells authors to begin with plays."""

import re
from pathlib import Path

from tests.places import DOCS
from tests.protocol.peer import Peer
from tests.sample_bots.hands import dealt, fault, rules_data

GUIDE = (DOCS / "write-a-bot.md").read_text()


def test_the_first_bot_of_the_guide_lays_every_hand_legally(tmp_path: Path) -> None:
    [code] = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    (tmp_path / "ada.py").write_text(code)
    with Peer(tmp_path, ["python", "ada.py"], tmp_path) as bot:
        assert bot.admit()["name"] == "Ada"
        bot.begin(rules=rules_data("standard"))
        for hand in dealt("standard", 20):
            assert fault(bot.decide(hand)["actions"][0], hand, "standard") is None
        assert bot.goodbye() == (0, "", "")


def test_the_guide_links_only_to_what_is_there() -> None:
    for target in re.findall(r"\]\((\.\./[^)#]+)", GUIDE):
        assert (DOCS / target).exists(), target
