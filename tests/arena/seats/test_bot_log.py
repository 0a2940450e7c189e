"""What is kept of a bot's output can be shown on any terminal."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.seats.process import BotLog


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ([b"\x1b]0;title\x07\x1b[2Jgone\n"], "\\x1b]0;title\\x07\\x1b[2Jgone\n"),
        ([b"99 %\r", b"100 %\r\n"], "99 %\\r100 %\r\n"),
        (["两墩\t\u3000🀄\n".encode()], "两墩\t\u3000🀄\n"),
        (["\x9b2J \u202erow".encode()], "\\x9b2J \\u202erow"),
        ([b"\xc2", b"\x9b2J"], "\\x9b2J"),
        (["水".encode()[:2], "水".encode()[2:], "墩".encode("gbk")], "水\\xb6\\xd5"),
    ],
    ids=["control", "overwritten", "chinese", "c1 and direction", "in two reads", "another encoding"],
)
def test_what_a_terminal_would_obey_is_an_escape(written: list[bytes], kept: str, tmp_path: Path) -> None:
    with closing(BotLog(tmp_path / "b.log")) as log:
        for data in written:
            log.write(data)
    assert (tmp_path / "b.log").read_bytes().decode() == kept


def test_escapes_count_as_they_are_written(tmp_path: Path) -> None:
    with closing(BotLog(tmp_path / "b.log", limit=1024)) as log:
        log.write(b"\x1b" * 1024)
    data = (tmp_path / "b.log").read_text()
    assert data == "\\x1b" * 256 + "\n[output beyond 1 KiB was dropped]\n"
