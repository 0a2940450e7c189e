"""The game's own terms on the terminal: `full-house 葫芦` in English, `葫芦` in Chinese."""

from typing import Final

from arena.language import Paired, _, term, told
from arena.shisanshui.evaluation import OUTCOMES, Outcome
from arena.shisanshui.rows import RowType
from arena.shisanshui.settlement import REASONS, Reason
from arena.shisanshui.specials import BY_ID
from protocol.reasons import MEANING
from protocol.text import Said

ISOLATION: Final = (
    Said("system-call filter"),
    Said("limits"),
    Said("limits only, trusted"),
    Said("user of its own"),
    Said("remote: on a machine of its author's, held by nothing here"),
    Said("a bot can pass on what it saw from one leg to the next"),
)
"""The parts of the words of isolation levels, without the names of programs."""


def row_term(row: Reason) -> str:
    """Return the term for `front`, `middle` or `back`."""
    return term(row, REASONS[row][1])


def row_type_term(kind: RowType, in_front: bool = False) -> str:
    """Return the term for a row type, by its id; three of a kind has a Chinese name of its own `in_front`."""
    return term(kind.id, kind.chinese_in_front if in_front else kind.chinese)


def special_term(kind: str) -> str:
    """Return the term for a special hand, by its id."""
    return term(kind, BY_ID[kind].chinese)


def outcome_term(outcome: Outcome) -> str:
    """Return the term for the outcome of a hand."""
    return term(*OUTCOMES[outcome])


def reason_term(reason: Reason) -> str:
    """Return the term for the reason of a transfer."""
    return term(*REASONS[reason])


def isolation_term(words: str) -> str:
    """Return the words of an isolation level, such as `3: Landlock + limits`, part by part in the language in use."""
    level, _colon, means = words.partition(": ")
    if not level.isdigit():
        return told(Said(words))
    means, semicolon, caveat = means.partition("; ")
    parts = " + ".join(told(Said(part)) for part in means.split(" + "))
    said = _("{level}: {parts}", level=level, parts=parts)
    return said + (_("; {caveat}", caveat=told(Said(caveat))) if semicolon else "")


def code_term(code: str) -> str:
    """Return a reason code with its meaning in Chinese; one that is unknown stands alone."""
    return f"{code} {MEANING[code][1]}" if code in MEANING else code


def state_term(state: str) -> str:
    """Return a bot's state at the end of a match: `playing`, or the reason code of its end."""
    return _("playing") if state == "playing" else told(Paired(state, code_term(state)))
