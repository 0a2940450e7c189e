"""What verification finds in a folder, as plain text."""

from pathlib import Path

from tournaments.results.verify.whole import verify


def differences(folder: Path) -> list[str]:
    return [str(difference) for difference in verify(folder).differences]


def checked(folder: Path) -> dict[str, int]:
    """How many of each thing were recomputed."""
    return {str(thing): count for thing, count in verify(folder).checked.items()}
