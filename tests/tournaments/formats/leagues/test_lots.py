"""The lots of the search for tables: as `docs/deals.md` says, and not the same in every tournament."""

import hashlib

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.playing import bots, chalk, play
from tests.tournaments.scripted import cup_of
from tournaments.formats.leagues.even_tables import even_tables
from tournaments.formats.leagues.lots import lots, seed_of
from tournaments.formats.leagues.round_robin import RoundRobin
from tournaments.formats.leagues.swiss import Swiss


@given(st.binary(max_size=40), st.lists(st.integers(1, 300), max_size=30))
def test_numbers_are_the_words_of_the_stream_that_the_page_describes(seed: bytes, sizes: list[int]) -> None:
    message = b"shisanshui-arena pairing v1\n" + len(seed).to_bytes(2, "big") + seed
    stream = hashlib.shake_256(message).digest(4000)
    words = (int.from_bytes(stream[at : at + 2], "big") for at in range(0, len(stream), 2))
    drawn = lots(seed)
    for size in sizes:
        assert drawn.below(size) == next(word for word in words if word < 65536 // size * size) % size


@given(st.binary(max_size=40) | st.none(), st.integers(1, 60))
def test_an_order_has_every_number_once(seed: bytes | None, size: int) -> None:
    assert sorted(lots(seed).order(size)) == list(range(size))


def test_who_meets_whom_follows_from_what_was_published_and_nothing_else() -> None:
    league = RoundRobin(table_size=4)
    one, again, other = (play(league, bots(16), chalk, public=public)[0] for public in (b"heads", b"heads", b"tails"))
    assert one == again
    assert one.stages != other.stages


def test_rounds_of_a_swiss_draw_lots_of_their_own() -> None:
    assert seed_of(b"public", 1) != seed_of(b"public", 2)
    plans = [play(Swiss(table_size=3), bots(12), chalk, public=public)[0] for public in (b"heads", b"heads")]
    assert plans[0] == plans[1]


def test_tournaments_begun_before_keep_their_tables() -> None:
    cup = cup_of(stages=[{"format": "round-robin", "table_size": 4}])
    old, new = (msgspec.structs.replace(cup, methods=methods).draw("00").entrants for methods in (7, 8))
    assert (old.public, new.public) == (None, b"00 ")
    assert even_tables(8, 4, 3) == (
        ((0, 2, 4, 6), (1, 3, 5, 7)),
        ((0, 1, 6, 7), (2, 3, 4, 5)),
        ((0, 3, 4, 7), (1, 2, 5, 6)),
    )
