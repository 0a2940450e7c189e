"""A bot's own transcript against the record that was published."""

import json
from pathlib import Path

import pytest

from tests.tournaments.running import arena

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
        ("settled", 6, {"head": "0" * 64}, "is not in the record: no leg has these heads"),
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


@pytest.mark.parametrize(
    ("text", "words"),
    [(None, "No such file"), ("nonsense\n", "line 1: no line of a transcript"), ("", "holds no match")],
)
def test_a_file_that_is_no_transcript_is_refused(played: Path, text: str | None, words: str) -> None:
    if text is not None:
        (played / "wrong.jsonl").write_text(text)
    done = arena(played, "verify", "record", "--transcript", "none.jsonl" if text is None else "wrong.jsonl")
    assert done.returncode == 2
    assert words in done.stderr
