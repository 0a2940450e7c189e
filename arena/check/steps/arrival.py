"""Steps from the start of the process to the welcome."""

from arena.check.report import Warned
from arena.check.subject import Subject


def starts_up(subject: Subject) -> str:
    """The process starts and says something within its time."""
    conversation = subject.start()
    subject.first = subject.hear_first(conversation)
    took, limit = subject.first.at - conversation.began, subject.settings.startup_ms / 1000
    words = f"its first message came after {took:.2f} s of {limit:g} s"
    if took > limit / 2:
        raise Warned(f"{words}; a busy machine may take twice as long")
    return words


def says_hello(subject: Subject) -> str:
    """What it said is a hello that admits it."""
    conversation = subject.talk()
    assert subject.first is not None, "the first step heard it"
    hello = subject.take_hello(conversation, subject.first)
    subject.welcome(conversation)
    decisions = "one decision" if hello.batch == 1 else f"up to {hello.batch} decisions"
    return f'"{hello.name[:40]}", {decisions} a message, events: {hello.events}'
