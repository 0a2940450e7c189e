"""The bot that the guides tell authors to begin with plays."""

import re
from pathlib import Path

import pytest

from tests.places import DOCS
from tests.protocol.peer import Peer
from tests.sample_bots.hands import dealt, fault, rules_data

GUIDES = {name: (DOCS / name).read_text(encoding="utf-8") for name in ("write-a-bot.md", "write-a-bot.zh-CN.md")}


@pytest.mark.parametrize("guide", GUIDES)
def test_the_first_bot_of_the_guide_lays_every_hand_legally(guide: str, tmp_path: Path) -> None:
    [code] = re.findall(r"```python\n(.*?)```", GUIDES[guide], re.DOTALL)
    (tmp_path / "ada.py").write_text(code)
    with Peer(tmp_path, ["python", "ada.py"], tmp_path) as bot:
        assert bot.admit()["name"] == "Ada"
        bot.begin(rules=rules_data("standard"))
        for hand in dealt("standard", 20):
            assert fault(bot.decide(hand)["actions"][0], hand, "standard") is None
        assert bot.goodbye() == (0, "", "")
