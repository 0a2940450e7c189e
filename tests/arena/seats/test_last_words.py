"""What is quoted of a program that ended."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.seats.last_words import LONGEST, last_words

TRACEBACK = """\
Traceback (most recent call last):
  File "bot.py", line 9, in <module>
    main()
  File "bot.py", line 6, in main
    print(hands[13] + 1 / 0)
          ~~~~~^^^^
    ^^^^^^^^^^^^^^^^^^^^^^^^
IndexError: list index out of range
"""
COMPILER = """\
bot.cpp:3:5: error: 'x' was not declared
    3 |     x = 1;
      |     ^
make: *** [Makefile:2: bot] Error 1

"""


def test_rows_of_marks_take_no_place() -> None:
    assert last_words(TRACEBACK.splitlines()) == (
        'File "bot.py", line 9, in <module> | main() | File "bot.py", line 6, in main'
        " | print(hands[13] + 1 / 0) | IndexError: list index out of range"
    )
    assert last_words(COMPILER.splitlines()) == (
        "bot.cpp:3:5: error: 'x' was not declared | 3 |     x = 1; | make: *** [Makefile:2: bot] Error 1"
    )


def test_the_last_line_is_whole_where_those_before_it_are_not() -> None:
    error = "ValueError: " + "x" * 400
    assert last_words(["a" * 300, "b", error]) == f"b | {error}"
    assert last_words(["a" * 300, "ValueError: no"]) == "a" * 200 + " | ValueError: no"


@pytest.mark.parametrize("lines", [[], [""], ["  ^~~", "\t|"]])
def test_there_may_be_none(lines: list[str]) -> None:
    assert last_words(lines) == ""


@given(st.lists(st.text(max_size=700), max_size=8), st.text(alphabet="xyz ", min_size=1).filter(str.strip))
def test_it_is_never_long_and_the_last_is_never_cut(lines: list[str], last: str) -> None:
    said = last_words([*lines, last])
    assert len(said) <= LONGEST
    assert said.endswith(last.strip()[:LONGEST])
