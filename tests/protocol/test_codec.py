"""What a bot sends comes out as a message or as one WireError, whatever the bytes."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import codec
from protocol.messages import (
    Answer,
    Bye,
    Clock,
    Decide,
    End,
    FromReferee,
    Hello,
    MatchStart,
    Refused,
    StrikeEvent,
    Welcome,
)


class Rows(msgspec.Struct, frozen=True):
    front: list[str]
    middle: list[str]
    back: list[str]
    decline: bool = False


DECODER: codec.BotDecoder[Rows] = codec.BotDecoder(Rows)
ANSWER: dict[str, Any] = {"type": "answer", "match": "m", "request": 7, "actions": [None]}
HELLO: dict[str, Any] = {"type": "hello", "protocol": [1], "token": "t", "name": "n", "games": ["shisanshui"]}

text = st.text(st.characters(codec="utf-8"), max_size=20)
whole = st.integers(0, 2**63)
cards = st.lists(st.sampled_from(["As", "Td", "2c", "Xb"]), max_size=5)
plain: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False)
    | text
    | st.binary(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=12,
)
hellos = st.builds(
    Hello,
    protocol=st.lists(st.integers(0, 9)),
    token=text,
    name=text,
    games=st.lists(text),
    version=text,
    author=text,
    batch=st.integers(1, 64),
    events=st.sampled_from(["none", "water", "full"]),
)
answers = st.builds(
    Answer[Rows],
    match=text,
    request=whole,
    actions=st.lists(st.none() | st.builds(Rows, front=cards, middle=cards, back=cards, decline=st.booleans())),
    note=st.none() | text,
)
from_referee: st.SearchStrategy[FromReferee] = st.one_of(
    st.builds(Welcome, session=text, arena=text),
    st.builds(Refused, code=text, message=text),
    st.builds(
        MatchStart,
        match=text,
        game=text,
        seat=whole,
        seats=st.lists(text),
        rounds=whole,
        rules=plain,
        time=st.builds(Clock, whole, whole, whole),
    ),
    st.builds(
        Decide,
        match=text,
        request=whole,
        kind=text,
        decision_ms=whole,
        bank_ms=whole,
        items=st.lists(plain),
        events=st.lists(plain),
        legal=st.none() | st.lists(plain),
    ),
    st.builds(End, match=text, events=st.lists(plain), water=st.lists(whole), places=st.lists(whole), reason=text),
    st.builds(Bye, reason=text),
)


def refusal(data: bytes) -> codec.WireError:
    with pytest.raises(codec.WireError) as caught:
        DECODER.decode(data)
    assert "\n" not in caught.value.message
    return caught.value


@given(hellos | answers)
def test_what_a_bot_encodes_is_what_the_referee_decodes(message: Hello | Answer[Rows]) -> None:
    assert DECODER.decode(codec.encode(message)) == message


@given(from_referee)
def test_what_the_referee_encodes_is_what_a_peer_decodes(message: FromReferee) -> None:
    assert codec.decode_from_referee(codec.encode(message)) == message


@given(st.binary(max_size=300))
def test_random_bytes_raise_nothing_but_a_wire_error(data: bytes) -> None:
    refusal(data)


@given(plain | st.fixed_dictionaries({}, optional=dict.fromkeys([*ANSWER, "note", "batch"], plain)))
def test_any_other_msgpack_raises_nothing_but_a_wire_error(data: Any) -> None:
    refusal(codec.encode(data))


@given(st.sampled_from([codec.encode(ANSWER), codec.encode(HELLO)]), st.data())
def test_a_damaged_message_raises_nothing_but_a_wire_error(good: bytes, data: st.DataObject) -> None:
    damaged = bytearray(good)
    damaged[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    try:
        message = DECODER.decode(bytes(damaged))
    except codec.WireError:
        return
    assert isinstance(message, Hello | Answer)


def test_unknown_keys_are_ignored_so_that_fields_can_be_added() -> None:
    message = DECODER.decode(codec.encode({**ANSWER, "mood": {"calm": [1, 2.5, None]}}))
    assert message == Answer[Rows](match="m", request=7, actions=[None])


def test_a_message_of_64_kib_is_read_and_one_byte_more_is_too_large_even_when_it_is_rubbish() -> None:
    base = len(codec.encode({**ANSWER, "pad": b""}))
    full = codec.encode({**ANSWER, "pad": bytes(64 * 1024 - base - 1)})  # a longer length takes a byte more
    assert len(full) == 64 * 1024
    assert isinstance(DECODER.decode(full), Answer)
    error = refusal(full + b"\xc1")
    assert error.code == "too-large"
    assert error.message == "the message has 65,537 bytes; at most 65,536 are allowed"


def test_a_note_is_measured_in_bytes() -> None:
    assert DECODER.decode(codec.encode({**ANSWER, "note": "水" * 341 + "!"}))
    error = refusal(codec.encode({**ANSWER, "note": "水" * 342}))
    assert error.code == "malformed"
    assert error.message == "answer: note has 1,026 bytes in UTF-8; at most 1,024 are allowed"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not msgpack: the message ends too early"),
        (b"\xc1", "not msgpack: invalid opcode '\\xc1' (byte 0)"),
        (codec.encode(ANSWER) + b"\x00", "not one msgpack map: more bytes follow its end"),
        (b'{"type": "hello", "protocol": [1]}', "the message is JSON, and must be msgpack"),
        (b' [{"type": "answer"}]\n', "the message is JSON, and must be msgpack"),
        (b"{nothing of the kind", "the message must be a map, not an integer"),
        (codec.encode([1]), "the message must be a map, not an array"),
        (codec.encode(None), "the message must be a map, not nil"),
        (codec.encode({1: 2}), "the keys of a map must be text"),
        (codec.encode({"match": "m"}), '"type" is missing'),
        (codec.encode({"type": "anser"}), '"type" must be "hello" or "answer", not \'anser\''),
        (codec.encode({"type": 5}), '"type" must be text, not an integer'),
        (codec.encode({**ANSWER, "request": 7.0}), 'answer: "request" must be an integer, not a float'),
        (codec.encode({**ANSWER, "request": float("nan")}), 'answer: "request" must be an integer, not a float'),
        (codec.encode({**ANSWER, "request": True}), 'answer: "request" must be an integer, not true or false'),
        (codec.encode({**ANSWER, "match": b"m"}), 'answer: "match" must be text, not binary'),
        (codec.encode({**ANSWER, "actions": [5]}), 'answer: "actions[0]" must be a map or nil, not an integer'),
        (
            codec.encode({**ANSWER, "actions": [None, {"front": ["As", 2.0, "2c"], "middle": [], "back": []}]}),
            'answer: "actions[1].front[1]" must be text, not a float',
        ),
        (codec.encode({**ANSWER, "actions": [{"front": [], "back": []}]}), 'answer: "actions[0].middle" is missing'),
        (
            codec.encode({**ANSWER, "match": msgspec.msgpack.Ext(-1, b"1234")}),
            'answer: "match" must be text, not an extension type',
        ),
        (codec.encode({**ANSWER, "match": "é"}).replace(b"\xc3\xa9", b"\xff\xfe"), "a text is not valid UTF-8"),
        (b"\x82\xa4type\xa6answer\xa1z" + b"\x91" * 10_000 + b"\x00", "the message is nested too deep"),
        (b"\x84\xa4type\xa6answer\xa5match\xa1m\xa7request\x01\xa7actions\xdd\xff\xff\xff\xff", "ends too early"),
    ],
)
def test_a_malformed_message_is_explained(data: bytes, words: str) -> None:
    error = refusal(data)
    assert error.code == "malformed"
    assert words in error.message


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"protocol": 1}, 'hello: "protocol" must be an array, not an integer'),
        ({"token": None}, 'hello: "token" must be text, not nil'),
        ({"batch": 65}, 'hello: "batch": Expected int <= 64'),
        ({"events": "all"}, "hello: \"events\": Invalid enum value 'all'"),
        ({"name": 3}, 'hello: "name" must be text, not an integer'),
    ],
)
def test_a_bad_hello_has_a_code_of_its_own(change: dict[str, Any], words: str) -> None:
    error = refusal(codec.encode({**HELLO, **change}))
    assert error.code == "bad-hello"
    assert error.message == words


def test_a_hostile_text_is_shown_short_and_on_one_line() -> None:
    error = refusal(codec.encode({"type": "\x1b[2J\n" * 5_000}))
    assert error.code == "malformed"
    assert len(error.message) < 400
    assert error.message.isprintable()


def test_a_strike_names_its_kind() -> None:
    strike = StrikeEvent(request=3, code="late", message="after its deadline")
    assert msgspec.to_builtins(strike)["type"] == "strike"
