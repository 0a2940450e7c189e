"""The settlement of many rounds at once: the clauses of `arena.shisanshui.settlement`, pair by pair over all rounds."""

from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.batch.hands import ESCAPED, FOUL, PLAIN, SPECIAL, Hands, one_by_one
from arena.shisanshui.rows import TYPE_SHIFT
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.settlement import settled_water

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]

CHUNK: Final = 8192
"""Rounds worked on at a time, so that they stay in the processor's cache."""


def settle(rules: RuleSet, hands: Hands) -> Ints:
    """Return the water [n, p] of n rounds of p seats."""
    water = np.empty(hands.outcome.shape, np.int32)
    for start in range(0, len(water), CHUNK):
        part = slice(start, start + CHUNK)
        some = Hands(hands.rows[part], hands.outcome[part], hands.place[part], hands.horse[part])
        water[part] = _Chunk(rules, some).settle()
    return water


class _Chunk:
    """Some rounds on the way to their water; every array is of one entry a round."""

    def __init__(self, rules: RuleSet, hands: Hands) -> None:
        self.rules = rules
        self.hands = hands
        seats = hands.outcome.shape[1]
        by_seat = np.ascontiguousarray(hands.outcome.T)
        self.plain = by_seat == PLAIN
        self.foul = by_seat == FOUL
        self.special = by_seat == SPECIAL
        self.gone = by_seat == ESCAPED
        self.players = (seats - self.gone.sum(axis=0)).astype(np.int32)
        self.pairs = list(combinations(range(seats), 2))
        self.gains: dict[tuple[int, int], Ints] = {}
        """By pair, the lower seat first: what the first wins from the second."""
        self.beats: dict[tuple[int, int], Bools] = {}
        """By winner and loser: it wins a row and loses none."""

    def settle(self) -> Ints:
        self._settle_rows()
        if any(beaten.any() for beaten in self.beats.values()):
            if self.rules.gun != 0:
                self._shoot()
            self._home_runs()
        if self.special.any():
            self._pay_specials()
        if self.rules.horse:
            self._double_for_horses()
        water = np.zeros(self.gone.shape, np.int32)
        for (one, two), gain in self.gains.items():
            water[one] += gain
            water[two] -= gain
        self._escape(water)
        by_round = water.T.copy()
        if self.rules.all_special == "median":
            self._settle_medians(by_round)
        return by_round

    def _settle_rows(self) -> None:
        waters = self._waters()
        rows = np.ascontiguousarray(self.hands.rows.transpose(1, 2, 0))
        for one, two in self.pairs:
            gain = np.zeros(len(self.players), np.int32)
            ahead = np.zeros(len(self.players), np.bool_)
            behind = ahead.copy()
            for row in range(3):
                higher, lower = rows[one, row] > rows[two, row], rows[one, row] < rows[two, row]
                gain += higher * waters[one][row]
                gain -= lower * waters[two][row]
                ahead |= higher
                behind |= lower
            both = self.plain[one] & self.plain[two]
            self.beats[one, two] = both & ahead & ~behind
            self.beats[two, one] = both & behind & ~ahead
            self.gains[one, two] = gain * both
        if self.foul.any():
            self._settle_fouls([waters[seat].sum(axis=0, dtype=np.int32) for seat in range(len(rows))])

    def _waters(self) -> list[Ints]:
        """By seat: [3, rounds] what a plain seat wins with each row from whom it beats there."""
        scoring = self.rules.scoring
        own = np.empty((len(self.plain), 3, len(self.players)), np.int32)
        for row, table in enumerate((scoring.front, scoring.middle, scoring.back)):
            own[:, row] = np.array(table, np.int32)[(self.hands.rows[:, :, row] >> TYPE_SHIFT).T]
        if self.rules.row_water == "winner":
            return list(own)
        most: Ints = (own * self.plain[:, np.newaxis]).max(axis=0)
        return [most] * len(own)

    def _settle_fouls(self, all_rows: list[Ints]) -> None:
        for one, two in self.pairs:
            for winner, loser, sign in ((one, two, 1), (two, one, -1)):
                pays = self.plain[winner] & self.foul[loser]
                self.gains[one, two] += sign * pays * all_rows[winner]
                if self.rules.foul_is_shot:
                    self.beats[winner, loser] |= pays

    def _shoot(self) -> None:
        allowed = self.players >= 3
        if not self.rules.guns_with_specials:
            allowed &= ~self.special.any(axis=0)
        for one, two in self.pairs:
            gain = self.gains[one, two]
            shot = (self.beats[one, two].astype(np.int32) - self.beats[two, one]) * allowed
            if self.rules.gun == "double":
                gain += gain * (shot != 0)
            else:
                gain += shot * (self.players - 1 if self.rules.gun == "table" else np.int32(self.rules.gun))

    def _home_runs(self) -> None:
        run = self.rules.home_run
        bonus = np.array([run.bonus_at(players) for players in range(len(self.gone) + 1)], np.int32)
        for winner in range(len(self.gone)):
            others = [seat for seat in range(len(self.gone)) if seat != winner]
            beaten = np.sum([self.beats[winner, loser] for loser in others], axis=0)
            sweeps = np.nonzero((beaten == self.players - 1) & (beaten > 0))[0]
            players = self.players[sweeps]
            for loser in others:
                pair, sign = ((winner, loser), 1) if winner < loser else ((loser, winner), -1)
                owed = sign * self.gains[pair][sweeps]
                if run.multiply:
                    owed = np.where(players >= 3, owed * (players - 1), owed)
                if run.double:
                    owed = owed * 2
                owed = owed + bonus[players]
                self.gains[pair][sweeps] = sign * owed * ~self.gone[loser][sweeps]

    def _pay_specials(self) -> None:
        """Specials against everybody; where all are special and the median counts, it is settled later."""
        place = self.hands.place.T.astype(np.intp)
        water = np.array([special.water for special in self.rules.scoring.specials] or [0], np.int32)
        own = water[place] * self.special
        low = self.plain | self.foul
        if self.rules.all_special == "ranked":
            highest = water[np.where(self.special, place, len(water) - 1).min(axis=0)]
            between = [np.where(low.any(axis=0), own[seat], highest) for seat in range(len(own))]
        else:
            between = list(own)
        for one, two in self.pairs:
            both = self.special[one] & self.special[two]
            gain = self.gains[one, two]
            gain += (both & (place[one] < place[two])) * between[one]
            gain -= (both & (place[one] > place[two])) * between[two]
            gain += own[one] * low[two]
            gain -= own[two] * low[one]

    def _double_for_horses(self) -> None:
        horse = self.hands.horse.T.astype(np.int32)
        for one, two in self.pairs:
            self.gains[one, two] <<= horse[one] + horse[two]

    def _escape(self, water: Ints) -> None:
        leavers = self.gone.sum(axis=0, dtype=np.int32)
        escape = self.rules.escape
        water += np.where(self.gone, -escape.pays, escape.each_gains * leavers).astype(np.int32)

    def _settle_medians(self, water: Ints) -> None:
        """The rounds of 4.3 by its second method, which are next to none, one by one."""
        everybody = (self.special | self.gone).all(axis=0) & (self.players >= 4)
        for number in np.nonzero(everybody)[0].tolist():
            some = self._only(number)
            water[number] = settled_water(self.rules, one_by_one(self.rules, some)[0])

    def _only(self, number: int) -> Hands:
        hands, part = self.hands, slice(number, number + 1)
        return Hands(hands.rows[part], hands.outcome[part], hands.place[part], hands.horse[part])
