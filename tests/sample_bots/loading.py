"""The sample bots by name, and as modules of this process."""

import importlib.util
from functools import cache
from types import ModuleType

from tests.places import SAMPLES

BOTS = sorted(path.parent.name for path in SAMPLES.glob("*/bot.toml"))


@cache
def module(bot: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"sample_{bot}", SAMPLES / bot / "bot.py")
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded
