"""The one place where a program that a level has fitted becomes a process."""

import os
import subprocess
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any

from arena.isolation.level import Fitted
from arena.system.processes import dies_with_parent


def spawn(
    fitted: Fitted, folder: Path, open_files: int, output: int | IO[Any], errors: int
) -> "subprocess.Popen[bytes]":
    """Start it in `folder`, in a session of its own, to die with this process. Raises OSError, SubprocessError."""
    last = dies_with_parent(open_files)
    entrance = nullcontext(_nothing) if fitted.group is None else fitted.group.entrance()
    try:
        with entrance as enter:

            def prepare() -> None:
                last()
                enter()
                fitted.prepare()

            return subprocess.Popen(
                fitted.command,
                cwd=folder,
                env=fitted.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                start_new_session=True,
                # whoever starts bots has no Python thread but the one that forks
                preexec_fn=prepare,  # noqa: PLW1509
                user=fitted.user,
                group=fitted.user,
                extra_groups=None if fitted.user is None else [],
                pass_fds=fitted.passed,
            )
    finally:
        for descriptor in fitted.passed:
            os.close(descriptor)


def _nothing() -> None:
    pass
