"""The only place with sockets: one referee process a match, one bound DEALER a seat, one poll loop.

Each turn reads one message a socket before it expires any deadline, so that no bot is charged for the referee's own
work or a rival's flood. No poll is longer than `TURN_S`: a signal handler that runs inside one shifts its timeout by up
to a second.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import Any, Final

from arena import __version__
from arena.errors import ArenaError, MachineFault
from arena.isolation.cell import OverLimit
from arena.match.commands import Command, Expel, Finish, Launch, Send
from arena.match.events import Crowded, Event, Faulted, Gone, Lagged, Replied, Tick, Vacant
from arena.match.game import Game
from arena.match.match import Match
from arena.records.job import MatchJob
from arena.records.result import ByHand, MatchResult, Progress
from arena.referee.memory_watch import MemoryWatch, give_back, peak_kib
from arena.referee.players import AnyPlayer, Players
from arena.referee.trace import TraceWriter
from arena.seats.channel import Received
from protocol.codec import BotDecoder, WireError, encode
from protocol.messages import Decide, Hello

TURN_S: Final = 0.05
REPORT_EVERY_S: Final = 0.2
SHOW_EVERY_S: Final = 0.5
"""How often a settled deal goes with the report, for those who watch."""
WORTH_NOTING_S: Final = 0.005
"""A shorter turn is not counted as lag."""


class Referee:
    """Plays one match. When a lifeline becomes readable, it breaks the match off."""

    def __init__(
        self, job: MatchJob, game: Game[Any], lifelines: Sequence[int], report: Callable[[Progress], None]
    ) -> None:
        self._job = job
        self._match = Match(job, game, lambda: token_hex(16), __version__)
        self._decoder: BotDecoder[Any] = BotDecoder(game.action_type)
        self._report = report
        self._players = Players(job, lifelines)
        self._trace = TraceWriter(Path(job.trace)) if job.trace else None
        self._memory = MemoryWatch(
            job.settings.rounds * (len(job.bots) if job.settings.duplicate else 1), len(job.bots)
        )
        self._heard: int | None = None
        """The seat that is watched or heard at this moment, if one is; not while the match works on what it said."""
        self._bot_at: dict[int, int] = {}
        self._culprit: int | None = None
        """The seat whose traffic delayed the last turn, if any."""
        self._look_at = 0.0
        """When the players must be looked after next, in seconds."""
        self._look_at_memory_at = 0.0
        self._events: deque[Event] = deque()
        self._result: MatchResult | None = None
        self._reported_at = 0.0
        self._showed_at = 0.0

    def play(self) -> MatchResult:
        """Play the match and return the result, once none of its processes is left.

        Raises MachineFault where the machine or the organizer is to blame, so that no bot pays for it.
        """
        try:
            self._execute(self._match.begin(monotonic()))
            self._pump()
            turn_began = monotonic()
            while self._result is None:
                turn_began = self._turn(turn_began)
        finally:
            self._players.close()
            if self._trace is not None:
                self._trace.close()
        self._result.isolation = [cell.words for cell in self._players.cells]
        self._result.referee_peak_kib = peak_kib()
        return self._result

    @property
    def died_over(self) -> int | None:
        """The bot that it was watching or hearing when it failed, if it was."""
        return None if self._heard is None else self._bot_at.get(self._heard)

    # -- the loop ----------------------------------------------------------------------------------------------

    def _turn(self, last_turn_began: float) -> float:
        """Wait, read, expire deadlines. Return when the wait ended."""
        self._match.idle()
        asleep_at = monotonic()
        wake_at = min(self._match.due, self._look_at, self._look_at_memory_at)
        wait = min(max(wake_at - asleep_at, 0.0), TURN_S)
        ready = self._players.poll(wait)
        awake_at = monotonic()
        lag = max(asleep_at - last_turn_began, awake_at - asleep_at - wait)
        if lag > WORTH_NOTING_S:
            self._dispatch(Lagged(round(lag * 1e6), self._culprit))
        self._culprit = None
        for player in ready:
            if player is None:
                self._attend()
            elif player in self._players:
                self._read(player)
        if awake_at >= self._look_at_memory_at:
            self._look_at_memory()
            self._look_at_memory_at = awake_at + self._memory.look_every_s
        if awake_at >= self._look_at:
            self._look_after(awake_at)
        if self._result is None and monotonic() > self._match.due:
            for player in self._players:
                self._read(player)
            self._dispatch(Tick())
        if awake_at - self._reported_at > REPORT_EVERY_S:
            self._reported_at = awake_at
            self._report_progress(awake_at)
        return awake_at

    def _report_progress(self, now: float) -> None:
        news = self._match.progress()
        if now - self._showed_at > SHOW_EVERY_S:
            self._showed_at = now
            news.shown = self._match.shown()
        self._report(news)

    def _dispatch(self, event: Event) -> None:
        self._heard = None
        self._events.append(event)
        self._pump()

    def _pump(self) -> None:
        """Pass each event to the match and carry out its commands, until no event is left."""
        events = self._events
        while events and self._result is None:
            event = events.popleft()
            if self._trace is not None:
                self._trace.happened(event)
            self._execute(self._match.handle(event, monotonic()))

    # -- what arrives ------------------------------------------------------------------------------------------

    def _read(self, player: AnyPlayer) -> None:
        self._heard = player.seat
        received = player.channel.receive()
        if received is not None and not player.leaving:
            self._take(player, received)
        self._heard = None

    def _take(self, player: AnyPlayer, received: Received) -> None:
        channel, seat = player.channel, player.seat
        if channel.peer and received.peer != channel.peer:
            return
        if self._trace is not None:
            self._trace.received(seat, received.data)
        if received.data is None:
            self._culprit = seat
            self._dispatch(Faulted(seat, "malformed", "a message is one frame; this one had several"))
            return
        try:
            message = self._decoder.decode(received.data)
        except WireError as error:
            self._dispatch(Faulted(seat, error.code, error.message))
            return
        if not isinstance(message, Hello):
            if message.note:
                player.log.note(message.request, message.note)
            self._dispatch(Replied(seat, message))
            return
        if not channel.peer:
            channel.keep_to(received.peer)
        if channel.crowded:
            self._players.give_up(player)
            self._dispatch(Crowded(seat))
        else:
            self._dispatch(player.greeting(message))

    def _attend(self) -> None:
        if self._players.attend():
            self._look_at = 0.0
        if self._players.broken_off:
            self._result = self._match.abandon("interrupted")

    def _look_after(self, now: float) -> None:
        """Press those who are leaving, and notice those who have gone."""
        for player in self._players:
            self._heard = player.seat
            player.press(now)
            seen = player.look(now)
            self._heard = None
            if seen is not None:
                self._dispatch(seen)
            if player.channel.crowded and not player.leaving:
                self._players.give_up(player)
                self._dispatch(Crowded(player.seat))
            elif now >= player.gone_at:
                self._part_with(player)
        self._look_at = min([now + TURN_S, *(player.due for player in self._players)])

    def _look_at_memory(self) -> None:
        for player in self._players:
            player.channel.watch()
        offender = self._memory.offender(self._players.pages)
        found = None if offender is None else self._players.at(offender)
        if found is not None:
            found.process.kill()  # before anything else, so that no more arrives
            self._players.give_up(found)
            give_back()
            words = "a message without end filled the referee's memory"
            self._dispatch(Gone(found.seat, "flooding", words, found.process.processor_ms))

    def _part_with(self, player: AnyPlayer) -> None:
        """Let go of a bot that has gone. What it sent before still counts."""
        while player in self._players:
            self._heard = player.seat
            received = player.channel.receive()
            if received is not None:
                if not player.leaving:
                    self._take(player, received)
                continue
            code, words = self._players.give_up(player)
            spent = player.process.processor_ms
            self._dispatch(Vacant(player.seat, spent) if player.leaving else Gone(player.seat, code, words, spent))

    # -- what the match wants ----------------------------------------------------------------------------------

    def _execute(self, commands: Iterable[Command]) -> None:
        for command in commands:
            if isinstance(command, Send):
                self._send(command)
            elif isinstance(command, Launch):
                self._launch(command)
            elif isinstance(command, Expel):
                self._expel(command)
            elif isinstance(command, Finish):
                self._result = command.result

    def _send(self, command: Send) -> None:
        player = self._players.at(command.seat)
        if player is None:
            return
        data = encode(command.message)
        if player.channel.send(data):
            if isinstance(command.message, Decide):
                self._match.handed(command.seat, float("inf") if player.by_hand else monotonic())
            if self._trace is not None:
                self._trace.sent(command.seat, data)
            return
        seen = player.look(monotonic())
        if seen is not None:
            self._look_at = 0.0
            self._events.append(seen)
        elif not player.leaving and player.gone_at == float("inf"):
            self._players.give_up(player)
            words = "the bot does not read its messages"
            self._events.append(Gone(player.seat, "disconnected", words, player.process.processor_ms))

    def _launch(self, command: Launch) -> None:
        if self._trace is not None:
            self._trace.started(command.leg, command.seat, self._job.bots[command.bot].name, command.token)
        self._bot_at[command.seat] = command.bot
        if command.bot in self._job.escaped:
            self._events.append(Gone(command.seat, "referee-lost", "the match's process died over this bot"))
            return
        try:
            player = self._players.start(command)
        except MachineFault:
            raise
        except ArenaError as error:
            code = "over-limit" if isinstance(error, OverLimit) else "exited"
            self._events.append(Gone(command.seat, code, str(error)))
            return
        if player.announced:
            news = self._match.progress()
            news.by_hand = ByHand(command.bot, player.variables)
            self._report(news)

    def _expel(self, command: Expel) -> None:
        player = self._players.at(command.seat)
        if player is None:
            self._events.append(Vacant(command.seat))
            return
        player.leave(monotonic())
        self._look_at = 0.0
        if command.at_once:
            player.process.kill()
