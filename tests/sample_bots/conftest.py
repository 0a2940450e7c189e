"""What the tests of the sample bots share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where bots are built, once."""
    return tmp_path_factory.mktemp("builds")
