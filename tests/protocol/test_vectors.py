"""Spec, vectors and code say the same."""

import re
from typing import Any, get_args, get_type_hints

import msgpack
import msgspec
import pytest

from arena.shisanshui.arrangement import Arrangement
from protocol import codec, messages
from protocol.messages import Answer, Clock, StrikeEvent
from protocol.reasons import MEANING
from tests.protocol.vectors import BAD, GOOD, PROTOCOL, ExampleMatch, data_of

SPEC = (PROTOCOL / "SPEC.md").read_text()
EXAMPLE = re.compile(
    r"\*\*Example `([\w-]+)`\*\*, ([\d,]+) bytes\n\n```json\n(.*?)\n```\n```hex\n(.*?)\n```", re.DOTALL
)
KINDS = (messages.Hello, Answer, *get_args(messages.FromReferee), StrikeEvent, messages.SeatEvent)


@pytest.mark.parametrize("name", GOOD)
def test_a_good_vectors_bytes_are_its_message(name: str) -> None:
    vector = GOOD[name]
    data = data_of(vector)
    assert msgpack.unpackb(data) == vector["message"]
    if "wide" not in name:
        assert data == codec.encode(vector["message"])


@pytest.mark.parametrize("name", GOOD)
def test_a_good_vector_is_understood(name: str) -> None:
    vector = GOOD[name]
    data = data_of(vector)
    decoded: Any = (
        codec.BotDecoder(Arrangement).decode(data) if vector["from"] == "bot" else codec.decode_from_referee(data)
    )
    assert agrees(msgspec.to_builtins(decoded), vector["message"])
    assert type(decoded).__struct_config__.tag == vector["message"]["type"]


def agrees(decoded: Any, message: Any) -> bool:
    """Nothing of the message came out different; what a type does not know may be left out of maps."""
    if isinstance(message, dict):
        return all(agrees(decoded[key], value) for key, value in message.items() if key in decoded)
    if isinstance(message, list):
        return len(decoded) == len(message) and all(map(agrees, decoded, message))
    return bool(decoded == message)


def test_the_conversation_of_the_examples_is_what_the_arena_really_says() -> None:
    match = ExampleMatch()
    said = match.join()
    said += match.feed(data_of(GOOD["answer"]))
    said += match.feed(codec.encode(reply(GOOD["decide-with-events"], 1, 2)), seat=1)
    said += match.feed(data_of(GOOD["answer-with-note"]))
    said += match.feed(codec.encode(reply(GOOD["end"], 2, 4)), seat=1)
    said[1]["rules"] = {key: said[1]["rules"][key] for key in GOOD["match"]["message"]["rules"]}
    names = ["welcome", "match", "decide", "decide-with-events", "end", "bye"]
    assert said == [GOOD[name]["message"] for name in names]
    assert match.strikes() == []


def reply(told: dict[str, Any], number: int, request: int) -> dict[str, Any]:
    """What seat 1 answered in a round, as the event of that round tells it."""
    [settled] = [event for event in told["message"]["events"] if event["round"] == number]
    rows = {name: settled["seats"][1][name] for name in ("front", "middle", "back")}
    return {"type": "answer", "match": "m7", "request": request, "actions": [rows]}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_vector_is_given_its_code(name: str) -> None:
    vector = BAD[name]
    match = ExampleMatch()
    if vector["stage"] == "hello":
        sent = match.feed(data_of(vector))
        assert [(message["type"], message["code"]) for message in sent] == [("refused", vector["code"])]
    else:
        match.join()
        match.feed(data_of(vector))
    strikes = match.strikes()
    if vector["code"] == "stale":
        assert strikes == []
        assert match.feed(data_of(GOOD["answer"])) == []
        assert match.strikes() == []
    else:
        assert [strike.code for strike in strikes] == [vector["code"]]


@pytest.mark.parametrize("name", [name for name, vector in BAD.items() if vector["message"] is not None])
def test_a_bad_vectors_bytes_are_its_message(name: str) -> None:
    assert msgpack.unpackb(data_of(BAD[name])) == BAD[name]["message"]


def test_vectors_and_spec_hold_the_same_examples() -> None:
    examples = EXAMPLE.findall(SPEC)
    assert len(examples) >= 12
    for name, size, text, dump in examples:
        data = data_of(GOOD[name])
        assert msgspec.json.decode(text) == GOOD[name]["message"], name
        assert bytes.fromhex(dump) == data, name
        assert int(size.replace(",", "")) == len(data), name
    shown = {GOOD[name]["message"]["type"] for name, *_ in examples}
    assert shown == {codec_tag(kind) for kind in KINDS[:-2]}


def codec_tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def fields_of(heading: str) -> set[str]:
    """The fields that a table of the spec lists under a heading."""
    section = SPEC.split(f"\n### `{heading}`\n")[1].split("\n#")[0]
    table = section.split("\n\nAn ")[0].split("\n| field of")[0]
    return set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))


@pytest.mark.parametrize("kind", KINDS, ids=codec_tag)
def test_the_spec_lists_exactly_the_fields_of_each_message(kind: Any) -> None:
    assert fields_of(codec_tag(kind)) == {"type", *kind.__struct_fields__}


def test_the_spec_lists_the_fields_inside_messages() -> None:
    def listed(start: str) -> set[str]:
        table = SPEC.split(start)[1].split("\n\n")[1 if start.endswith(":") else 0]
        return set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))

    assert listed("An action in Shisanshui:") == set(get_type_hints(Arrangement))
    assert listed("| field of `time` |") == set(get_type_hints(Clock))
    settled = GOOD["decide-with-events"]["message"]["events"][0]
    assert fields_of("settled") == set(settled)
    section = SPEC.split("### `settled`")[1].split("###")[0]
    assert all(f"`{key}`" in section for key in {*settled["seats"][0], *settled["transfers"][0]})


def test_the_spec_lists_every_reason_code_in_the_order_of_the_code() -> None:
    section = SPEC.split("## 9 ")[-1].split("\n## ")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE) == list(MEANING)
    assert {vector["code"] for vector in BAD.values()} <= set(MEANING)


def test_the_spec_names_the_limits_of_the_code() -> None:
    assert f"**{messages.MOST_BYTES_FROM_BOT:,}** bytes" in SPEC
    assert f"at most {messages.MOST_BYTES_OF_NOTE:,} bytes in UTF-8" in SPEC
    assert f"1–{messages.MOST_BATCH}, default 1" in SPEC
