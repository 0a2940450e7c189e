"""Archives as authors make them."""

import zipfile
from pathlib import Path

from tests.places import ROOT

TOML = 'name = "greedy"\nversion = "1.2"\nauthor = "Team One"\ncommand = ["python", "bot.py"]\n'


def zipped(path: Path, *members: tuple[str, bytes, int]) -> Path:
    """An archive of (name, contents, mode)."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents, mode in members:
            member = zipfile.ZipInfo(name)
            member.external_attr = mode << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, contents)
    return path


def good(path: Path, *more: tuple[str, bytes, int], toml: str = TOML) -> Path:
    """An archive of a bot that passes the check."""
    source = (ROOT / "sample_bots/plain/bot.py").read_bytes()
    return zipped(path, ("bot.toml", toml.encode(), 0o644), ("bot.py", source, 0o644), *more)
