"""A bot's transcript as the record has it: what it answered and which heads it was told, leg by leg."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from arena.games import game_of
from arena.records.chain import Chain
from protocol.transcript import answered, began, settled
from tournaments.cup.cup import Cup
from tournaments.store.stored_match import StoredMatch


def transcript_of(cup: Cup, stored: StoredMatch, bot: str) -> Iterator[dict[str, Any]]:
    """Yield the lines of a bot's transcript of a match. Answers that a fault replaced are in no record.

    On the wire a leg has an id that nobody keeps; here it is called after its match.
    """
    game = game_of(cup.game, cup.rules, stored.settings.on_late)
    own = get_args(game.action_type) or (game.action_type,)
    for leg in stored.result.legs:
        seat, name = leg.seating.index(stored.seats.index(bot)), f"{stored.match} leg {leg.number + 1}"
        yield began(name, seat, [stored.seats[each] for each in leg.seating])
        chain = Chain(stored.deal_seed, leg.number)
        for played in leg.rounds:
            done = played.seats[seat]
            if not done.code:
                for action in game.unpack(done.action):
                    if action is not None:
                        given = msgspec.to_builtins(action) if type(action) in own else None
                        yield answered(name, played.number, given)
            yield settled(name, played.number, played.water, chain.add(played).hex())
