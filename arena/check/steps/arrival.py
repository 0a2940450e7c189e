"""Steps from the start of the process to the welcome."""

from arena.check.report import Warned
from arena.check.subject import Subject
from protocol.text import Counted, Said


def starts_up(subject: Subject) -> Said:
    """Start the process and wait for its first message."""
    conversation = subject.start()
    subject.first = subject.hear_first(conversation)
    took, limit = subject.first.at - conversation.began, subject.settings.startup_ms / 1000
    words = Said("its first message came after {took:.2f} s of {limit:g} s", took=took, limit=limit)
    if took > limit / 2:
        raise Warned("{words}; a busy machine may take twice as long", words=words)
    return words


def says_hello(subject: Subject) -> Said:
    """Check that the first message is a hello that admits the bot."""
    conversation = subject.talk()
    assert subject.first is not None, "the first step heard it"
    hello = subject.take_hello(conversation, subject.first)
    subject.welcome(conversation)
    return Counted(
        hello.batch,
        '"{name}", one decision a message, events: {events}',
        '"{name}", up to {number} decisions a message, events: {events}',
        name=hello.name[:40],
        events=hello.events,
    )
