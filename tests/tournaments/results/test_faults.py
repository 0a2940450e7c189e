"""Whatever bots do, what the referee records of it agrees with itself: verify raises no false alarm."""

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.arena.match.hostile import Hostile
from tests.tournaments.scripted import BOTS, NOW, cup_of
from tournaments.results.verify.conditions import condition_differences
from tournaments.results.verify.faults import fault_differences
from tournaments.store.stored_match import StoredMatch

CUP = cup_of(BOTS[:3])


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_strikes_codes_states_and_times_agree(data: st.DataObject) -> None:
    hostile = Hostile(data)
    hostile.play()
    assume(hostile.table.result is not None)  # a bot that fades and is never gone keeps everybody waiting
    result = hostile.table.finish()
    result.isolation = ["4: held"] * 3
    match = hostile.table.match
    stored = StoredMatch(
        stage=1,
        seats=list(BOTS[:3]),
        absent=[],
        settings=match._job.settings,
        deal_seed=b"seed",
        finished=NOW,
        totals=result.totals(),
        result=result,
    )
    assert [str(words) for words in (*fault_differences(stored), *condition_differences(CUP, stored))] == []
