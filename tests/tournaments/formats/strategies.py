"""Formats, chains of them and fields, as hypothesis draws them."""

from hypothesis import strategies as st

from tournaments.formats.brackets.double_elimination import DoubleElimination
from tournaments.formats.brackets.elimination import Elimination
from tournaments.formats.brackets.final_table import FinalTable
from tournaments.formats.chain import Chain
from tournaments.formats.leagues.gauntlet import Gauntlet
from tournaments.formats.leagues.groups import Groups
from tournaments.formats.leagues.round_robin import RoundRobin
from tournaments.formats.leagues.swiss import Swiss
from tournaments.formats.plan import Format

SIZE = st.integers(2, 8)
HEATS = SIZE.flatmap(lambda size: st.tuples(st.just(size), st.integers(1, size - 1)))
LIMIT = st.integers(0, 2)
ALONE: st.SearchStrategy[Format] = st.one_of(
    st.builds(
        lambda sizes, limit, third: Elimination(
            table_size=sizes[0], advance=sizes[1], extra_limit=limit, third_place=third and sizes[0] == 2
        ),
        HEATS,
        LIMIT,
        st.booleans(),
    ),
    st.builds(
        lambda sizes, limit, reset: DoubleElimination(
            table_size=sizes[0], advance=sizes[1], extra_limit=limit, reset=reset
        ),
        HEATS,
        LIMIT,
        st.booleans(),
    ),
    st.builds(Swiss, table_size=SIZE, extra_limit=LIMIT),
    st.builds(RoundRobin, table_size=SIZE, extra_limit=LIMIT),
    st.builds(Groups, table_size=SIZE, groups=st.integers(2, 3), extra_limit=LIMIT),
    st.builds(Gauntlet, table_size=SIZE, cycles=st.integers(1, 2)),
    st.builds(FinalTable, extra_limit=LIMIT),
)
FIRST = st.one_of(
    st.builds(Elimination, table_size=st.just(3), advance=st.just(2), qualify=st.integers(2, 8)),
    st.builds(Elimination, table_size=st.just(2), advance=st.just(1), qualify=st.sampled_from([2, 4])),
    st.builds(Swiss, table_size=st.integers(2, 4), rounds=st.just(2), advance=st.integers(2, 6), extra_limit=LIMIT),
    st.builds(RoundRobin, advance=st.integers(1, 3), extra_limit=LIMIT),
    st.builds(Groups, groups=st.just(2), advance=st.integers(1, 3), extra_limit=LIMIT),
)
FORMATS: st.SearchStrategy[Format] = st.one_of(ALONE, st.builds(lambda first, last: Chain((first, last)), FIRST, ALONE))
FIELDS = st.integers(2, 14)
