"""The games that can be played here, by name."""

from typing import Any

from arena.errors import ArenaError
from arena.game import Game
from arena.records import MatchJob
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import rules_from


def game_of(job: MatchJob) -> Game[Any]:
    """The game of a job, under the job's rule set. Raises ArenaError for a game that is not played here."""
    if job.game != Shisanshui.name:
        raise ArenaError(f'game: expected "{Shisanshui.name}", got "{job.game}"')
    return Shisanshui(rules_from(job.rules), job.settings.on_late)
