"""`arena play`: one match between bots given on the command line."""

from pathlib import Path
from secrets import token_hex

import click
import msgspec
from click.core import ParameterSource

from arena.bots.resolve import resolve, unique_names
from arena.cli.command import command
from arena.cli.match_table import MatchProgress, print_match
from arena.cli.options import Duration, check_outfile, rules_given
from arena.cli.stand_ins import stand_ins
from arena.errors import ArenaError, UsageError
from arena.match.seeds import seed_of_text
from arena.records.job import BotProgram, Listening, MatchJob, MatchSettings
from arena.records.result import MatchResult
from arena.records.settings import MatchSection
from arena.referee.process import play_match
from arena.referee.trace import is_trace
from arena.remote.listening import listening_for, sharing_a_key, try_ports
from arena.shisanshui.play import Shisanshui
from arena.system.processes import become_subreaper
from arena.text import counted

LOGS = Path("runs/play")
"""Each match has a folder of its own in it, named after its deals."""
A_DAY_MS = 24 * 60 * 60 * 1000
TEN_MINUTES_MS = 10 * 60 * 1000
MANY_RESTARTS = 1000
"""What a person who debugs a bot may need of both."""


@command(
    short_help="Play one match 对局 between 2 to 8 bots.",
    epilog="""\b
Examples:
  arena play sample_bots/greedy sample_bots/random --rounds 50
  arena play my_bot.py sample_bots/greedy sample_bots/balanced --duplicate
  arena play sample_bots/greedy "node bot.js" --time-limit 500ms --json
  arena play sample_bots/greedy remote:keys/ada.public
""",
)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT ...")
@click.option("--rules", default="standard", show_default=True, help="A rule set's name, or a path to a .toml file.")
@click.option("--rounds", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="Rounds of a leg.")
@click.option("--seed", help="Text that the deals are drawn from; drawn and shown when left out.")
@click.option("--time-limit", type=Duration(), default="1s", show_default=True, help="For one decision.")
@click.option("--bank", type=Duration(), default="0s", show_default=True, help="Time saved up for the whole leg.")
@click.option("--startup", type=Duration(), default="10s", show_default=True, help="Until a bot's hello.")
@click.option("--on-late", type=click.Choice(["foul", "stand-in"]), default="foul", show_default=True)
@click.option("--strikes", type=click.IntRange(0), default=10, show_default=True, help="Forgiven in a leg.")
@click.option("--restarts", type=click.IntRange(0), default=1, show_default=True, help="Of a crashed bot, in a leg.")
@click.option("--thinking", type=click.Choice(["parallel", "serial"]), default="parallel", show_default=True)
@click.option("--batch", type=click.IntRange(1, 64), default=1, show_default=True, help="Most decisions a message.")
@click.option(
    "--isolation",
    type=click.Choice(["auto", "strong", "0", "1", "2", "3", "4"]),
    default="auto",
    show_default=True,
    help="Level that bots are held at; auto trusts bare commands.",
)
@click.option("--memory", default="512MiB", show_default=True, metavar="SIZE", help="Most that a bot may have.")
@click.option("--duplicate", is_flag=True, help="As many legs as bots, so that every bot plays every hand.")
@click.option("--logs", type=click.Path(path_type=Path), help=f"For the bots' output; a folder in {LOGS} by default.")
@click.option("--trace", type=click.Path(path_type=Path), metavar="FILE", help="For every message; see arena trace.")
@click.option("--debug-bot", "by_hand", type=click.IntRange(1), metavar="N", help="Start the N-th BOT yourself.")
@click.option("--listen", default="127.0.0.1:0", metavar="IP:PORT", help="Where the first remote BOT connects.")
@click.option("--server-key", type=click.Path(path_type=Path), help="The arena's secret key for remote BOTs.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def play(
    context: click.Context,
    /,
    bots: tuple[str, ...],
    rules: str,
    seed: str | None,
    time_limit: str,
    logs: Path | None,
    trace: Path | None,
    by_hand: int | None,
    isolation: str,
    memory: str,
    listen: str,
    server_key: Path | None,
    as_json: bool,
    **match: object,
) -> None:
    """Play one match 对局 between 2 to 8 BOTs: a folder with bot.toml, a .py file, a quoted command, or remote: and a
    public key.

    A bot that fails costs only itself: the others play every round, and the exit status is 0.

    With --debug-bot the arena says with which environment to start that bot, in a debugger say, and waits: it has no
    time limit, and may be started again as often as it ends. A remote BOT 远程机器人 is started by its author on
    another machine; the arena says with which environment, and waits for ten minutes unless --startup is given.
    """
    programs = unique_names([resolve(text, Path.cwd()) for text in bots])
    rule_set = rules_given(rules)
    game = Shisanshui(rule_set)
    if fault := game.refuses(len(programs)):
        raise UsageError(
            "{counted} under rule set {rules}: {fault}", counted=counted(len(programs), "bot"), rules=rules, fault=fault
        )
    if by_hand is not None and by_hand > len(programs):
        raise UsageError("--debug-bot {by_hand}: there are {count} bots", by_hand=by_hand, count=len(programs))
    if by_hand is not None and programs[by_hand - 1].remote:
        raise UsageError(
            "--debug-bot {by_hand}: {name} is remote, and started by its author",
            by_hand=by_hand,
            name=programs[by_hand - 1].name,
        )
    level = int(isolation) if isolation.isdigit() else isolation
    section = msgspec.convert(
        {"decision": time_limit, "isolation": level, "limits": {"memory": memory}, **match}, MatchSection
    )
    seed = token_hex(16) if seed is None else seed
    settings = section.settings("arena play").at(programs)
    if section.duplicate and not settings.duplicate:
        click.secho("arena: --duplicate: not with a remote bot, as its process is never fresh", fg="yellow", err=True)
    deal_seed = seed_of_text(seed)
    if trace is not None:
        check_outfile(trace, "--trace", "trace", is_trace)
    logs = logs or LOGS / deal_seed.hex()[:8]
    if by_hand is not None:
        settings = msgspec.structs.replace(settings, startup_ms=A_DAY_MS, restarts=MANY_RESTARTS)
    listening = _listening(programs, listen, server_key)
    if listening is not None and context.get_parameter_source("startup") is ParameterSource.DEFAULT:
        settings = msgspec.structs.replace(settings, startup_ms=max(settings.startup_ms, TEN_MINUTES_MS))
    job = MatchJob(
        match="play",
        game=game.name,
        rules=game.rules(),
        settings=settings,
        bots=programs,
        deal_seed=deal_seed,
        log_folder=str(logs),
        trace=str(trace.absolute()) if trace is not None else "",
        by_hand=[by_hand - 1] if by_hand is not None else [],
        listening=listening,
    )
    become_subreaper()
    with MatchProgress(job) as progress:
        result = play_match(job, logs / "match.log", progress.update)
    if as_json:
        document = _document(result, programs, rules, settings, seed)
        click.echo(msgspec.json.encode(document))
    else:
        print_match(result, programs, rules, seed, logs)


