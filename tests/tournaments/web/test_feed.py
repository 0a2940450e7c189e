"""Following `events.jsonl` while it grows."""

from pathlib import Path

from tournaments.layout import EVENTS
from tournaments.web.events.feed import MOST_KEPT, Feed


def test_each_whole_line_is_an_event_under_its_number(tmp_path: Path) -> None:
    feed = Feed(tmp_path)
    assert feed.read() == []
    with (tmp_path / EVENTS).open("ab", buffering=0) as file:
        file.write(b'{"type": "began"}\n{"type": "sta')
        assert [(told.number, told.fields) for told in feed.read()] == [(1, {"type": "began"})]
        assert feed.read() == []
        file.write(b'ge"}\n')
        assert [(told.number, told.fields) for told in feed.read()] == [(2, {"type": "stage"})]
    assert feed.after(1) == feed.newest[1:]
    assert feed.after(2) == []


def test_a_line_that_a_killed_run_left_counts_and_tells_nothing(tmp_path: Path) -> None:
    (tmp_path / EVENTS).write_bytes(b'{"type": "sta\n{"type": "began"}\n')
    feed = Feed(tmp_path)
    assert [told.fields["type"] for told in feed.read()] == ["unreadable", "began"]


def test_who_has_missed_more_than_is_kept_is_told_so(tmp_path: Path) -> None:
    (tmp_path / EVENTS).write_bytes(b'{"type": "x"}\n' * (MOST_KEPT + 10))
    feed = Feed(tmp_path)
    feed.read()
    assert feed.after(9) is None
    told = feed.after(10)
    assert told is not None
    assert [each.number for each in told] == list(range(11, MOST_KEPT + 11))


def test_a_cup_that_was_begun_anew_is_read_from_its_start(tmp_path: Path) -> None:
    (tmp_path / EVENTS).write_bytes(b'{"type": "x"}\n' * 5)
    feed = Feed(tmp_path)
    feed.read()
    (tmp_path / EVENTS).unlink()
    (tmp_path / EVENTS).write_bytes(b'{"type": "y"}\n')
    assert [(told.number, told.fields["type"]) for told in feed.read()] == [(1, "y")]
