"""What others wrote stands in a page of Markdown as they wrote it, by a reader that is not ours."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tournaments.reports.markdown.text import code, in_cell, md

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
LETTERS = st.sampled_from([*"ab1 .-+*_`~|\\[](){}<>!#&;:/'\"=$^", "&amp;", "<img src=x>", "](http://x)", "\n", "刁"])
WRITTEN = st.lists(LETTERS, min_size=1, max_size=12).map("".join).filter(str.strip)


def inline(page: str) -> list[Token]:
    """Everything in the page that is no block."""
    return [child for token in READER.parse(page) if token.children for child in token.children]


@given(WRITTEN)
def test_text_is_shown_as_it_was_written_and_as_nothing_else(written: str) -> None:
    line = " ".join(written.split())
    for page in (f"# {md(written)}", f"- by water: {md(written)}.", f"| a |\n|---|\n| x {md(written)} |"):
        found = inline(page)
        assert {token.type for token in found} <= {"text", "text_special"}
        assert line in "".join(token.content for token in found)
    blocks = [token.type for token in READER.parse(f"| a | b |\n|---|---|\n| {md(written)} | {md(written)} |")]
    assert blocks.count("td_open") == 2


@given(WRITTEN)
def test_code_is_shown_as_it_was_written(written: str) -> None:
    (token,) = inline(f"# {code(written)}")
    assert (token.type, token.content.strip()) == ("code_inline", " ".join(written.split()))


@given(st.integers(1, 3))
def test_a_stroke_in_code_ends_no_cell(strokes: int) -> None:
    page = f"| a | b |\n|---|---|\n| {in_cell(code('x' + '|' * strokes))} | c |"
    assert [token.content for token in inline(page)] == ["a", "b", "x" + "|" * strokes, "c"]
