"""Steps about endings: a goodbye at the end, early, a refusal instead of a welcome, and a crash in mid-match."""

from arena.check.conversation import Conversation
from arena.check.report import PROGRAM, Skipped, Warned
from arena.check.scripted_table import ScriptedTable
from arena.check.steps.matches import first_match
from arena.check.subject import Subject
from arena.shisanshui.arrangement import Absent
from protocol.text import Counted, Listed, Said

_BYE = {"type": "bye", "reason": "completed"}


def says_goodbye(subject: Subject) -> Said:
    """Check that the bot ends by itself, cleanly, when told to."""
    return _leave(subject, subject.talk())


def leaves_nobody(subject: Subject) -> Said:
    """Check that no process of the bot outlives it."""
    if subject.left_behind is None:
        raise Skipped("the bot did not end by itself")
    if subject.left_behind:
        words = Counted(
            len(subject.left_behind),
            "{number} process left running: {processes}",
            "{number} processes left running: {processes}",
            processes=Listed(subject.left_behind[:3]),
        )
        raise subject.complaint(words, Said("a bot that ends what it starts"), PROGRAM)
    return Said("nothing runs on after it has ended")


def leaves_early(subject: Subject) -> Said:
    """Say goodbye right after the welcome."""
    return _leave(subject, subject.join())


def takes_a_refusal(subject: Subject) -> Said:
    """Refuse the bot; it must leave, with any exit status."""
    conversation = subject.start()
    subject.take_hello(conversation, subject.hear_first(conversation))
    conversation.send({"type": "refused", "code": "bad-token", "message": "refused by arena check, as a test"})
    took = conversation.await_end(any_status=True)
    subject.close_conversation()
    return Said("it ended {seconds:.2f} s after it was refused", seconds=took)


def comes_back(subject: Subject) -> Said:
    """Kill the bot while it thinks and start it again in the same match, with the same scratch folder."""
    subject.join()
    table = ScriptedTable(subject, subject.rules.first, 6, place=1)
    table.play(2)
    broken = table.open(table.deal())
    table.send_decide([broken])
    subject.talk().kill()
    subject.join(again=True)
    table.settle(broken, Absent.ESCAPE)
    table.begin()
    table.play(3)
    table.finish()
    return Said("killed in round 3, it went on with round 4")


def plays_alike(subject: Subject) -> Said:
    """Start the bot anew and repeat the deals of its first match."""
    subject.join()
    again = first_match(subject)
    differing = sum(one != other for one, other in zip(subject.first_match, again, strict=True))
    if differing:
        raise Warned(
            "{differing} of {hands} hands were laid differently when dealt again; "
            "its matches cannot be repeated move by move",
            differing=differing,
            hands=len(again),
        )
    return Said("{hands} hands dealt again were laid the same", hands=len(again))


def _leave(subject: Subject, conversation: Conversation) -> Said:
    conversation.send(_BYE)
    took = conversation.await_end()
    if subject.left_behind is None:
        subject.left_behind = conversation.left_behind()
    subject.close_conversation()
    return Said("it ended {seconds:.2f} s after the goodbye", seconds=took)
