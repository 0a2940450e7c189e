"""`arena rules`: list, show, compare and check rule sets."""

from difflib import SequenceMatcher
from typing import Any

import click
import msgspec
from rich.cells import cell_len

from arena.cli.command import chinese_option, group
from arena.cli.options import rules_given
from arena.cli.rules.sheet import deck_words, rule_sheet
from arena.cli.terminal.sheet_text import WIDTH, columns_within, fitted, padded, wrapped
from arena.language import _, spoken
from arena.shisanshui.ruleset import RuleSet, data_of, load_rules, rule_names
from protocol.text import Listed

NAMES = ("name", "chinese", "notes", "notes_chinese")
"""Keys that name or describe a rule set and are not rules."""


@group(
    short_help="List, show, compare and check rule sets.",
    epilog="""\b
Examples:
  arena rules list
  arena rules show standard
  arena rules diff standard common
  arena rules check house.toml
""",
)
def rules() -> None:
    """List, show, compare and check rule sets.

    A rule set is a name from the list or a path to a TOML file.
    """


@rules.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def list_rules(as_json: bool) -> None:
    """List the arena's own rule sets."""
    found = [load_rules(name) for name in rule_names()]
    if as_json:
        _print_json([{"name": each.name, "chinese": each.chinese, "seats": each.most_seats} for each in found])
        return
    for each in found:
        notes = next(iter(each.notes_chinese if spoken() == "zh" else each.notes), "")
        seats = f"2–{each.most_seats}"
        head = padded(f"{each.name} {each.chinese}", 26) + padded(seats, 5)
        first, *rest = wrapped(notes, WIDTH - cell_len(head))
        click.echo("\n".join([f"{head}{first}".rstrip(), *(" " * cell_len(head) + line for line in rest)]))


@rules.command()
@click.argument("name")
@chinese_option()
@click.option("--json", "as_json", is_flag=True, help="Print the rule set as data.")
def show(name: str, as_json: bool) -> None:
    """Show the rule sheet of NAME: every rule in words and tables."""
    found = rules_given(name)
    if as_json:
        _print_json(data_of(found))
    else:
        click.echo(fitted(rule_sheet(found)), nl=False)


@rules.command()
@click.argument("first")
@click.argument("second")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def diff(first: str, second: str, as_json: bool) -> None:
    """Compare two rule sets, key by key."""
    one, two = rules_given(first), rules_given(second)
    changed = differences(one, two)
    if as_json:
        _print_json({key: [left, right] for key, left, right in changed})
        return
    if not changed:
        click.echo(_("no difference"))
        return
    lines = [("", one.name, two.name), *((key, *_brief_pair(*values)) for key, *values in changed)]
    click.echo(columns_within(lines, WIDTH))


@rules.command(short_help="Check a rule set of your own.")
@click.argument("file")
def check(file: str) -> None:
    """Check a rule set of your own: name the faulty key and the reason, or sum the rule set up."""
    found = rules_given(file)
    standard = load_rules(rule_names()[0])
    keys = [key for key, _left, _right in differences(standard, found)]
    click.echo(_("{file}: a valid rule set.", file=file))
    if keys:
        differs = _("differs from {rules} in {keys}", rules=standard.name, keys=Listed(keys))
    else:
        differs = _("differs from {rules} in nothing", rules=standard.name)
    for line in (deck_words(found), differs):
        click.echo("\n".join(wrapped(line, WIDTH)))


def differences(one: RuleSet, two: RuleSet) -> list[tuple[str, Any, Any]]:
    """Return (dotted key, value in `one`, value in `two`) for each key that differs; None where a key is missing."""
    left, right = (dict(_flat(data_of(each), "")) for each in (one, two))
    keys = [*left, *(key for key in right if key not in left)]
    return [
        (key, left.get(key), right.get(key)) for key in keys if key not in NAMES and left.get(key) != right.get(key)
    ]


def _flat(data: dict[str, Any], place: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in data.items():
        if isinstance(value, dict):
            found += _flat(value, f"{place}{key}.")
        else:
            found.append((place + key, value))
    return found


def _brief_pair(left: object, right: object) -> tuple[str, str]:
    """Both values in words; of two lists only the entries that one lacks, and those that moved."""
    if not isinstance(left, list) or not isinstance(right, list):
        return _brief(left), _brief(right)
    before, after = [each for each in left if each in right], [each for each in right if each in left]
    blocks = SequenceMatcher(a=before, b=after, autojunk=False).get_matching_blocks()
    in_place = {each for block in blocks for each in before[block.a : block.a + block.size]}
    moved = [_("{entry} (moved)", entry=each) for each in after if each not in in_place]
    only_left, only_right = [each for each in left if each not in right], [each for each in right if each not in left]
    return _brief(only_left), _brief(only_right + moved)


def _brief(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "–"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _print_json(document: object) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2))
