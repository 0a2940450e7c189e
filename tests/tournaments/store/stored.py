"""A match as the store has it, of the scripted bots."""

import msgspec

from arena.records.job import MatchJob
from tests.tournaments.scripted import NOW, cup_of, play
from tournaments.cup.cup import Cup
from tournaments.store.stored_match import StoredMatch

CUP = cup_of()


def stored_match(cup: Cup = CUP, rounds: int = 2, match: str = "s1t1") -> StoredMatch:
    settings = msgspec.structs.replace(cup.settings(), rounds=rounds)
    job = MatchJob(match, cup.game, cup.rules, settings, cup.bots[:4], b"seed" * 8, "")
    result = play(job)
    seats = [bot.name for bot in job.bots]
    return StoredMatch(
        stage=1,
        seats=seats,
        absent=[],
        settings=settings,
        deal_seed=job.deal_seed,
        finished=NOW,
        totals=result.totals(),
        result=result,
    ).with_digest()
