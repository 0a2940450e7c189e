"""A bot's own transcript against the record that was published."""

import json
from pathlib import Path

import pytest

from arena.errors import UsageError
from tests.tournaments.running import arena
from tournaments.results.verify.noted import read_transcript

BOT = """
from protocol.sdk import Bot

class Ada(Bot):
    transcript = {file!r}

    def arrange(self, hand, table):
        hand = sorted(hand, key=lambda card: "23456789TJQKA".index(card[0]))
        return hand[:3], hand[3:8], hand[8:]

Ada().run()
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the record of a duplicate match and the transcript of one of its bots."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "ada.py").write_text(BOT.format(file=str(folder / "ada.jsonl")))
    (folder / "bo.py").write_text(BOT.format(file=""))
    done = arena(folder, "play", "ada.py", "bo.py", "--rounds", "6", "--duplicate", "--out", "record")
    assert done.returncode == 0, done.stderr
    return folder


def changed(played: Path, kind: str, number: int, **fields: object) -> str:
    """The transcript with one line of that kind changed, in a file of its own."""
    lines = [json.loads(line) for line in (played / "ada.jsonl").read_text().splitlines()]
    line = [line for line in lines if line["type"] == kind][number]
    line.update(fields)
    (played / "changed.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return "changed.jsonl"


def test_the_record_holds_every_answer_of_both_legs(played: Path) -> None:
    done = arena(played, "verify", "record", "--transcript", "ada.jsonl")
    assert done.returncode == 0, done.stdout + done.stderr
    assert any(line.split() == ["answers", "of", "the", "transcript", "12"] for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    ("kind", "number", "fields", "words"),
    [
        (
            "answer",
            2,
            {"action": {"front": [], "middle": [], "back": []}},
            "leg 1: round 3: the bot noted another answer",
        ),
        ("settled", 8, {"head": "0" * 64}, "leg 2: round 3: the chain is another from here on"),
        ("settled", 6, {"head": "0" * 64}, "leg 2: round 1: the chain is another from here on"),
        ("answer", 3, {"action": None}, "leg 1: round 4: the bot noted another answer"),
        ("settled", 1, {"water": [9, 9]}, "round 2: water"),
        ("answer", 5, {"round": 60}, "round 60 is not in the record"),
    ],
)
def test_what_is_otherwise_is_named(
    played: Path, kind: str, number: int, fields: dict[str, object], words: str
) -> None:
    done = arena(played, "verify", "record", "--transcript", changed(played, kind, number, **fields))
    assert done.returncode == 1
    assert words in done.stdout


LEG = '{"type": "match", "match": "m", "seat": 0, "seats": ["ada", "bo"]}\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "No such file"),
        ("nonsense\n", "line 1: no line of a transcript"),
        ("", "holds no match"),
        (LEG + LEG.replace("0", "5"), "line 2: no line of a transcript: seat 5, of 2 seats from 0"),
        (LEG + LEG.replace("0", "-1"), "line 2: no line of a transcript: Expected int >= 0"),
        (LEG + LEG.replace("bo", "cy"), "line 2: no line of a transcript: m began before with other seats"),
        (
            '{"type": "answer", "match": "m", "round": 1, "action": null}\n',
            "line 1: no line of a transcript: m did not",
        ),
        (
            LEG + '{"type": "answer", "match": "m", "round": "1", "action": null}\n',
            "line 2: no line of a transcript: Exp",
        ),
        (
            LEG + '{"type": "settled", "match": "m", "round": 1, "water": [1]}\n',
            "line 2: no line of a transcript: water",
        ),
        (LEG + '{"type": "settled", "match": "m", "round": 1, "water": [1, -1], "head": "x"}\n', "line 2: no line"),
        (
            LEG + '{"type": "answer", "match": "m", "round": 1, "action": {"a": ' + "[" * 99_999 + "\n",
            "line 2: no line",
        ),
        ("[" * 99_999 + "\n", "line 1: no line of a transcript"),
        ('{"type": "answer"}\n\udcff\n', "line 1: no line of a transcript"),
    ],
)
def test_a_file_that_is_no_transcript_is_refused(tmp_path: Path, text: str | None, words: str) -> None:
    file = tmp_path / "wrong.jsonl"
    if text is not None:
        file.write_text(text, errors="surrogateescape")
    with pytest.raises(UsageError) as raised:
        read_transcript(file)
    assert words in str(raised.value)


def test_a_wrong_transcript_is_a_fault_of_its_giver(played: Path) -> None:
    (played / "wrong.jsonl").write_text("nonsense\n")
    done = arena(played, "verify", "record", "--transcript", "wrong.jsonl")
    assert done.returncode == 2
    assert "wrong.jsonl: line 1" in done.stderr
