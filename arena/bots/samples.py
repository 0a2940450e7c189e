"""The project's sample bots, which are called `sample_bots/NAME` in any folder, however the arena was installed."""

from pathlib import Path
from typing import Final

SAMPLES: Final = Path(__file__).parents[2] / "sample_bots"


def place_of(folder: Path, given: str) -> Path:
    """Return the path that is `given` in `folder`, or where nothing is there, that of the sample of this name.

    >>> place_of(Path("/nowhere"), "sample_bots/greedy") == SAMPLES / "greedy"
    True
    >>> place_of(Path("/nowhere"), "sample_bots/nobody"), place_of(Path("/nowhere"), "greedy")
    (PosixPath('/nowhere/sample_bots/nobody'), PosixPath('/nowhere/greedy'))
    """
    path, parts = folder / given, Path(given).parts
    if path.exists() or len(parts) != 2 or parts[0] != SAMPLES.name:
        return path
    sample = SAMPLES / parts[1]
    return sample if sample.is_dir() else path
