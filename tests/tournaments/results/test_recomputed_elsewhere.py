"""A whole cup's deals and seatings follow from what it published, by a program in another language."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arena.match.duplicate import leg_seatings
from arena.records.chain import head_of
from arena.records.round_log import PlayedRound, PlayedSeat
from arena.shisanshui.cards import text
from arena.shisanshui.dealing import deal
from arena.shisanshui.ruleset import load_rules
from tests.places import DOCS
from tests.tournaments.scripted import BOTS, ScriptedExecutor, around, cup_of, file_of
from tournaments.cup.cup import Cup
from tournaments.formats.leagues.even_tables import even_tables
from tournaments.formats.leagues.lots import seed_of
from tournaments.formats.leagues.schedule import pairs
from tournaments.reports.export import export
from tournaments.results.summary import summarize
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

NODE = Path(sys.executable).with_name("node")
PROGRAM = Path(__file__).with_name("recompute.mjs")
CUPS = {
    "elimination": cup_of(BOTS[:7], stage={"table_size": 4, "advance": 2}, seed=None, salt="春", beacon="1 2 3"),
    "once": cup_of(BOTS[:4], stages=[{"format": "round-robin"}], duplicate=False, seed=None),
}


@pytest.mark.parametrize("cup", CUPS.values(), ids=CUPS)
def test_deals_and_seatings_follow_from_the_secret_and_the_digests(cup: Cup, tmp_path: Path) -> None:
    run_tournament(cup, file_of(cup), tmp_path, around(ScriptedExecutor()))
    with Store.read(tmp_path) as store:
        published = export(summarize(store))
        matches = {match.match: match for match in (store.match(name) for name in store.match_ids()) if match}
    done = subprocess.run([NODE, PROGRAM], input=json.dumps(published), capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["commitment"] == published["commitment"]
    assert {play["match"] for play in found["plays"]} == set(matches)
    deck = load_rules("standard").deck
    for play in found["plays"]:
        played = matches[play["match"]]
        assert play["deal_seed"] == played.deal_seed.hex()
        assert play["legs"] == [leg.seating for leg in played.result.legs]
        assert play["hands"] == [
            [[text(card) for card in hand] for hand in deal(deck, played.deal_seed, number, len(played.seats))]
            for number in range(1, played.settings.rounds + 1)
        ]


def test_the_seatings_of_the_page_are_those_that_are_drawn() -> None:
    page = (DOCS / "deals.md").read_text(encoding="utf-8")
    for bots in (2, 3, 4, 5):
        legs = leg_seatings(bytes(range(32)), bots, duplicate=True)
        shown = " ".join(f"`{' '.join(map(str, leg))}`" for leg in legs)
        assert f"| {bots} | {shown} |" in page


def test_the_program_of_the_page_seats_as_the_arena_does() -> None:
    (program,) = [code for code in (DOCS / "deals.md").read_text("utf-8").split("```") if "def leg_seatings" in code]
    shown: dict[str, object] = {}
    exec(program.removeprefix("python\n"), shown)
    seats = shown["leg_seatings"]
    assert callable(seats)
    for bots in range(2, 9):
        assert seats(b"seed", bots) == leg_seatings(b"seed", bots, duplicate=True)


def test_the_program_of_the_page_chains_rounds_as_the_arena_does() -> None:
    page = (DOCS / "deals.md").read_text(encoding="utf-8")
    (program,) = [code for code in page.split("```") if "def head_of" in code]
    shown: dict[str, object] = {}
    exec(program.removeprefix("python\n"), shown)
    head = shown["head_of"]
    assert callable(head)
    rounds = [PlayedRound(1, [PlayedSeat(bytes(14), 7), PlayedSeat(b"E", 0, "exited")], [18, -18])]
    for leg in (0, 3):
        told = [(each.number, each.water, [done.action for done in each.seats]) for each in rounds]
        assert head(b"seed", leg, told) == head_of(b"seed", leg, rounds)
    seed = bytes(range(32))
    laid = [(1, [18, -18], [bytes([*range(13), 0]), b"E"])]
    for leg, played in ((0, []), (1, []), (0, laid)):
        assert f"`{head(seed, leg, played)}` |" in page


def test_the_program_of_the_page_draws_the_seeding_as_the_arena_does() -> None:
    page = (DOCS / "deals.md").read_text(encoding="utf-8")
    (program,) = [code for code in page.split("```") if "def by_lot" in code]
    shown: dict[str, object] = {}
    exec(program.removeprefix("python\n"), shown)
    by_lot = shown["by_lot"]
    assert callable(by_lot)
    commitment, names = bytes(range(32)).hex(), ["ann", "bob", "cat", "dan"]
    for beacon in ("", "7 13 21"):
        cup = cup_of(names, seeding="draw", salt="motto", beacon=beacon)
        drawn = by_lot(names, commitment, "motto", beacon)
        assert tuple(drawn) == cup.draw(commitment).entrants.bots
        assert f"`{' '.join(drawn)}`" in page


@pytest.mark.parametrize(("bots", "size", "count"), [(4, 2, 3), (8, 4, 3), (9, 3, 4)])
def test_the_schedules_of_the_page_are_those_that_are_played(bots: int, size: int, count: int) -> None:
    page = (DOCS / "deals.md").read_text(encoding="utf-8")
    public = cup_of(salt="motto").draw(bytes(range(32)).hex()).entrants.public
    rounds = pairs(bots) if size == 2 else even_tables(bots, size, count, seed_of(public, 1))
    shown = "; ".join(" ".join(f"`{' '.join(map(str, seats))}`" for seats in tables) for tables in rounds)
    assert f"| {bots} | {size} | {count} | {shown} |" in page
