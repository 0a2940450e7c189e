"""Messages to bytes and back. What a bot sends is untrusted: whatever is wrong with it comes out as one `WireError`."""

import re
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec

from protocol.messages import MOST_BYTES_FROM_BOT, MOST_BYTES_OF_NOTE, Answer, FromReferee, Hello
from protocol.text import one_line

Action = TypeVar("Action")
WireFault = Literal["malformed", "too-large", "bad-hello"]

encode: Final = msgspec.msgpack.Encoder().encode
"""Any message as the bytes of its one frame."""

decode_from_referee: Final = msgspec.msgpack.Decoder(FromReferee).decode
"""A message of the referee from its bytes; raises `msgspec.DecodeError`. For tools and tests."""


class WireError(Exception):
    """A message that cannot be taken: its reason code, and in words for the bot's author what is wrong with it."""

    def __init__(self, code: WireFault, message: str) -> None:
        super().__init__(message)
        self.code: Final = code
        self.message: Final = message


class BotDecoder(Generic[Action]):
    """Decodes what a bot sends; `action_type` is the type of the game's actions (`Game.action_type`)."""

    def __init__(self, action_type: Any) -> None:
        self._decode = msgspec.msgpack.Decoder(Hello | Answer[action_type]).decode

    def decode(self, data: bytes) -> "Hello | Answer[Action]":
        """Return the message in `data`.

        >>> answer = BotDecoder(int).decode(encode({"type": "answer", "match": "m1", "request": 7, "actions": [3]}))
        >>> answer.request, answer.actions
        (7, [3])

        Raise WireError: `too-large` (over 64 KiB, not even looked at), `bad-hello` (a hello with a field missing or
        of the wrong type) or `malformed` (anything else).
        """
        if len(data) > MOST_BYTES_FROM_BOT:
            raise WireError(
                "too-large", f"the message has {len(data):,} bytes; at most {MOST_BYTES_FROM_BOT:,} are allowed"
            )
        try:
            message: Hello | Answer[Action] = self._decode(data)
        except msgspec.DecodeError as error:
            raise _explained(data, str(error)) from None
        except RecursionError:
            raise WireError("malformed", "the message is nested too deep") from None
        if type(message) is Answer and message.note is not None:
            length = len(message.note.encode())
            if length > MOST_BYTES_OF_NOTE:
                raise WireError(
                    "malformed",
                    f"answer: note has {length:,} bytes in UTF-8; at most {MOST_BYTES_OF_NOTE:,} are allowed",
                )
        return message


class _Tag(msgspec.Struct):
    type: str


_decode_tag: Final = msgspec.msgpack.Decoder(_Tag).decode

_NAMES: Final = {
    "int": "an integer",
    "float": "a float",
    "bool": "true or false",
    "str": "text",
    "bytes": "binary",
    "array": "an array",
    "object": "a map",
    "null": "nil",
    "None": "nil",
    "ext": "an extension type",
}


def _explained(data: bytes, problem: str) -> WireError:
    """The error for `data`, which the decoder refused with `problem`."""
    kind = _kind(data)
    where = f"{kind}: " if kind in {"hello", "answer"} else ""
    code: WireFault = "bad-hello" if kind == "hello" else "malformed"
    return WireError(code, where + _in_words(problem))


def _kind(data: bytes) -> str:
    """The message's `type`, or nothing when even that cannot be read."""
    try:
        return _decode_tag(data).type
    except (msgspec.DecodeError, RecursionError):
        return ""


def _in_words(problem: str) -> str:
    """msgspec's "Expected `int`, got `str` - at `$.actions[0]`" in words that need no knowledge of msgspec."""
    text, _, place = problem.partition(" - at ")
    if place.startswith("`key`"):
        return "the keys of a map must be text"
    field = place.strip("`").removeprefix("$").removeprefix(".")
    subject = f'"{field}"' if field else "the message"
    if found := re.fullmatch(r"Expected `([^`]+)`, got `([^`]+)`", text):
        wanted = " or ".join(_NAMES.get(name, name) for name in found[1].split(" | "))
        return f"{subject} must be {wanted}, not {_NAMES.get(found[2], found[2])}"
    if found := re.fullmatch(r"Object missing required field `(\w+)`", text):
        return f'"{field}.{found[1]}" is missing' if field else f'"{found[1]}" is missing'
    if field == "type":
        return f'"type" must be "hello" or "answer", not {_shown(text.removeprefix("Invalid value "))}'
    if field:
        return f"{subject}: {_shown(text)}"
    return _bytes_in_words(text)


def _bytes_in_words(text: str) -> str:
    """What msgspec says of bytes that are not even msgpack."""
    fault = text.removeprefix("MessagePack data is malformed: ")
    if fault == "Input data was truncated":
        return "not msgpack: the message ends too early"
    if fault.startswith("trailing"):
        return "not one msgpack map: more bytes follow its end"
    if fault == "Invalid UTF-8 encoded string":
        return "a text is not valid UTF-8"
    return f"not msgpack: {_shown(fault)}"


def _shown(text: str) -> str:
    return one_line(text.replace("`", ""))
