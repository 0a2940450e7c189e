"""`arena play`: one match between bots given on the command line."""

import webbrowser
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

import click
import msgspec
from click.core import ParameterSource

from arena.bots.resolve import resolve, unique_names
from arena.cli.command import command
from arena.cli.match_options import isolation_option, match_option, memory_option, section_of
from arena.cli.match_table import MatchProgress, print_match
from arena.cli.options import check_outfile, rules_given
from arena.errors import ArenaError, UsageError
from arena.language import _
from arena.match.seeds import seed_of_text
from arena.records.job import BotProgram, Listening, MatchJob, MatchSettings
from arena.records.result import MatchResult
from arena.records.settings import MatchSection
from arena.referee.process import play_match
from arena.referee.trace import is_trace
from arena.remote.listening import listening_for, sharing_a_key, try_ports
from arena.shisanshui.play import Shisanshui
from arena.system.processes import become_subreaper
from arena.tally import tallies
from protocol.text import Said
from tournaments.cli.clock import now
from tournaments.cli.play_json import document_of
from tournaments.cli.seats import require_seats
from tournaments.layout import LOGS, ONLY_MATCH, PAGE, REFEREE_LOG
from tournaments.run.folder import check_place, free_folder
from tournaments.store.store import Store

RECORDS: Final = Path("runs/play")
"""Each match has a folder of its own here, named after its deals."""
A_DAY: Final = "24h"
TEN_MINUTES: Final = "10m"
MANY_RESTARTS: Final = 1000
"""More than anybody needs in a debugger."""


@command(
    short_help="Play one match between 2 to 8 bots.",
    epilog="""\b
Examples:
  arena play sample_bots/greedy sample_bots/random --rounds 50
  arena play my_bot.py sample_bots/greedy sample_bots/balanced --duplicate
  arena play sample_bots/greedy "node bot.js" --time-limit 500ms --json
  arena play sample_bots/greedy remote:keys/ada.public
""",
)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT ...")
@click.option("--rules", default="standard", show_default=True, help="Rule set: a name or a path to a .toml file.")
@match_option("rounds", "Rounds a leg.")
@click.option("--seed", help="Text to draw the deals from; random, and shown, when left out.")
@match_option("decision", "Time for one decision.", "--time-limit")
@match_option("bank", "Extra time for a whole leg.")
@match_option("startup", "Time until a bot's hello.")
@match_option("on_late", "What a seat gets that does not answer in time.")
@match_option("strikes", "Strikes a bot may have in a leg.")
@match_option("restarts", "Restarts of a crashed bot in a leg.")
@match_option("thinking", "Ask all seats at once, or one after the other.")
@match_option("batch", "Most decisions in a message.")
@isolation_option("Isolation level of the bots; auto trusts bare commands.")
@memory_option("Most memory a bot may use.")
@click.option("--duplicate", is_flag=True, help="Play as many legs as bots, so that every bot plays every hand.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the record; a new one in runs/play by default.",
)
@click.option("--no-record", is_flag=True, help="Keep nothing but the bots' output.")
@click.option("--show", is_flag=True, help="Look at the match in the browser afterwards.")
@click.option(
    "--logs",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the bots' output; in the record's by default.",
)
@click.option(
    "--trace",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write every message to FILE; arena trace shows it.",
)
@click.option("--debug-bot", "by_hand", type=click.IntRange(1), metavar="N", help="Start the N-th BOT yourself.")
@click.option("--listen", default="127.0.0.1:0", metavar="IP:PORT", help="Where the first remote BOT connects.")
@click.option(
    "--server-key",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File with the arena's secret key, for remote BOTs.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def play(
    context: click.Context,
    /,
    bots: tuple[str, ...],
    rules: str,
    seed: str | None,
    out: Path | None,
    no_record: bool,
    show: bool,
    logs: Path | None,
    trace: Path | None,
    by_hand: int | None,
    listen: str,
    server_key: Path | None,
    as_json: bool,
    **match: Any,
) -> None:
    """Play one match between 2 to 8 BOTs: a folder with bot.toml, a .py file, a quoted command, or remote: and a
    public key.

    A bot that fails costs only itself: the others play every round, and the exit status is 0.

    The match leaves a record like a tournament's, which arena replay, hands, analyse, logs and verify read.

    With --debug-bot the arena waits for you to start that bot, in a debugger for example: by F5 in VS Code, for which
    it writes .vscode/launch.json here, or with the environment that it prints. It has no time limit, and you may start
    it again whenever it ends.

    A remote BOT is started by its author on another machine. The arena prints its environment and waits ten minutes
    unless --startup is given.
    """
    programs = unique_names([resolve(text, Path.cwd()) for text in bots])
    game = Shisanshui(rules_given(rules))
    _check_seats(game, programs, rules, by_hand)
    if trace is not None:
        check_outfile(trace, "--trace", Said("trace"), is_trace)
    if show and no_record:
        raise UsageError("--show: what is shown is the record, so not with --no-record")
    folder = _folder(out, seed := token_hex(16) if seed is None else seed)
    listening = _listening(programs, listen, server_key)
    default_startup = context.get_parameter_source("startup") is ParameterSource.DEFAULT
    section = _patient(section_of(**match), by_hand is not None, listening is not None and default_startup)
    job = MatchJob(
        match=ONLY_MATCH,
        game=game.name,
        rules=game.rules(),
        settings=_settings(section, programs),
        bots=programs,
        deal_seed=seed_of_text(seed),
        log_folder=str(logs or folder / LOGS / ONLY_MATCH),
        trace=str(trace.absolute()) if trace is not None else "",
        by_hand=[by_hand - 1] if by_hand is not None else [],
        listening=listening,
    )
    become_subreaper()
    with MatchProgress(job) as progress:
        result = play_match(job, Path(job.log_folder) / REFEREE_LOG, progress.update)
    counts = tallies(result.decisions(), len(programs), game)
    if not as_json:
        print_match(result, counts, programs, rules, seed, Path(job.log_folder))
    recorded = not no_record and result.reason == "completed"
    if recorded:
        _keep(game, rules, seed, section, programs, result, folder)
    if recorded and show:
        _show(folder)
    if as_json:
        document = document_of(result, counts, programs, rules, job.settings, seed)
        click.echo(msgspec.json.encode(document | {"record": str(folder) if recorded else None}))
    elif recorded:
        click.echo(_("record {folder}; arena replay {folder} shows it", folder=folder))


