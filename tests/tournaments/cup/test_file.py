"""The tournament file: what is wrong with it is said in one line that names file and key, before anything starts."""

import re
from pathlib import Path

import pytest

from arena.errors import ArenaError
from protocol.typed import TypedError
from tournaments.cup.file import as_begun, load_cup, sections_of
from tournaments.cup.methods import Methods
from tournaments.formats.brackets.elimination import Elimination

BOT = 'name = "{name}"\ncommand = ["python", "bot.py"]\nversion = "2"\nauthor = "me"\n'
HEAD = '[tournament]\nname = "Cup"\n'
TWO = '[[bots]]\npath = "a"\n[[bots]]\npath = "b"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with bots `a` to `f`."""
    for name in "abcdef":
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(BOT.format(name=name))
        (tmp_path / name / "bot.py").write_text("print(1)\n")
    return tmp_path


def write(folder: Path, text: str) -> Path:
    path = folder / "cup.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_left_out_is_the_default(folder: Path) -> None:
    cup = load_cup(write(folder, HEAD + TWO))
    settings = cup.settings()
    assert (settings.rounds, settings.duplicate, settings.decision_ms, settings.grace_ms) == (100, True, 1000, 100)
    assert (settings.bank_ms, settings.startup_ms, settings.on_late) == (0, 10_000, "foul")
    assert (settings.strikes, settings.restarts, settings.thinking, settings.batch) == (10, 1, "parallel", 1)
    assert cup.stages == [Elimination(table_size=4, advance=2)]
    assert cup.rules["name"] == "standard"
    assert cup.provably_fair
    assert [(bot.name, bot.version, bot.author) for bot in cup.bots] == [("a", "2", "me"), ("b", "2", "me")]


def test_every_key_is_read(folder: Path) -> None:
    text = """
    [tournament]
    name = "Cup"
    rules = "regional"
    base = 5
    seed = "open"
    salt = "lottery 42"
    seeding = "rating"
    [match]
    rounds = 7
    duplicate = false
    decision = "250ms"
    grace = "60ms"
    bank = "2s"
    startup = "3s"
    on_late = "stand-in"
    strikes = 3
    restarts = 0
    thinking = "serial"
    batch = 4
    [[bots]]
    path = "a"
    rating = 1400
    [[bots]]
    path = "a"
    name = "a again"
    rating = 1600.5
    [[bots]]
    name = "c"
    command = ["python", "c/bot.py"]
    [[stages]]
    format = "elimination"
    table_size = 3
    advance = 1
    extra_rounds = 5
    extra_limit = 0
    """
    cup = load_cup(write(folder, text))
    assert cup.draw("").entrants.bots == ("a again", "c", "a")
    assert cup.rules["base"] == 5
    assert cup.rules["name"] == "regional"
    settings = cup.settings()
    assert (settings.decision_ms, settings.grace_ms, settings.bank_ms, settings.startup_ms) == (250, 60, 2000, 3000)
    assert (settings.on_late, settings.thinking, settings.batch) == ("stand-in", "serial", 4)
    assert not cup.provably_fair
    assert cup.program("c").folder == str(folder)
    assert cup.bots[0].digest == cup.bots[1].digest != cup.bots[2].digest
    assert sections_of(text) == {"tournament": cup.tournament, "match": cup.match, "stages": cup.stages}


@pytest.mark.parametrize(
    ("said", "ratings", "methods", "seeding"),
    [
        ("", (1400.0, 1500.0), 5, "rating"),
        ("", (1400.0, None), 5, "draw"),
        ("", (None, None), 5, "draw"),
        ("", (1400.0, 1500.0), 4, "entry"),
        ('seeding = "rating"', (None, None), 4, "rating"),
        ('seeding = "entry"', (1400.0, 1500.0), 5, "entry"),
    ],
)
def test_silence_on_seeding_means_what_it_meant_when_the_tournament_was_begun(
    folder: Path, said: str, ratings: tuple[float | None, ...], methods: Methods, seeding: str
) -> None:
    given = [f"rating = {rating}" if rating is not None else "" for rating in ratings]
    bots = [f'[[bots]]\npath = "a"\nname = "{name}"\n{rating}\n' for name, rating in zip("ab", given, strict=True)]
    text = f'[tournament]\nname = "Cup"\n{said}\n{"".join(bots)}'
    cup = as_begun(load_cup(write(folder, text)), text, methods)
    assert (cup.tournament.seeding, cup.methods) == (seeding, methods)
    assert sections_of(text, methods)["tournament"] == cup.tournament


def test_a_rule_set_may_be_a_file_beside_the_tournament_file(folder: Path) -> None:
    (folder / "house.toml").write_text('extends = "standard"\nequal_rows = "foul"\n')
    cup = load_cup(write(folder, HEAD + 'rules = "house.toml"\n' + TWO))
    assert cup.rules["equal_rows"] == "foul"


