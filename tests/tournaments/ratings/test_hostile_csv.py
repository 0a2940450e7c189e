"""Whatever a file of results holds, it is rated or named in one line: never a traceback, never a rating of nothing."""

import math
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import ArenaError
from tournaments.ratings.results_csv import read_results

cells = st.sampled_from(
    ["a", "b", "", "1", "-2.5", "nan", "inf", "1e999", "1_0", "٣", '"', '"a"', "a\0b", "=1+1"]
) | st.text(st.characters(codec="utf-8"), max_size=5)
tables = st.tuples(
    st.sampled_from(["match,bot,score", "score,bot,match", "match,bot,score,table", "match,bot,score,score", "bot"]),
    st.lists(st.lists(cells, min_size=1, max_size=5).map(",".join), max_size=6),
    st.sampled_from(["\n", "\r\n", "\r"]),
).map(lambda parts: parts[2].join([parts[0], *parts[1]]).encode())


@given(data=tables | st.binary(max_size=60))
@settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_file_is_results_or_one_line_that_names_it(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    file.write_bytes(data)
    try:
        results = read_results(file)
    except ArenaError as error:
        assert str(error).startswith(str(file))
        assert "\n" not in str(error)
    else:
        for deal in (deal for table in results.deals for deal in table):
            assert len(deal[0]) == len(deal[1]) > 1
            assert all(map(math.isfinite, deal[1]))
