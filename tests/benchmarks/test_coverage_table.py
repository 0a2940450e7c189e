"""The table of `docs/ratings.md` is what `make coverage` measures."""

from benchmarks.coverage import kinds
from tests.places import DOCS

PAGE = (DOCS / "ratings.md").read_text(encoding="utf-8")


def test_every_kind_of_world_has_its_line_in_the_docs() -> None:
    told = [line.split(" | ")[0].removeprefix("| ") for line in PAGE.splitlines() if line.count("→")]
    assert told == [kind.name for kind in kinds()]
