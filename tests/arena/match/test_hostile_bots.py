"""Whatever two bots send, and however they end, the third plays its match and nobody pays for the others."""

from hypothesis import given
from hypothesis import strategies as st

from tests.arena.match.hostile import GOOD, ROUNDS, Hostile


@given(st.data())
def test_the_good_bot_plays_every_round_without_a_strike(data: st.DataObject) -> None:
    hostile = Hostile(data)
    hostile.play()
    result = hostile.table.finish()
    assert result.reason == "completed"
    assert hostile.table.codes(GOOD) == []
    assert result.states[GOOD] == "playing"
    assert len(result.deals) == ROUNDS
    assert all(sum(deal) == 0 for deal in result.deals)
