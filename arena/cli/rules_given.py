"""The rule set that a command line names."""

from pathlib import Path

from arena.errors import UsageError
from arena.shisanshui.ruleset import RuleSet, load_rules, rule_names
from protocol.typed import TypedError


def rules_given(name: str) -> RuleSet:
    """The rule set of that name or in that file.

    Raises UsageError when there is none, TypedError when the file is at fault.
    """
    try:
        return load_rules(name)
    except TypedError as error:
        if name in rule_names() or Path(name).exists():
            raise
        raise UsageError(str(error)) from None
