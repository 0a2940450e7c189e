"""The bots now in a match, each with its process, its connection and what is polled for it."""

import select
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any

import zmq

from arena.isolation.cell import Cell
from arena.isolation.cells import cells_of
from arena.match.commands import Launch
from arena.records.job import MatchJob
from arena.referee.memory_watch import give_back
from arena.remote.gate import Gate
from arena.remote.player import RemotePlayer
from arena.seats.door import Door
from arena.seats.lanes import Lanes
from arena.seats.player import LocalPlayer
from arena.seats.process import BotLog, log_path
from arena.system.processes import sweep

AnyPlayer = LocalPlayer | RemotePlayer


class Players:
    """The players of the current leg, by seat."""

    def __init__(self, job: MatchJob, lifelines: Sequence[int]) -> None:
        self._job = job
        self._lanes = Lanes(len(job.bots))
        self._door = Door(self._lanes.context)
        self._poller = zmq.Poller()
        self._epoll = select.epoll()
        self._lifelines = lifelines
        self._players: dict[int, AnyPlayer] = {}
        self._by_socket: dict[Any, AnyPlayer] = {}
        self._by_descriptor: dict[int, AnyPlayer] = {}
        self._pages_before: dict[int, int] = {}
        """By seat, the pages taken when its bot was started."""
        self._leg = -1
        self.cells = cells_of(job)
        output = job.settings.limits.output_kib * 1024
        self._logs = [BotLog(log_path(job, bot), output) for bot in range(len(job.bots))]
        self.broken_off = False
        """Whether a lifeline has become readable."""
        self._poller.register(self._epoll.fileno(), zmq.POLLIN)
        # who connects is rare, and a socket of the library in the poll costs system calls in every turn
        self._epoll.register(self._door.descriptor, select.EPOLLIN)
        for lifeline in lifelines:
            self._epoll.register(lifeline, select.EPOLLIN)
        self._gate = Gate(job.game, job.bots, job.listening) if job.listening is not None else None
        if self._gate is not None:
            self._poller.register(self._gate.zap, zmq.POLLIN)

    def __iter__(self) -> Iterator[AnyPlayer]:
        return iter(tuple(self._players.values()))

    def __contains__(self, player: AnyPlayer) -> bool:
        return self._players.get(player.seat) is player

    def at(self, seat: int) -> AnyPlayer | None:
        """Return the player at the seat, or None if it is empty."""
        return self._players.get(seat)

    def poll(self, seconds: float) -> list[AnyPlayer | None]:
        """Return the players that have sent something; None among them means that `attend` must be called."""
        return [self._by_socket.get(item) for item, _ in self._poller.poll(ceil(seconds * 1000))]

    def pages(self) -> dict[int, int]:
        """Return, by seat, how many pages of memory what its bot has sent since its start has taken."""
        return {seat: pages - self._pages_before.get(seat, 0) for seat, pages in self._pages().items()}

    def _pages(self) -> dict[int, int]:
        """Return them with those of all who sat there before."""
        return self._lanes.pages() | (self._gate.pages() if self._gate is not None else {})

    def attend(self) -> bool:
        """Take in output, exits, connections and the word to break off. Return True if anyone has come or gone."""
        self._door.attend()
        ended = self._gate is not None and self._gate.attend()
        for descriptor, _ in self._epoll.poll(0):
            if descriptor in self._lifelines:
                self.broken_off = True
                return ended
            player = self._by_descriptor.get(descriptor)
            if player is not None and not player.process.attend(descriptor):
                self._epoll.unregister(descriptor)
                del self._by_descriptor[descriptor]
                ended = True
        return ended

    def start(self, launch: Launch) -> AnyPlayer:
        """Start a bot. Raise ArenaError if it cannot be started."""
        if launch.leg != self._leg:
            self._clear_leg()
            self._leg = launch.leg
        player = self._player(launch)
        self._players[launch.seat] = player
        give_back()
        self._pages_before[launch.seat] = self._pages().get(launch.seat, 0)
        self._by_socket[player.channel.socket] = player
        self._poller.register(player.channel.socket, zmq.POLLIN)
        if isinstance(player, LocalPlayer):
            self._door.open(player.channel.domain, player.owns)
        if isinstance(player, RemotePlayer):
            self._poller.register(player.channel.monitor, zmq.POLLIN)
        for descriptor in player.process.watched:
            self._by_descriptor[descriptor] = player
            self._epoll.register(descriptor, select.EPOLLIN)
        return player

    def _player(self, launch: Launch) -> AnyPlayer:
        log, cell = self._logs[launch.bot], self.cells[launch.bot]
        if isinstance(cell, Cell):
            by_hand = launch.bot in self._job.by_hand
            return LocalPlayer(self._lanes.context, cell, launch.seat, launch.token, log, by_hand)
        assert self._gate is not None, "a remote bot, and nowhere for it to connect"
        return self._gate.player(launch.seat, launch.bot, log)

    def give_up(self, player: AnyPlayer) -> tuple[str, str]:
        """End what is left of a player and forget it. Return the code and words for how it ended."""
        self._poller.unregister(player.channel.socket)
        del self._by_socket[player.channel.socket]
        if isinstance(player, LocalPlayer):
            self._door.shut(player.channel.domain)
        if isinstance(player, RemotePlayer):
            self._poller.unregister(player.channel.monitor)
        for descriptor in [each for each, watched in self._by_descriptor.items() if watched is player]:
            del self._by_descriptor[descriptor]
            self._epoll.unregister(descriptor)
        del self._players[player.seat]
        return player.close()

    def _clear_leg(self) -> None:
        """Remove every process and every scratch file of the last leg."""
        sweep()
        for cell in self.cells:
            cell.clear()

    def close(self) -> None:
        """End every bot and close everything."""
        for player in self:
            self.give_up(player)
        self._clear_leg()
        for log in self._logs:
            log.close()
        self._epoll.close()
        self._door.close()
        self._lanes.context.destroy(linger=0)
        if self._gate is not None:
            self._gate.close()
