"""While a duplicate table is played, nothing that anybody can read holds a card that may not be seen yet."""

import http.client
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from tests.tournaments.running import begin, prepare
from tests.tournaments.web.serving import Site, served
from tournaments.layout import EVENTS, RESULTS
from tournaments.web.pages.cup import DOWNLOADS

ROUNDS = 40
BOTS = ("greedy", "greedy-2", "random", "random-2")
TABLES = ("s1t1", "s1t2", "s2t1")
A_CARD = re.compile(r'"(?:[2-9TJQKA][shdc]|X[sb])"')
A_ROUND = re.compile(r"<h3>Round \d+, leg (\d+)</h3>")


def of_the_cup() -> Iterator[str]:
    """Pages that never show a card while a cup is played."""
    yield from ("/", "/seen", "/cups/cup", "/cups/cup?part=live", "/cups/cup/status.json", "/cups/cup/details")
    yield from (f"/cups/cup/bots/{quote(bot)}?rounds=all&costs=hands" for bot in BOTS)
    yield from (f"/cups/cup/files/{file}" for file in (*DOWNLOADS, f"{RESULTS}-wal", "live", "logs"))


def of_the_rounds(table: str) -> Iterator[str]:
    """Pages that show cards as soon as the table is over."""
    yield from (f"/cups/cup/replay/{table}{end}" for end in (".json", "/0.json", "/1.1.png", "?round=1&leg=1"))


def in_play(site: Site) -> set[str]:
    answer = site.get("/cups/cup/status.json")
    return set(re.findall(r'"match":"([^"]+)","block"', answer.body)) if answer.status == 200 else set()


def look_around(site: Site) -> set[str]:
    """Ask for everything once; return the tables that were seen to keep their cards to themselves."""
    for path in of_the_cup():
        assert not A_CARD.search(site.get(path).body), path
    kept = set()
    for table in sorted(in_play(site)):
        home = site.get("/").body
        shown = site.get(f"/cups/cup/{table}").body + site.get(f"/cups/cup/{table}?part=live").body
        rounds = [site.get(path) for path in of_the_rounds(table)]
        if table in in_play(site):  # all of it was answered while the table was played
            assert set(A_ROUND.findall(shown)) <= {"2"}, "a deal is shown when its last leg is played"
            assert A_ROUND.search(shown) or not A_CARD.search(shown), "cards without their round"
            assert not any(A_CARD.search(answer.body) or "png" in answer.headers["content-type"] for answer in rounds)
            assert f'href="/cups/cup/{table}"' in home, "one click leads to what is played"
            kept.add(table)
    return kept


@pytest.mark.long
def test_no_response_and_no_stream_shows_a_deal_before_its_last_leg(tmp_path: Path) -> None:
    cup = prepare(tmp_path) / "cup.toml"
    cup.write_text(
        cup.read_text().replace("duplicate = false", "duplicate = true").replace("rounds = 4", f"rounds = {ROUNDS}")
    )
    (tmp_path / "runs").mkdir()
    kept = set()
    with served(tmp_path / "runs") as site:
        stream = http.client.HTTPConnection(urlsplit(site.address).netloc, timeout=60)
        stream.request("GET", "/stream")
        heard = stream.getresponse()
        run = begin(tmp_path)
        while run.poll() is None:
            if (tmp_path / "runs" / "cup" / EVENTS).exists():
                kept |= look_around(site)
        assert run.wait() == 0, run.communicate()
        run.communicate()
        shown = [site.get(f"/cups/cup/replay/{table}/0.json").body for table in TABLES]
    assert kept, "no table was seen in play"
    assert all(map(A_CARD.search, shown)), "what is over is shown, so that the search can find cards"
    told = heard.read().decode()
    stream.close()
    assert '"finished"' in told
    assert not A_CARD.search(told)
