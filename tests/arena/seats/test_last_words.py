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


RUBY = "bot.rb:3:in 'arrange': no pair (RuntimeError)\n" + "\tfrom bot.rb:9:in 'run'\n" * 30
JAVA = (
    'Exception in thread "main" java.lang.IllegalStateException: round 3\n'
    + "\tat Bot.run(Bot.java:9)\n" * 8
    + "Caused by: java.lang.NullPointerException: hand\n"
    + "\tat Bot.arrange(Bot.java:3)\n" * 8
    + "\t... 8 more\n"
)
NODE = (
    "bot.js:3\n  throw new Error('no pair')\n  ^\n\nError: no pair\n"
    + "    at f (bot.js:3:9)\n" * 9
    + "\nNode.js v18\n"
)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (RUBY, "bot.rb:3:in 'arrange': no pair (RuntimeError) | from bot.rb:9:in 'run'"),
        (JAVA, "Caused by: java.lang.NullPointerException: hand | ... 8 more"),
        (NODE, "Error: no pair | Node.js v18"),
        ("Error: no pair\n    at f (bot.js:3:9)\n", "Error: no pair | at f (bot.js:3:9)"),
    ],
    ids=["Ruby", "Java", "Node", "a short stack"],
)
def test_the_error_above_a_deep_stack_is_quoted(output: str, said: str) -> None:
    assert last_words(output.splitlines()) == said


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
