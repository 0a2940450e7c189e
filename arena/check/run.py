"""The steps of the check in order, and how they run."""

from collections.abc import Callable, Generator, Sequence
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
from arena.check.rule_sets import RuleSets
from arena.check.steps import arrival, hands, leaving, matches, unusual, verdicts
from arena.check.subject import Subject
from arena.isolation.cell import Cell
from arena.isolation.cells import cells_of
from arena.records.job import BotProgram, MatchJob, MatchSettings
from arena.seats.process import BotLog
from arena.shisanshui.rule_model import RuleSet
from protocol.text import Said


class Step(NamedTuple):
    """`run` describes a pass, or raises Fault, Warned or Skipped. `clause` is the section of SPEC.md about it.

    JSON has the name as it is, the terminal has it in the language in use. When an `essential` step fails the check
    goes no further; a `verdict` is given whatever happened.
    """

    name: str
    clause: str
    run: Callable[[Subject], Said]
    essential: bool = False
    verdict: bool = False


PLAYED: Final = (
    Step("start-up", PROGRAM, arrival.starts_up, essential=True),
    Step("hello", CONVERSATION, arrival.says_hello, essential=True),
    Step("first match", CONVERSATION, matches.plays_a_match, essential=True),
    Step("several matches", CONVERSATION, matches.plays_several),
    Step("hidden names", FROM_ARENA, matches.plays_among_the_nameless),
    Step("batches", FROM_ARENA, matches.takes_batches),
    Step("special hands", CARDS, hands.lays_specials),
    Step("five of a kind", CARDS, hands.lays_fives),
    Step("jokers", CARDS, hands.lays_jokers),
    Step("declining", CARDS, hands.may_decline),
    Step("strikes", EVENTS, unusual.hears_of_strikes),
    Step("no events", FROM_ARENA, unusual.needs_no_events),
    Step("memory", CONVERSATION, matches.holds_its_memory),
    Step("longest messages", TRANSPORT, unusual.takes_the_longest),
    Step("goodbye", FROM_ARENA, leaving.says_goodbye),
    Step("processes", PROGRAM, leaving.leaves_nobody),
    Step("unknown fields", TRANSPORT, unusual.ignores_the_unknown),
    Step("early goodbye", CONVERSATION, leaving.leaves_early),
    Step("refusal", FROM_ARENA, leaving.takes_a_refusal),
    Step("restart", CONVERSATION, leaving.comes_back),
    Step("same deals", CONVERSATION, leaving.plays_alike),
    Step("one answer each", CONVERSATION, verdicts.answers_once, verdict=True),
    Step("time", CONVERSATION, verdicts.keeps_its_time, verdict=True),
    Step("fouls", CARDS, verdicts.lays_in_order, verdict=True),
)


class Check:
    """The check of one bot under rule sets; its output goes to `log`."""

    def __init__(self, program: BotProgram, settings: MatchSettings, rules: Sequence[RuleSet], log: Path) -> None:
        """Raises ArenaError when the requested isolation is not available."""
        self._program = program
        self._settings = settings
        self._rules = RuleSets(rules)
        self._log = log
        (cell,) = cells_of(_job(program, settings))
        assert isinstance(cell, Cell), "remote bots are not checked here"
        self._cell = cell
        self.isolation = cell.words
        files = verdicts.FileWatch(Path(program.folder))
        self.steps: tuple[Step, ...] = (
            *PLAYED,
            Step("output", PROGRAM, lambda subject: verdicts.keeps_quiet(subject, log), verdict=True),
            Step("files", PROGRAM, files.keeps_to_its_scratch, verdict=True),
        )

    def run(self) -> Generator[StepReport, None, None]:
        """Yield the report of each step. Once the generator is closed or used up, no process of the bot is left."""
        with (
            closing(BotLog(self._log, self._settings.limits.output_kib * 1024)) as log,
            closing(Subject(self._program, self._settings, self._rules, self._cell, log)) as subject,
        ):
            for step in self.steps:
                yield _taken(step, subject)


def _job(program: BotProgram, settings: MatchSettings) -> MatchJob:
    """The job of a match with the bot, so that it is isolated as in a match."""
    return MatchJob("check", "shisanshui", {}, settings, [program], deal_seed=b"", log_folder="")


def _taken(step: Step, subject: Subject) -> StepReport:
    if subject.gave_up and not step.verdict:
        return StepReport(step.name, "skip", str(subject.gave_up))
    try:
        return StepReport(step.name, "pass", str(step.run(subject)))
    except Skipped as skipped:
        return StepReport(step.name, "skip", str(skipped))
    except Warned as warned:
        return StepReport(step.name, "warn", str(warned))
    except Fault as fault:
        if not step.verdict:
            subject.break_off()
        if step.essential:
            subject.gave_up = Said('not reached: the step "{step}" failed', step=Said(step.name))
        return fault.report(step.name, step.clause)
