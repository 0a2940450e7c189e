"""What does not fit its type is said in words: the key, what may stand there with an example, and what came."""

from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from protocol.typed import TypedError, convert

Span = Annotated[str, msgspec.Meta(description="a duration", examples=["500ms", "2s"])]


class Inner(msgspec.Struct):
    words: (
        Annotated[list[str], msgspec.Meta(min_length=2, description="a list of words", examples=[["a", "b"]])] | None
    ) = None
    pair: tuple[int, int] | None = None
    table: dict[str, int] = {}
    share: Annotated[float, msgspec.Meta(gt=0, lt=1)] = 0.5
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=3)] = "a"
    either: Literal["low", "high"] | int = "low"
    on: bool = False
    span: Span | None = None


class Outer(msgspec.Struct):
    inner: Inner
    several: list[Inner]


def complaint(**inner: object) -> str:
    with pytest.raises(TypedError) as caught:
        convert({"inner": {}, "several": [{}, inner]}, Outer, "file")
    return str(caught.value).removeprefix("file: several[1].")


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        ({"words": "a b"}, 'words: expected a list of words such as ["a", "b"], got "a b"'),
        ({"words": ["a"]}, 'words: expected a list of words of at least 2 entries such as ["a", "b"], got ["a"]'),
        ({"words": [1, 2]}, "words[0]: expected a text in quotes, got 1"),
        ({"pair": [1]}, "pair: expected a list of 2 entries, got [1]"),
        ({"table": {"x": "y"}}, "table[...]: expected a whole number"),
        ({"share": 0}, "share: expected a number of more than 0, got 0"),
        ({"share": 1}, "share: expected a number of less than 1, got 1"),
        ({"share": "half"}, 'share: expected a number, got "half"'),
        ({"text": ""}, 'text: expected a text in quotes of at least 1 character, got ""'),
        ({"text": "abcd"}, 'text: expected a text in quotes of at most 3 characters, got "abcd"'),
        ({"text": None}, "text: expected a text in quotes, got null"),
        ({"either": "medium"}, 'either: expected "low" or "high" or a whole number, got "medium"'),
        ({"either": 1.5}, 'either: expected "low" or "high" or a whole number, got 1.5'),
        ({"on": 1}, "on: expected true or false, got 1"),
        ({"span": 5}, 'span: expected a duration such as "500ms" or "2s", got 5'),
    ],
)
def test_the_key_what_was_expected_and_what_came(inner: dict[str, object], words: str) -> None:
    assert complaint(**inner) == words


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"several": []}, "inner: missing; expected a table"),
        ({"inner": {}}, "several: missing; expected tables"),
        ({"inner": 3, "several": []}, "inner: expected a table, got 3"),
        ({"inner": {}, "several": {}}, "several: expected tables, got {}"),
        ([], "expected a table, got []"),
    ],
)
def test_tables_that_are_missing_or_something_else(data: object, words: str) -> None:
    with pytest.raises(TypedError) as caught:
        convert(data, Outer, "file")
    assert str(caught.value) == f"file: {words}"


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["words", "on", "x"]), inner),
    max_leaves=6,
)


@given(plain, st.sampled_from(Inner.__struct_fields__))
def test_whatever_comes_msgspec_is_never_quoted(value: object, key: str) -> None:
    assume("`" not in repr(value))  # what was given is quoted, msgspec's marks and all
    try:
        convert({"inner": {key: value}, "several": []}, Outer, "file")
    except TypedError as error:
        assert "`" not in str(error)
        assert str(error).startswith("file: ")
