"""Steps in which the bot plays matches as they are played every day."""

from arena.check.report import Skipped, Warned
from arena.check.scripted_table import ScriptedTable
from arena.check.subject import Subject
from arena.shisanshui.arrangement import Arrangement

FIRST_ROUNDS = 10
MANY_ROUNDS = 40
GROWTH_WORTH_A_WORD = 8 << 20
_MIB = 1 << 20


def plays_a_match(subject: Subject) -> str:
    """A match of four seats under the standard rules."""
    subject.first_match = first_match(subject)
    return f"{FIRST_ROUNDS} rounds under the standard rules at a table of four"


def first_match(subject: Subject) -> list[Arrangement | None]:
    """What the bot lays in the first match; the deals are the same each time."""
    table = ScriptedTable(subject, "standard", FIRST_ROUNDS)
    laid = table.play(FIRST_ROUNDS)
    table.finish()
    return laid


def plays_several(subject: Subject) -> str:
    """Two more matches in the same process, at other tables, in other seats, under other rules."""
    for rule_set, seats, place in (("tianmei", 2, 1), ("regional", 3, 2)):
        table = ScriptedTable(subject, rule_set, 3, seats, place)
        table.play(3)
        table.finish()
    return "two more in the same process, other seats, other rules"


def plays_among_the_nameless(subject: Subject) -> str:
    """Names are hidden."""
    table = ScriptedTable(subject, "standard", 2, place=2, names=[f"seat {seat}" for seat in range(4)])
    table.play(2)
    table.finish()
    return 'the seats are called "seat 0", "seat 1" …'


def takes_batches(subject: Subject) -> str:
    """As many decisions in a message as the hello said, and then fewer."""
    assert subject.hello is not None, "a step before this one took it"
    batch = subject.hello.batch
    if batch == 1:
        raise Skipped("its hello asks for one decision a message")
    table = ScriptedTable(subject, "standard", 2 * batch + 1)
    for count in (batch, batch, 1):
        table.ask(*(table.deal() for _ in range(count)))
    table.finish()
    return f"{batch} decisions in a message, twice, then one"


def holds_its_memory(subject: Subject) -> str:
    """A longer match, and what it does to the memory."""
    conversation = subject.talk()
    table = ScriptedTable(subject, "standard", MANY_ROUNDS, place=3)
    table.play(MANY_ROUNDS // 4)
    before = conversation.memory()
    table.play(MANY_ROUNDS - MANY_ROUNDS // 4)
    after = conversation.memory()
    table.finish()
    grown = after - before
    words = f"{after / _MIB:.0f} MiB after {MANY_ROUNDS} rounds"
    if grown > GROWTH_WORTH_A_WORD:
        rounds = MANY_ROUNDS - MANY_ROUNDS // 4
        raise Warned(f"{words}, and {grown / _MIB:.0f} MiB more than {rounds} rounds before: does it grow for ever?")
    return words
