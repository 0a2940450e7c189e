"""Steps in which the bot plays ordinary matches."""

from collections.abc import Iterator

from arena.check.report import Skipped, Warned
from arena.check.scripted_table import ScriptedTable
from arena.check.subject import Subject
from arena.shisanshui.arrangement import Arrangement
from protocol.text import Listed, Said

FIRST_ROUNDS = 10
SETTLING_ROUNDS = 10
MANY_ROUNDS = 40
MOST_ROUNDS = 240
"""Within so many, Node.js has cleared away what a bot leaves behind at the slowest rate that is noticed."""
NEARLY_ALL = 0.875
"""A garbage collector may use most of its memory before it clears any away."""
GROWTH_WORTH_A_WORD = 8 << 20
_MIB = 1 << 20


def plays_a_match(subject: Subject) -> Said:
    """Play a match of four seats."""
    subject.first_match = first_match(subject)
    return Said("{rounds} rounds under the rules {rules}", rounds=FIRST_ROUNDS, rules=subject.rules.first.name)


def first_match(subject: Subject) -> list[Arrangement | None]:
    """Play the first match, which has the same deals each time; return the bot's arrangements."""
    table = ScriptedTable(subject, subject.rules.first, FIRST_ROUNDS)
    laid = table.play(FIRST_ROUNDS)
    table.finish()
    return laid


def plays_several(subject: Subject) -> Said:
    """Play two more matches in the same process: other tables, other seats, other rules if it plays others."""
    for seats, rules in enumerate(subject.rules.varied(), 2):
        table = ScriptedTable(subject, rules, 3, seats, place=seats - 1)
        table.play(3)
        table.finish()
    names = Listed(rules.name for rules in subject.rules.varied())
    return Said("two more in the same process, other seats, rules {rules}", rules=names)


def plays_among_the_nameless(subject: Subject) -> Said:
    """Play with hidden names."""
    table = ScriptedTable(subject, subject.rules.first, 2, place=2, names=[f"seat {seat}" for seat in range(4)])
    table.play(2)
    table.finish()
    return Said('the seats are called "seat 0", "seat 1" …')


def takes_batches(subject: Subject) -> Said:
    """Send as many decisions in a message as the hello allows, then fewer."""
    assert subject.hello is not None, "a step before this one took it"
    batch = subject.hello.batch
    if batch == 1:
        raise Skipped("its hello asks for one decision a message")
    table = ScriptedTable(subject, subject.rules.first, 2 * batch + 1)
    for count in (batch, batch, 1):
        table.ask(*(table.deal() for _ in range(count)))
    table.finish()
    return Said("{batch} decisions in a message, twice, then one", batch=batch)


def holds_its_memory(subject: Subject) -> Said:
    """Play a longer match and measure the memory.

    What a garbage collector will give back is no growth, so where the memory has grown the match goes on until it has
    come down again, for `MOST_ROUNDS` or `NEARLY_ALL` of the memory that a bot may have.
    """
    table = ScriptedTable(subject, subject.rules.first, MOST_ROUNDS, place=3)
    before = max(_memory_after_rounds(subject, table, SETTLING_ROUNDS))
    *_between, after = _memory_after_rounds(subject, table, MANY_ROUNDS - SETTLING_ROUNDS)
    rounds = MANY_ROUNDS
    nearly_all = NEARLY_ALL * subject.settings.limits.memory_mib * _MIB
    while before + GROWTH_WORTH_A_WORD < after < nearly_all and rounds < MOST_ROUNDS:
        [after] = _memory_after_rounds(subject, table, 1)
        rounds += 1
    table.finish()
    words = Said("{size:.0f} MiB after {rounds} rounds", size=after / _MIB, rounds=rounds)
    if after > before + GROWTH_WORTH_A_WORD:
        raise Warned(
            "{words}, and {growth:.0f} MiB more than {rounds} rounds before: does it grow for ever?",
            words=words,
            growth=(after - before) / _MIB,
            rounds=rounds - SETTLING_ROUNDS,
        )
    return words


def _memory_after_rounds(subject: Subject, table: ScriptedTable, rounds: int) -> Iterator[int]:
    """Play so many rounds, and measure after each."""
    for _ in range(rounds):
        table.play(1)
        yield subject.talk().memory()
