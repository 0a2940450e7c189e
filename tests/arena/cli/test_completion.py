"""Shells complete the command as the README says."""

import os
import subprocess

import pytest

from tests.places import ARENA, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def completing(words: str, **more: str) -> str:
    return subprocess.run(
        [ARENA], env={**os.environ, "_ARENA_COMPLETE": words, **more}, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_that_is_named_has_its_script(shell: str) -> None:
    assert f"{shell}_source" in README
    assert "_arena_completion" in completing(f"{shell}_source")


def test_commands_of_every_package_and_options_are_completed() -> None:
    assert completing("bash_complete", COMP_WORDS="arena tour", COMP_CWORD="1") == "plain,tournament\n"
    assert "plain,--lang\n" in completing("bash_complete", COMP_WORDS="arena new bots/ada --lan", COMP_CWORD="3")
