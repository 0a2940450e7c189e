"""What the Chinese page says of the protocol is what the vectors and the code say."""

import json
import re
from typing import Any, get_args, get_type_hints

import pytest

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.rows import RowType
from protocol import messages
from protocol.messages import Answer, Clock, StrikeEvent
from protocol.reasons import MEANING
from tests.places import DOCS
from tests.protocol.vectors import GOOD, data_of

PAGE = (DOCS / "protocol.zh-CN.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"\*\*示例 `([\w-]+)`\*\*，(\d+) 字节\n\n```json\n(.*?)\n```\n```hex\n(.*?)\n```", re.DOTALL)
LISTED: dict[str, Any] = {
    kind.__struct_config__.tag: kind for kind in (*get_args(messages.FromReferee), StrikeEvent, messages.SeatEvent)
}


def test_its_examples_are_those_of_the_vectors() -> None:
    examples = EXAMPLE.findall(PAGE)
    assert [name for name, *_ in examples] == ["hello", "welcome", "decide", "answer", "bye"]
    for name, size, text, dump in examples:
        data = data_of(GOOD[name])
        assert (json.loads(text), bytes.fromhex(dump), int(size)) == (GOOD[name]["message"], data, len(data))


def fields_after(start: str) -> list[str]:
    table = PAGE.partition(start)[2].partition("|")[2].partition("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


@pytest.mark.parametrize(("start", "kind"), [("`hello`：", messages.Hello), ("`answer`：", Answer)])
def test_it_lists_every_field_that_a_bot_sends(start: str, kind: Any) -> None:
    assert set(fields_after(start)) == {"type", *kind.__struct_fields__}


def test_it_lists_every_field_of_an_arrangement() -> None:
    assert set(fields_after("`actions` 里的一项：")) == set(get_type_hints(Arrangement))


@pytest.mark.parametrize("tag", [*LISTED, "settled"])
def test_it_lists_every_field_that_a_bot_is_sent(tag: str) -> None:
    [row] = re.findall(rf"^\| `{tag}` \| (.*) \|$", PAGE.partition("## 6 ")[2], re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", row))
    settled = GOOD["decide-with-events"]["message"]["events"][0]
    wanted = set(settled) - {"type"} if tag == "settled" else set(LISTED[tag].__struct_fields__)
    inside = {"match": set(get_type_hints(Clock)), "settled": {*settled["seats"][0], *settled["transfers"][0]}}
    assert wanted | inside.get(tag, set()) <= named


def test_it_lists_every_reason_code_in_the_order_of_the_code() -> None:
    section = PAGE.partition("## 8 ")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE) == list(MEANING)


def test_it_ranks_the_row_types_as_the_arena_does() -> None:
    assert " < ".join(kind.chinese for kind in RowType) in PAGE