def _listening(programs: list[BotProgram], listen: str, server_key: Path | None) -> Listening | None:
    """Where the remote bots connect, if there are any."""
    if not any(program.remote for program in programs):
        return None
    if pair := sharing_a_key(programs):
        raise UsageError(
            "{pair} and {pair2} have the same key, and only one bot can be known by it", pair=pair[0], pair2=pair[1]
        )
    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal():
        raise UsageError("--listen {listen}: expected IP:PORT, such as 127.0.0.1:7700", listen=listen)
    try:
        listening = listening_for(programs, host.strip("[]"), int(port), server_key)
    except ArenaError as error:
        raise UsageError(f"--listen {listen}: {error}" if server_key is None else str(error)) from None
    try:
        try_ports(programs, listening)
    except ArenaError as error:
        raise ArenaError("--listen {listen}: {error}", listen=listen, error=error) from None
    return listening


def _document(
    result: MatchResult, programs: list[BotProgram], rules: str, settings: MatchSettings, seed: str
) -> dict[str, object]:
    """The JSON shape of `arena play`; tools build on it, so it may only grow."""
    water, places = result.water(), result.places()
    laid_for = stand_ins(result)
    seats = [
        {
            "name": program.name,
            "water": water[bot],
            "place": places[bot],
            "state": result.states[bot],
            "stale": result.stale[bot],
            "isolation": result.isolation[bot],
            "remote": bool(program.remote),
            "stand_ins": laid_for[bot],
            "strikes": [
                {"code": strike.code, "round": strike.round, "message": strike.message, "late_ms": strike.late_ms}
                for strike in result.strikes
                if strike.bot == bot
            ],
        }
        for bot, program in enumerate(programs)
    ]
    return {
        "match": result.match,
        "rules": rules,
        "rounds": settings.rounds,
        "legs": len(result.legs),
        "duplicate": settings.duplicate,
        "seed": seed,
        "reason": result.reason,
        "seats": seats,
    }
