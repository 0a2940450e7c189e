"""The steps of the check in their order, and how they are run."""

from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from arena.check.report import (
    CARDS,
    CONVERSATION,
    EVENTS,
    FROM_ARENA,
    PROGRAM,
    TRANSPORT,
    Fault,
    Skipped,
    StepReport,
    Warned,
)
from arena.check.steps import arrival, hands, leaving, matches, unusual, verdicts
from arena.check.subject import Subject
from arena.isolation.cell import Cell
from arena.isolation.cells import cells_of
from arena.records.job import BotProgram, MatchJob, MatchSettings
from arena.seats.process import BotLog


class Step(NamedTuple):
    """`run` gives words for a pass, or raises Fault, Warned or Skipped. `clause` is where SPEC.md speaks of it.

    When an `essential` step fails there is no use in going on; a `verdict` is given whatever happened.
    """

    name: str
    chinese: str
    clause: str
    run: Callable[[Subject], str]
    essential: bool = False
    verdict: bool = False


PLAYED: Final = (
    Step("start-up", "启动", PROGRAM, arrival.starts_up, essential=True),
    Step("hello", "握手", CONVERSATION, arrival.says_hello, essential=True),
    Step("first match", "第一场", CONVERSATION, matches.plays_a_match, essential=True),
    Step("several matches", "连场", CONVERSATION, matches.plays_several),
    Step("hidden names", "匿名", FROM_ARENA, matches.plays_among_the_nameless),
    Step("batches", "成批", FROM_ARENA, matches.takes_batches),
    Step("special hands", "特殊牌型", CARDS, hands.lays_specials),
    Step("five of a kind", "五同", CARDS, hands.lays_fives),
    Step("jokers", "王", CARDS, hands.lays_jokers),
    Step("declining", "不报特殊牌", CARDS, hands.may_decline),
    Step("strikes", "判罚", EVENTS, unusual.hears_of_strikes),
    Step("no events", "无事件", FROM_ARENA, unusual.needs_no_events),
    Step("memory", "内存", CONVERSATION, matches.holds_its_memory),
    Step("longest messages", "长消息", TRANSPORT, unusual.takes_the_longest),
    Step("goodbye", "告别", FROM_ARENA, leaving.says_goodbye),
    Step("processes", "遗留进程", PROGRAM, leaving.leaves_nobody),
    Step("unknown fields", "未知字段", TRANSPORT, unusual.ignores_the_unknown),
    Step("early goodbye", "提前告别", CONVERSATION, leaving.leaves_early),
    Step("refusal", "被拒", FROM_ARENA, leaving.takes_a_refusal),
    Step("restart", "重启", CONVERSATION, leaving.comes_back),
    Step("same deals", "同牌", CONVERSATION, leaving.plays_alike),
    Step("one answer each", "一问一答", CONVERSATION, verdicts.answers_once, verdict=True),
    Step("time", "用时", CONVERSATION, verdicts.keeps_its_time, verdict=True),
    Step("fouls", "倒水", CARDS, verdicts.lays_in_order, verdict=True),
)


class Check:
    """The check of one bot; its output goes to `log`."""

    def __init__(self, program: BotProgram, settings: MatchSettings, log: Path) -> None:
        """Raises ArenaError when the isolation that is demanded cannot be had."""
        self._program = program
        self._settings = settings
        self._log = log
        (cell,) = cells_of(_job(program, settings))
        assert isinstance(cell, Cell), "a remote bot is checked where it is"
        self._cell = cell
        self.isolation = cell.words
        files = verdicts.FileWatch(Path(program.folder))
        self.steps: tuple[Step, ...] = (
            *PLAYED,
            Step("output", "输出", PROGRAM, lambda subject: verdicts.keeps_quiet(subject, log), verdict=True),
            Step("files", "文件", PROGRAM, files.keeps_to_its_scratch, verdict=True),
        )

    def run(self) -> Generator[StepReport, None, None]:
        """Each step as it is done. When the generator is closed or used up, no process of the bot is left."""
        with (
            closing(BotLog(self._log, self._settings.limits.output_kib * 1024)) as log,
            closing(Subject(self._program, self._settings, self._cell, log)) as subject,
        ):
            for step in self.steps:
                yield _taken(step, subject)


def _job(program: BotProgram, settings: MatchSettings) -> MatchJob:
    """What a match would be told of the bot, so that it is held as in a match."""
    return MatchJob("check", "shisanshui", {}, settings, [program], deal_seed=b"", log_folder="")


def _taken(step: Step, subject: Subject) -> StepReport:
    if subject.gave_up and not step.verdict:
        return StepReport(step.name, "skip", subject.gave_up)
    try:
        return StepReport(step.name, "pass", step.run(subject))
    except Skipped as skipped:
        return StepReport(step.name, "skip", str(skipped))
    except Warned as warned:
        return StepReport(step.name, "warn", str(warned))
    except Fault as fault:
        if not step.verdict:
            subject.break_off()
        if step.essential:
            subject.gave_up = f'not reached: the step "{step.name}" failed'
        return fault.report(step.name, step.clause)
