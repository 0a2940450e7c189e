"""Steps about endings: the goodbye at the end, early, in place of a welcome, and a crash in the middle."""

from arena.check.conversation import Conversation
from arena.check.report import PROGRAM, Skipped, Warned
from arena.check.scripted_table import ScriptedTable
from arena.check.steps.matches import first_match
from arena.check.subject import Subject
from arena.shisanshui.arrangement import Absent

_BYE = {"type": "bye", "reason": "completed"}


def says_goodbye(subject: Subject) -> str:
    """It ends by itself when it is told to, and cleanly."""
    return _leave(subject, subject.talk())


def leaves_nobody(subject: Subject) -> str:
    """No process is left of a bot that has ended."""
    if subject.left_behind is None:
        raise Skipped("the bot did not end by itself")
    if subject.left_behind:
        count = len(subject.left_behind)
        words = f"{count} process{'es' if count > 1 else ''} left running: {', '.join(subject.left_behind[:3])}"
        raise subject.complaint(words, "a bot that ends what it starts", PROGRAM)
    return "nothing runs on after it has ended"


def leaves_early(subject: Subject) -> str:
    """The goodbye comes right after the welcome."""
    return _leave(subject, subject.join())


def takes_a_refusal(subject: Subject) -> str:
    """It is refused; whatever its exit status, it does not stay."""
    conversation = subject.start()
    subject.take_hello(conversation, subject.hear_first(conversation))
    conversation.send({"type": "refused", "code": "bad-token", "message": "refused by arena check, as a test"})
    took = conversation.await_end(any_status=True)
    subject.close_conversation()
    return f"it ended {took:.2f} s after it was refused"


def comes_back(subject: Subject) -> str:
    """It is killed while it thinks and started again in the same match, with the scratch folder it had."""
    subject.join()
    table = ScriptedTable(subject, "standard", 6, place=1)
    table.play(2)
    broken = table.open(table.deal())
    table.send_decide([broken])
    subject.talk().kill()
    subject.join(again=True)
    table.settle(broken, Absent.ESCAPE)
    table.begin()
    table.play(3)
    table.finish()
    return "killed in round 3, it went on with round 4"


def plays_alike(subject: Subject) -> str:
    """A new start and the same deals."""
    subject.join()
    again = first_match(subject)
    differing = sum(one != other for one, other in zip(subject.first_match, again, strict=True))
    if differing:
        raise Warned(
            f"{differing} of {len(again)} hands were laid otherwise when dealt again; "
            "its matches cannot be played again move by move"
        )
    return f"{len(again)} hands dealt again were laid the same"


def _leave(subject: Subject, conversation: Conversation) -> str:
    conversation.send(_BYE)
    took = conversation.await_end()
    if subject.left_behind is None:
        subject.left_behind = conversation.left_behind()
    subject.close_conversation()
    return f"it ended {took:.2f} s after the goodbye"
