"""Sentences before a language is chosen for them."""

import weakref

from protocol.text import Said


class Held:
    """Something that a frame holds, such as a connection."""


def failing(held: Held) -> Said:
    try:
        int("broken")
    except ValueError as error:
        return Said("cannot be read: {fault}", fault=error)
    raise AssertionError


def test_a_sentence_about_an_error_does_not_keep_alive_what_raised_it() -> None:
    held = Held()
    gone = weakref.ref(held)
    said = failing(held)
    del held
    assert gone() is None
    assert str(said) == "cannot be read: invalid literal for int() with base 10: 'broken'"
