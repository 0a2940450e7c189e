"""Deals of up to eight bots as Hypothesis draws them: small scores, so that many are level."""

from hypothesis import strategies as st

NAMES = "abcdefgh"
DEALS = st.lists(
    st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True).flatmap(
        lambda bots: st.tuples(st.just(tuple(bots)), st.tuples(*[st.integers(-2, 2).map(float)] * len(bots)))
    ),
    min_size=1,
    max_size=30,
)
