"""What the guide to training says can be done, done as it says, on fewer hands."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.places import DOCS, SAMPLES

GUIDE = (DOCS / "train-a-bot.md").read_text()
FEWER = {
    "python learn.py\n": "python learn.py --hands 100 --tables 6 --turns 2\n",
    "--measure 5000": "--measure 150",
    "--rounds 100": "--rounds 5",
}
"""Each replaced once, so that a test takes seconds."""


def blocks(text: str, language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [block for written_in, block in found if written_in == language]


def run(block: str, folder: Path) -> str:
    """What a block of commands prints, run in the folder as a person would."""
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "80"}
    done = subprocess.run(
        ["bash", "-e", "-c", block], check=False, cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.long
def test_the_learner_beats_greedy_after_seconds_and_is_played_as_a_bot(tmp_path: Path) -> None:
    (tmp_path / "sample_bots").symlink_to(SAMPLES)
    text = GUIDE
    for command, shorter in FEWER.items():
        assert text.count(command) >= 1
        text = text.replace(command, shorter)
    learn, play = blocks(text, "")
    shipped = (SAMPLES / "learner" / "weights.json").read_bytes()
    told = run(learn, tmp_path)
    assert re.search(r"^turn 2: wins \+\d", told, re.MULTILINE)
    measured = re.search(r"one against three of greedy: \+(\d+\.\d+) ± (\d+\.\d+) water a round over 150 deals", told)
    assert measured is not None, told
    assert float(measured[1]) - float(measured[2]) > 2
    assert (tmp_path / "my_learner/weights.json").read_bytes() != shipped
    assert (SAMPLES / "learner" / "weights.json").read_bytes() == shipped
    assert "learner" in run(play, tmp_path / "my_learner")


def test_the_examples_run_in_the_order_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    examples = blocks(GUIDE, "python")
    assert len(examples) == 6
    for block in examples:
        exec(block, names)
    printed = capsys.readouterr().out
    assert printed.startswith("(1000, 4) ")
    assert re.search(r"^[+-]\d+\.\d\d ± \d\.\d\d water a round$", printed, re.MULTILINE)
    assert set(names["rewards"]) == set(names["env"].possible_agents)


def test_the_guide_links_only_to_what_is_there() -> None:
    targets = re.findall(r"\]\(([^)#]+)", GUIDE)
    assert targets
    assert [target for target in targets if not (DOCS / target).exists()] == []
