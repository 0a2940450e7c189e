"""A person's match from form to record, through the real server, referee and bots."""

import json
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from click.testing import CliRunner, Result

from arena.cli import cli
from tests.tournaments.web.play.playing import OWN, Player, await_end, below, form, rows_of
from tests.tournaments.web.serving import Site, served
from tournaments.results.replay import replayer
from tournaments.store.store import Store
from tournaments.web.play.games import MOST_GAMES


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("runs")) as running:
        yield running


def arena(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def test_a_match_is_an_ordinary_record_that_says_where_the_arranger_was_asked(site: Site) -> None:
    player = Player(site, ("greedy", "random"), rounds="2")
    first = player.hand()["hand"]
    hint = json.loads(player.post("hint", round=1).body)
    arranged = json.loads(arena("arrange", " ".join(first), "--players", "3", "--json").stdout)["arrangements"][0]
    assert hint == {row: arranged[row] for row in ("front", "middle", "back", "decline")}
    with ThreadPoolExecutor(4) as four:
        answers = [json.loads(it.body) for it in four.map(lambda _: player.lay(1, hint), range(4))]
    assert sorted(it["first"] for it in answers) == [False, False, False, True]
    second = rows_of(player.hand(2)["hand"])
    assert json.loads(player.lay(2, second).body) == {"first": True}
    over = player.over()
    folder = site.root / "play" / over["record"]
    with Store.read(folder) as store:
        rounds = list(replayer(store, "s1t1").rounds())
        stored = store.match("s1t1")
    assert stored is not None
    assert (stored.result.stale, stored.result.strikes) == ([0, 0, 0], [])
    mine = [view.seats[0] for view in rounds]
    assert [(seat.front, seat.middle, seat.back) for seat in mine] == [
        tuple(rows[row] for row in ("front", "middle", "back")) for rows in (hint, second)
    ]
    assert [seat.assisted for view in rounds for seat in view.seats] == [True, False, False, False, False, False]
    assert [sum(column) for column in zip(*over["history"], strict=True)] == stored.totals
    assert arena("verify", str(folder)).exit_code == 0
    assert "用过自动搭配" in arena("--lang", "zh", "replay", str(folder), "s1t1", "1").stdout
    rated = arena("ratings", str(folder))
    assert "a person has played in it, so it is not rated" in str(rated.exception)
    assert site.get(f"/cups/play.{over['record']}/replay/s1t1").status == 200


@pytest.mark.parametrize("on_late", ["foul", pytest.param("stand-in", marks=pytest.mark.long)])
def test_time_out_gives_what_on_late_says(site: Site, on_late: str) -> None:
    player = Player(site, time="1s", on_late=on_late)
    over = player.over()
    mine = over["settled"]["seats"][0]
    if on_late == "foul":
        assert (mine["outcome"], mine["front"]) == ("foul", None)
    else:
        assert mine["stand_in"]
    assert [news["code"] for news in over["news"] if news["type"] == "strike"] == ["late"]
    with Store.read(site.root / "play" / over["record"]) as store:
        stored = store.match("s1t1")
    assert stored is not None
    (strike,) = stored.result.strikes
    assert (strike.bot, strike.round) == (0, 1)
    assert strike.code in {"late", "no-answer"}, "the last round may end before the answer comes"


def test_no_other_browser_and_no_other_page_sees_a_hand(site: Site) -> None:
    player = Player(site)
    view = player.hand()
    for path in (player.path, f"{player.path}/view", f"{player.path}/stream"):
        assert site.get(path).status == 404
        assert site.get(path, Cookie="player=somebody-else").status == 404
    assert site.ask("POST", f"{player.path}/lay", b"{}", OWN).status == 404
    second_tab = site.get(f"{player.path}/view", Cookie=player.cookie).body
    assert set(re.findall(r'"([2-9TJQKA][shdc])"', second_tab)) == set(view["hand"])
    assert view["hand"][0] not in re.sub(r'"card \w\w"', "", site.get(player.path, Cookie=player.cookie).body)
    for path in ("/", "/seen"):
        assert player.path.rpartition("/")[2] not in site.get(path).body
    player.post("leave")
    player.over()


def test_who_leaves_ends_the_match_and_nothing_goes_on_running(site: Site) -> None:
    before = below(site.process.pid)
    player = Player(site, ("greedy", "random"), rounds="50")
    player.hand()
    started = below(site.process.pid) - before
    assert len(started) >= 4, "a match, its referee and three bots"
    player.post("leave")
    assert player.over()["phase"] == "ended"
    await_end(started)
    assert not [folder for folder in (site.root / "play").iterdir() if not Store.exists(folder)]


@pytest.mark.long
def test_games_at_once_are_few_and_one_a_browser(site: Site) -> None:
    players = [Player(site) for _ in range(MOST_GAMES)]
    again = site.ask("POST", "/play", form(), {**OWN, "Cookie": players[0].cookie})
    assert (again.status, "As many games are being played" in again.body) == (422, True)
    assert f'href="{players[0].path}"' in again.body
    assert site.ask("POST", "/play", form(), OWN).status == 422
    for player in players:
        player.post("leave")
        player.over()
    player = Player(site)
    player.post("leave")
    player.over()


@pytest.mark.parametrize("ending", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.long)])
def test_a_server_that_ends_leaves_no_game_behind(tmp_path_factory: pytest.TempPathFactory, ending: int) -> None:
    with served(tmp_path_factory.mktemp("runs")) as site:
        player = Player(site, rounds="50")
        player.hand()
        started = below(site.process.pid)
        with player.listening() as views:
            next(views)
            site.process.send_signal(ending)
            assert site.process.wait(30) == (0 if ending == signal.SIGINT else -signal.SIGKILL)
        await_end(started)


def test_what_is_no_message_is_refused_in_words(site: Site) -> None:
    player = Player(site)
    hand = player.hand()["hand"]
    assert player.post("lay", round=1).status == 422
    assert player.post("look", rows=[["Zz"], [], []], left=[]).status == 422
    assert player.post("look", rows=[hand, hand, hand], left=hand).status == 422
    assert player.post("hint", round=7).status == 409
    wrong = player.lay(1, rows_of([*hand[1:], hand[1]]))
    assert (wrong.status, "laid more often than dealt" in wrong.body) == (422, True)
    assert (
        site.ask("POST", f"{player.path}/leave", b"", {"Cookie": player.cookie, "Sec-Fetch-Site": "cross-site"}).status
        == 403
    )
    player.post("leave")
    player.over()


def test_on_another_address_nobody_plays_unless_that_is_said(tmp_path_factory: pytest.TempPathFactory) -> None:
    with served(tmp_path_factory.mktemp("runs"), "--host", "0.0.0.0") as open_to_all:
        refused = open_to_all.get("/play")
        assert (refused.status, "--allow-play" in refused.body) == (403, True)
        assert open_to_all.ask("POST", "/play", form(), OWN).status == 403
        assert 'href="/play"' not in open_to_all.get("/").body
