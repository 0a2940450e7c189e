"""`arena web`: the cups as pages."""

from pathlib import Path

import click

from arena.cli.command import command
from arena.errors import UsageError
from arena.language import _
from tournaments.layout import RUNS
from tournaments.store.store import Store
from tournaments.web.settings import Settings, is_loopback


@command(
    short_help="Show cups on a page, and play against bots.",
    epilog="""\b
Examples:
  arena web                          every cup in runs/, on this machine
  arena web --port 9000 runs/spring  and a cup elsewhere
  arena web --host 0.0.0.0           for others to watch; nobody can play then
  arena web --host 0.0.0.0 --allow-play
""",
)
@click.argument("folders", metavar="[FOLDER]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--root",
    type=click.Path(path_type=Path),
    default=RUNS,
    show_default=True,
    help="The folder that holds a folder for each cup.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 for any free one.")
@click.option("--allow-play", is_flag=True, help="Let visitors from other machines play against bots.")
@click.option(
    "--play-bots",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FOLDER",
    help="Offer the bots in FOLDER for play too; may be given again.",
)
def web(
    folders: tuple[Path, ...], root: Path, host: str, port: int, allow_play: bool, play_bots: tuple[Path, ...]
) -> None:
    """Show every cup under the root, and those in FOLDER, running or finished, until Ctrl-C.

    Run it beside `arena tournament run`: it only reads, and a cup does not notice it.
    """
    for folder in folders:
        if not Store.exists(folder):
            raise UsageError("{folder}: no tournament is here", folder=folder)
    for folder in play_bots:
        if not folder.is_dir():
            raise UsageError("--play-bots {folder}: no such folder", folder=folder)
    try:
        from tournaments.web.serve import bound, serve  # noqa: PLC0415
    except ImportError as error:
        raise UsageError(
            "the pages need the extra `web` ({reason}): pip install 'shisanshui-arena[web]'", reason=str(error)
        ) from None
    settings = Settings(root, folders, host, port, allow_play or is_loopback(host), play_bots)
    listening = bound(settings)
    settings = Settings(root, folders, host, listening.getsockname()[1], settings.allow_play, play_bots)
    click.echo(_("{address}: the cups of {root}; Ctrl-C ends it", address=settings.origin, root=root))
    serve(settings, listening)