def _folder(out: Path | None, seed: str) -> Path:
    """Return where the record goes, which holds none yet. Raises UsageError when it cannot go there."""
    if out is not None:
        check_place(out)
        if Store.exists(out):
            raise UsageError("--out: {folder} holds a record already; give another folder", folder=out)
        return out
    return free_folder(RECORDS, seed_of_text(seed).hex()[:8])


def _keep(
    game: Shisanshui,
    rules: str,
    seed: str,
    section: MatchSection,
    programs: Sequence[BotProgram],
    result: MatchResult,
    folder: Path,
) -> None:
    # what rates and reports takes a while to load, and the match need not wait for it
    from tournaments.run.one_table import cup_of_one, keep  # noqa: PLC0415

    keep(cup_of_one(game, rules, seed, section, programs), result, folder, now)


def _show(folder: Path) -> None:
    """Write the page of the match beside its record, and open it where there is a browser."""
    from tournaments.reports.viewer.file import write_page  # noqa: PLC0415
    from tournaments.results.replay import replayer  # noqa: PLC0415

    file = folder / PAGE
    with Store.read(folder) as store:
        write_page(file, store.cup().name, ONLY_MATCH, list(replayer(store, ONLY_MATCH).rounds()))
    click.echo(_("page {file}", file=file), err=True)
    webbrowser.open(file.absolute().as_uri())


def _check_seats(game: Shisanshui, programs: Sequence[BotProgram], rules: str, by_hand: int | None) -> None:
    """Raise UsageError when so many cannot play, or the bot to be started by hand is missing or remote."""
    require_seats(game, programs, rules)
    if by_hand is None:
        return
    if by_hand > len(programs):
        raise UsageError("--debug-bot {place}: there are {bots} bots", place=by_hand, bots=len(programs))
    if (program := programs[by_hand - 1]).remote:
        raise UsageError(
            "--debug-bot {place}: {bot} is remote, and started by its author", place=by_hand, bot=program.name
        )


def _settings(section: MatchSection, programs: Sequence[BotProgram]) -> MatchSettings:
    """Return the settings of the match. Raises ArenaError as the `[match]` table does."""
    settings = section.settings("arena play").at(programs)
    if section.duplicate and not settings.duplicate:
        _warn(_("--duplicate: not with a remote bot, as its process is never fresh"))
    return settings


def _patient(section: MatchSection, by_hand: bool, remote: bool) -> MatchSection:
    """Allow for bots that people start. `remote` is whether nobody has said how long to wait for those."""
    if by_hand:
        return msgspec.structs.replace(section, startup=A_DAY, restarts=MANY_RESTARTS)
    return msgspec.structs.replace(section, startup=TEN_MINUTES) if remote else section


def _warn(words: str) -> None:
    click.secho(f"arena: {words}", fg="yellow", err=True)


def _listening(programs: list[BotProgram], listen: str, server_key: Path | None) -> Listening | None:
    """Return where the remote bots connect, or None when there are none."""
    if not any(program.remote for program in programs):
        return None
    if pair := sharing_a_key(programs):
        raise UsageError("{one} and {other} have the same key; each bot needs its own", one=pair[0], other=pair[1])
    host, _colon, port = listen.rpartition(":")
    if not host or not port.isdecimal():
        raise UsageError("--listen {address}: expected IP:PORT, such as 127.0.0.1:7700", address=listen)
    try:
        listening = listening_for(programs, host.strip("[]"), int(port), server_key)
    except ArenaError as error:
        if server_key is not None:
            raise UsageError(error.said) from None
        raise UsageError("--listen {address}: {fault}", address=listen, fault=error) from None
    try:
        try_ports(programs, listening)
    except ArenaError as error:
        raise ArenaError("--listen {address}: {fault}", address=listen, fault=error) from None
    return listening
