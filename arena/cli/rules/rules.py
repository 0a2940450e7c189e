"""`arena rules`: the rule sets, in words, side by side, and checked."""

from difflib import SequenceMatcher
from typing import Any

import click
import msgspec
from rich.cells import cell_len

from arena.cli.command import group
from arena.cli.options import rules_given
from arena.cli.rules.sheet import deck_words, rule_sheet
from arena.cli.sheet_text import WIDTH, Tongue, columns_within, fitted, padded, wrapped
from arena.shisanshui.ruleset import RuleSet, data_of, load_rules, rule_names

NAMES = ("name", "chinese", "notes", "notes_chinese")
"""What a rule set is called, which is no rule."""


@group(short_help="Rule sets: list, read, compare and check them.")
def rules() -> None:
    """Rule sets: list them, read them, compare them, check one of your own.

    A rule set is a name from the list or a path to a TOML file.
    """


@rules.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def list_rules(as_json: bool) -> None:
    """The rule sets that come with the arena."""
    found = [load_rules(name) for name in rule_names()]
    if as_json:
        _print_json([{"name": each.name, "chinese": each.chinese, "seats": each.most_seats} for each in found])
        return
    for each in found:
        notes = each.notes[0] if each.notes else ""
        seats = f"2–{each.most_seats}"
        head = padded(each.name, 14) + padded(each.chinese, 14) + padded(seats, 5)
        first, *rest = wrapped(notes, WIDTH - cell_len(head))
        click.echo("\n".join([f"{head}{first}".rstrip(), *(" " * cell_len(head) + line for line in rest)]))


@rules.command()
@click.argument("name")
@click.option("--zh", "chinese", is_flag=True, help="In Chinese (中文).")
@click.option("--json", "as_json", is_flag=True, help="The rule set as data.")
def show(name: str, chinese: bool, as_json: bool) -> None:
    """The whole rule sheet of NAME, made from its data."""
    found = rules_given(name)
    if as_json:
        _print_json(data_of(found))
    else:
        click.echo(fitted(rule_sheet(found, chinese)), nl=False)


@rules.command()
@click.argument("first")
@click.argument("second")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def diff(first: str, second: str, as_json: bool) -> None:
    """What differs between two rule sets, key by key."""
    one, two = rules_given(first), rules_given(second)
    changed = differences(one, two)
    if as_json:
        _print_json({key: [left, right] for key, left, right in changed})
        return
    if not changed:
        click.echo("no difference")
        return
    lines = [("", one.name, two.name), *((key, *_brief_pair(*values)) for key, *values in changed)]
    click.echo(columns_within(lines, WIDTH))


@rules.command(short_help="Check a rule set of your own.")
@click.argument("file")
def check(file: str) -> None:
    """Check a rule set of your own: it is refused with key and reason, or summed up."""
    found = rules_given(file)
    changed = differences(load_rules(rule_names()[0]), found)
    words = f"differs from {rule_names()[0]} in {', '.join(key for key, _, _ in changed) or 'nothing'}"
    click.echo(f"{file}: a valid rule set.")
    for line in (deck_words(found, Tongue(False)), words):
        click.echo("\n".join(wrapped(line, WIDTH)))


def differences(one: RuleSet, two: RuleSet) -> list[tuple[str, Any, Any]]:
    """(dotted key, value in the first, value in the second) for each key that differs; None where there is none."""
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
    """Both values in words; of two lists only what one has and the other has not, and what has moved."""
    if not isinstance(left, list) or not isinstance(right, list):
        return _brief(left), _brief(right)
    before, after = [each for each in left if each in right], [each for each in right if each in left]
    blocks = SequenceMatcher(a=before, b=after, autojunk=False).get_matching_blocks()
    in_place = {each for block in blocks for each in before[block.a : block.a + block.size]}
    moved = [f"{each} (moved)" for each in after if each not in in_place]
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
