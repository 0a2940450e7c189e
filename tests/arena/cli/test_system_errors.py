"""What the system refuses is blamed on the file that it is about, and on standard output only if that is full."""

import errno
import os

import click
import pytest

from arena.cli import cli, main


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("runs/cup/.lock", "arena: runs/cup/.lock: No space left on device"),
        (None, "arena: the system refused something: No space left on device"),
    ],
)
def test_an_error_of_the_system_is_not_blamed_on_standard_output(
    file: str | None, words: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    @click.command()
    def fail() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), file)

    monkeypatch.setattr(cli, "get_command", lambda *_: fail)
    monkeypatch.setattr("arena.cli._silence_output", lambda: None)
    with pytest.raises(SystemExit) as ended:
        main(["fail"])
    assert ended.value.code == 1
    assert capfd.readouterr().err.strip() == words
