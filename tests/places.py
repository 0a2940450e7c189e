"""Where things are in the checkout, for tests wherever they lie."""

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
SAMPLES: Final = ROOT / "sample_bots"
VECTORS: Final = ROOT / "tests" / "vectors"
ARENA: Final = str(Path(sys.executable).with_name("arena"))
"""The command, of the environment that runs the tests."""
