"""The levels of isolation that this machine has, and who may run a referee at them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.isolation.choice import Unavailable, attempt
from tests.arena.isolation.attacks.table import LEVELS
from tests.arena.isolation.real_attacks import folder_for_everybody, the_systems_python
from tests.places import ROOT

OTHER_USERS = 1
"""The level at which a bot's user has to reach the interpreter."""
BETWEEN = {1, 3}
"""Levels between two that are tried always; `make test-all` tries these too."""
ORDINARY_LEVELS = {0, 2, 3}
NOBODY = 65534


@pytest.fixture(
    params=[pytest.param(level, marks=[pytest.mark.long] * (level in BETWEEN), id=f"level{level}") for level in LEVELS],
    scope="module",
)
def level(request: pytest.FixtureRequest) -> Iterator[int]:
    """Each level that works on this machine, with the interpreter of the tests or with the system's own."""
    number: int = request.param
    with ExitStack() as stack:
        reason = fault_of(number)
        if reason and number == OTHER_USERS and (python := stack.enter_context(the_systems_python())) is not None:
            stack.enter_context(pytest.MonkeyPatch.context()).setattr(sys, "executable", str(python))
            reason = fault_of(number)
        if reason:
            pytest.skip(f"level {number} does not work on this machine: {reason}")
        yield number


def fault_of(level: int) -> str:
    """Why it does not work, or nothing."""
    try:
        attempt(level)
    except Unavailable as error:
        return str(error)
    return ""


@pytest.fixture
def without_groups(level: int, tmp_path: Path) -> str:
    """An interpreter whose process finds no control groups mounted."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("only root can take the control groups away")
    script = tmp_path / "python"
    script.write_text(
        "#!/bin/sh\nexec unshare --mount --propagation private"
        f' sh -c \'umount -l /sys/fs/cgroup; exec {sys.executable} "$@"\' sh "$@"\n'
    )
    script.chmod(0o755)
    return str(script)


@pytest.fixture
def as_an_ordinary_user(level: int) -> Iterator[tuple[str, Path]]:
    """An interpreter that gives up being root first, and a folder in which it may write logs."""
    if level not in ORDINARY_LEVELS:
        pytest.skip("this level needs root")
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can become another user")
    with folder_for_everybody() as folder, the_systems_python() as python, pytest.MonkeyPatch.context() as patch:
        if python is None:
            pytest.skip("the system has no interpreter of this version")
        patch.setattr(sys, "executable", str(python))
        (folder / "logs").mkdir()
        (folder / "logs").chmod(0o777)
        script = folder / "python"
        words = f"--reuid={NOBODY} --regid={NOBODY} --clear-groups --inh-caps=-all"
        script.write_text(f'#!/bin/sh\nexec setpriv {words} {python} "$@"\n')
        script.chmod(0o755)
        if subprocess.run(
            [script, "-c", "import arena.referee"], cwd=ROOT, capture_output=True, check=False
        ).returncode:
            pytest.skip("another user cannot reach the packages of the tests")
        yield str(script), folder
