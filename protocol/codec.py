"""Messages to bytes and back. A bot's bytes are untrusted: every fault in them is raised as one `WireError`."""

import re
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec

from protocol.messages import MOST_BYTES_FROM_BOT, MOST_BYTES_OF_NOTE, Answer, FromReferee, Hello
from protocol.text import OR, Listed, Said, SaidError, one_line

Action = TypeVar("Action")
WireFault = Literal["malformed", "too-large", "bad-hello"]

encode: Final = msgspec.msgpack.Encoder().encode
"""Encode any message as the bytes of its one frame."""

decode_from_referee: Final = msgspec.msgpack.Decoder(FromReferee).decode
"""Decode a message of the referee. Raises `msgspec.DecodeError`. For tools and tests."""


class WireError(SaidError):
    """A message that is refused: the reason code, and what is wrong in words for the bot's author."""

    def __init__(self, code: WireFault, words: Said) -> None:
        super().__init__(words)
        self.code: Final = code
        self.message: Final = str(words)


class BotDecoder(Generic[Action]):
    """Decodes messages of a bot; `action_type` is the type of the game's actions (`Game.action_type`)."""

    def __init__(self, action_type: Any) -> None:
        self._decode = msgspec.msgpack.Decoder(Hello | Answer[action_type]).decode

    def decode(self, data: bytes) -> "Hello | Answer[Action]":
        """Return the message in `data`.

        >>> answer = BotDecoder(int).decode(encode({"type": "answer", "match": "m1", "request": 7, "actions": [3]}))
        >>> answer.request, answer.actions
        (7, [3])

        Raises WireError: `too-large` (over 64 KiB, not even looked at), `bad-hello` (a hello with a field missing or
        of the wrong type) or `malformed` (anything else).
        """
        if len(data) > MOST_BYTES_FROM_BOT:
            words = Said(
                "the message has {size:,} bytes; at most {most:,} are allowed", size=len(data), most=MOST_BYTES_FROM_BOT
            )
            raise WireError("too-large", words)
        try:
            message: Hello | Answer[Action] = self._decode(data)
        except msgspec.DecodeError as error:
            raise _explained(data, str(error)) from None
        except RecursionError:
            raise WireError("malformed", Said("the message is nested too deep")) from None
        if type(message) is Answer and message.note is not None:
            size = len(message.note.encode())
            if size > MOST_BYTES_OF_NOTE:
                words = Said(
                    "answer: note has {size:,} bytes in UTF-8; at most {most:,} are allowed",
                    size=size,
                    most=MOST_BYTES_OF_NOTE,
                )
                raise WireError("malformed", words)
        return message


class _Tag(msgspec.Struct):
    type: str


_decode_tag: Final = msgspec.msgpack.Decoder(_Tag).decode

_NAMES: Final = {
    "int": Said("an integer"),
    "float": Said("a float"),
    "bool": Said("true or false"),
    "str": Said("text"),
    "bytes": Said("binary"),
    "array": Said("an array"),
    "object": Said("a map"),
    "null": Said("nil"),
    "None": Said("nil"),
    "ext": Said("an extension type"),
}
_MESSAGE: Final = Said("the message")


def _explained(data: bytes, problem: str) -> WireError:
    """Return the error for `data`, which the decoder refused with `problem`."""
    if _is_json(data):
        return WireError("malformed", Said("the message is JSON, and must be msgpack"))
    kind = _kind(data)
    words = _in_words(problem)
    if kind in {"hello", "answer"}:
        words = Said("{message}: {fault}", message=kind, fault=words)
    return WireError("bad-hello" if kind == "hello" else "malformed", words)


def _is_json(data: bytes) -> bool:
    """Whether it is a map or a list in JSON, in which msgpack would see a number and more."""
    if not data.lstrip().startswith((b"{", b"[")):
        return False
    try:
        msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _kind(data: bytes) -> str:
    """Return the message's `type`; empty if even that cannot be read."""
    try:
        return _decode_tag(data).type
    except (msgspec.DecodeError, RecursionError):
        return ""


def _in_words(problem: str) -> Said:
    """Put msgspec's "Expected `int`, got `str` - at `$.actions[0]`" in plain words."""
    text, _, place = problem.partition(" - at ")
    if place.startswith("`key`"):
        return Said("the keys of a map must be text")
    field = place.strip("`").removeprefix("$").removeprefix(".")
    subject: object = f'"{field}"' if field else _MESSAGE
    if found := re.fullmatch(r"Expected `([^`]+)`, got `([^`]+)`", text):
        wanted = Listed((_NAMES.get(name, name) for name in found[1].split(" | ")), OR)
        return Said(
            "{subject} must be {wanted}, not {kind}",
            subject=subject,
            wanted=wanted,
            kind=_NAMES.get(found[2], found[2]),
        )
    if found := re.fullmatch(r"Object missing required field `(\w+)`", text):
        return Said('"{field}" is missing', field=f"{field}.{found[1]}" if field else found[1])
    if field == "type":
        given = _shown(text.removeprefix("Invalid value "))
        return Said('"type" must be "hello" or "answer", not {given}', given=given)
    if field:
        return Said("{subject}: {fault}", subject=subject, fault=_shown(text))
    return _bytes_in_words(text)


def _bytes_in_words(text: str) -> Said:
    """Put what msgspec says of bytes that are not msgpack in plain words."""
    fault = text.removeprefix("MessagePack data is malformed: ")
    if fault == "Input data was truncated":
        return Said("not msgpack: the message ends too early")
    if fault.startswith("trailing"):
        return Said("not one msgpack map: more bytes follow its end")
    if fault == "Invalid UTF-8 encoded string":
        return Said("a text is not valid UTF-8")
    return Said("not msgpack: {fault}", fault=_shown(fault))


def _shown(text: str) -> str:
    return one_line(text.replace("`", ""))