FAULTS = {
    "an unknown key": (HEAD + "ruels = 1\n" + TWO, r'unknown key "tournament\.ruels"; did you mean "rules"\?'),
    "an unknown key of a match": (
        HEAD + "[match]\nround = 5\n" + TWO,
        r'unknown key "match\.round"; did you mean "rounds"\?',
    ),
    "an unknown key of a bot": (
        HEAD + '[[bots]]\npth = "a"\n[[bots]]\npath = "b"\n',
        r'unknown key "bots\[0\]\.pth"; did you mean "path"\?',
    ),
    "an unknown key of a stage": (
        HEAD + TWO + '[[stages]]\nformat = "elimination"\ntable_sise = 4\n',
        r'stages\[0\]: unknown key "table_sise"; did you mean "table_size"\?',
    ),
    "a missing name": ("[tournament]\n" + TWO, "tournament.*name"),
    "a wrong type": (HEAD + '[match]\nrounds = "many"\n' + TWO, r'match\.rounds: expected a whole number, got "many"$'),
    "a number for a duration": (
        HEAD + "[match]\ndecision = 5\n" + TWO,
        r'match\.decision: expected a duration such as "500ms" or "2s" or "10m" or "1h", got 5$',
    ),
    "a number for a size": (
        HEAD + "[match.limits]\nmemory = 512\n" + TWO,
        r'match\.limits\.memory: expected a size such as "256KiB" or "512MiB" or "2GiB", got 512$',
    ),
    "a command in one text": (
        HEAD + TWO + '[[bots]]\nname = "x"\ncommand = "python x.py"\n',
        r'bots\[2\]\.command: expected a list of words such as \["python", "bot\.py"\], got "python x\.py"$',
    ),
    "no [tournament]": (TWO, r"tournament: missing; expected a table$"),
    "no bots": (HEAD, r"bots: missing; expected tables$"),
    "a control character in the cup's name": (
        '[tournament]\nname = "Cup\\u001b[2J"\n' + TWO,
        r"tournament\.name: expected printable characters",
    ),
    "a cup's name that is a formula": ('[tournament]\nname = "=1+1"\n' + TWO, r"tournament\.name: .* spreadsheet"),
    "a control character in a bot's name": (
        HEAD + TWO + '[[bots]]\npath = "a"\nname = "\\u202egnorts"\n',
        r"bots\[2\]\.name: expected printable characters",
    ),
    "a name of space": (HEAD + TWO + '[[bots]]\npath = "a"\nname = " x"\n', r"bots\[2\]\.name: expected 1 to 40"),
    "a file for a folder": (
        HEAD + TWO + '[[bots]]\npath = "a/bot.py"\n',
        r"bots\[2\]\.path: .*a/bot\.py: a file, not a bot's folder; give .*/a, or name and command",
    ),
    "a salt with a line break": (HEAD + 'salt = "a\\nb"\n' + TWO, r"tournament\.salt: expected printable"),
    "a wrong duration": (HEAD + '[match]\ndecision = "soon"\n' + TWO, r"match\.decision: expected a duration"),
    "a value out of range": (
        HEAD + "[match]\nrounds = 0\n" + TWO,
        r"match\.rounds: expected a whole number of at least 1, got 0$",
    ),
    "an unknown rule set": (HEAD + 'rules = "standrad"\n' + TWO, r'tournament\.rules: .*did you mean "standard"\?'),
    "a missing rule file": (HEAD + 'rules = "none.toml"\n' + TWO, r"tournament\.rules: .*none\.toml: no such file"),
    "a missing bot": (HEAD + TWO + '[[bots]]\npath = "nobody"\n', r"bots\[2\]\.path: .*nobody: no such folder"),
    "a bot without bot.toml": (HEAD + TWO + '[[bots]]\npath = "empty"\n', r"bots\[2\]\.path: .*no bot\.toml"),
    "a bad bot.toml": (HEAD + TWO + '[[bots]]\npath = "bad"\n', r'bots\[2\]\.path: .*bot\.toml: unknown key "comand"'),
    "a command without run bit": (
        HEAD + TWO + '[[bots]]\nname = "x"\ncommand = ["./norun"]\n',
        r"bots\[2\]\.command: .*no run bit; run: chmod \+x",
    ),
    "a bot that is nothing": (HEAD + TWO + '[[bots]]\nname = "x"\n', r'bots\[2\]: expected either "path" or'),
    "a bot that is both": (
        HEAD + TWO + '[[bots]]\npath = "a"\nname = "x"\ncommand = ["python"]\n',
        r'bots\[2\]: expected either "path" or',
    ),
    "a command without a name": (HEAD + TWO + '[[bots]]\ncommand = ["python"]\n', r'bots\[2\]: .*needs a "name"'),
    "a name given twice": (HEAD + TWO + '[[bots]]\npath = "a"\n', r'bots: the name "a" is given 2 times'),
    "one bot": (HEAD + '[[bots]]\npath = "a"\n', "bots: expected at least 2, got 1"),
    "an unknown format": (
        HEAD + TWO + '[[stages]]\nformat = "eliminaton"\n',
        r'stages\[0\]: format: unknown format "eliminaton"; did you mean "elimination"\?',
    ),
    "a stage without format": (HEAD + TWO + "[[stages]]\ntable_size = 4\n", r"stages\[0\]: format: missing"),
    "everybody advances": (
        HEAD + TWO + '[[stages]]\nformat = "elimination"\ntable_size = 3\nadvance = 3\n',
        r"stages\[0\]: advance: expected less than table_size = 3, got 3",
    ),
    "a table for nine": (
        HEAD + TWO + '[[stages]]\nformat = "elimination"\ntable_size = 9\n',
        r"stages\[0\]: table_size: expected a whole number of at most 8, got 9",
    ),
    "a table the deck cannot serve": (
        HEAD
        + "".join(f'[[bots]]\npath = "{name}"\n' for name in "abcdef")
        + '[[stages]]\nformat = "elimination"\ntable_size = 6\n',
        r"stages\[0\]\.table_size: 6 seats: the deck .* serves 4",
    ),
    **{
        f"a rating of {rating}": (
            HEAD + TWO + f'[[bots]]\npath = "a"\nname = "c"\nrating = {rating}\n',
            rf"bots\[2\].*rating: expected a number up to 1000000, got {re.escape(shown)}",
        )
        for rating, shown in {"nan": "nan", "-inf": "-inf", "1e308": "1e+308", "1000001": "1e+06"}.items()
    },
    **{
        f"a confidence of {confidence}": (
            HEAD + f"[match]\nuntil = {{confidence = {confidence}}}\n" + TWO,
            rf"match\.until.*confidence: expected 0\.5 to less than 1, got {confidence}",
        )
        for confidence in ("nan", "inf", "1")
    },
    "a size without end": (
        HEAD + f'[match.limits]\nmemory = "{"9" * 400}GiB"\n' + TWO,
        r'match\.limits\.memory: expected a size such as "256KiB"',
    ),
    "no stage": ("stages = []\n" + HEAD + TWO, r"stages: expected at least one \[\[stages\]\] table"),
    "no TOML": ("[tournament\n", "not valid TOML"),
    "no end of lists": ("a = " + "[" * 50_000, "not valid TOML: more than 50 tables and lists"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_file_and_key(folder: Path, name: str) -> None:
    (folder / "empty").mkdir()
    (folder / "bad").mkdir()
    (folder / "bad" / "bot.toml").write_text('name = "bad"\ncomand = ["python", "bot.py"]\n')
    (folder / "norun").write_text("#!/bin/sh\n")
    text, words = FAULTS[name]
    path = write(folder, text)
    with pytest.raises((ArenaError, TypedError), match=words) as caught:
        load_cup(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TypedError, match=r"cup\.toml: no such file"):
        load_cup(tmp_path / "cup.toml")


def test_a_large_table_is_no_fault_where_fewer_bots_sit_down(folder: Path) -> None:
    stage = '[[stages]]\nformat = "elimination"\ntable_size = 8\n'
    assert load_cup(write(folder, HEAD + TWO + stage)).largest_table == 2


def test_a_byte_order_mark_is_no_fault(folder: Path) -> None:
    path = folder / "cup.toml"
    path.write_text(HEAD + TWO, encoding="utf-8-sig")
    assert load_cup(path) == load_cup(write(folder, HEAD + TWO))


def test_a_file_in_another_encoding_is_told_by_name(folder: Path) -> None:
    path = folder / "cup.toml"
    path.write_text(HEAD.replace("Cup", "十三水杯") + TWO, encoding="gb18030")
    with pytest.raises(TypedError, match=r"cup\.toml: not UTF-8 text, as TOML is; save it with the encoding UTF-8$"):
        load_cup(path)


def test_a_limit_below_the_first_block_is_refused(folder: Path) -> None:
    match = "[match]\nrounds = 100\nuntil = {max_rounds = 99}\n"
    with pytest.raises(ArenaError, match=r"match\.until\.max_rounds: expected rounds = 100 or more, got 99$"):
        load_cup(write(folder, HEAD + match + TWO))
    assert load_cup(write(folder, HEAD + match.replace("99", "100") + TWO)).match.until is not None


def test_whom_a_table_waits_for_has_to_play(folder: Path) -> None:
    match = '[match]\nuntil = {between = ["a", "b"]}\n'
    assert load_cup(write(folder, HEAD + match + TWO)).match.until is not None
    with pytest.raises(ArenaError, match=r'cup\.toml: match\.until\.between: no bot is called "ab?c"'):
        load_cup(write(folder, HEAD + match.replace('"a"', '"ac"') + TWO))


def test_a_bot_is_refused_for_rules_that_it_does_not_list(folder: Path) -> None:
    wild = write(folder, '[tournament]\nname = "Cup"\nrules = "wild"\n' + TWO)
    with pytest.raises(ArenaError, match=r"cup\.toml: bots\[0\]: a: its bot\.toml lists no rules"):
        load_cup(wild)
    for name in "ab":
        (folder / name / "bot.toml").write_text('rules = ["wild"]\n' + BOT.format(name=name))
    assert load_cup(wild).rules["name"] == "wild"
    with pytest.raises(ArenaError, match=r'bots\[0\]: a: its bot\.toml lists rules = \["wild"\], and not "standard"'):
        load_cup(write(folder, HEAD + TWO))
