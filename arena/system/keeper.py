"""What is to be done once this process has been killed, by another that it cannot take along."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def kept(end: Callable[[], None]) -> Iterator[int]:
    """`end` is called in a process of its own when this one dies within the block, however it does, and else never.

    Gives that process's id. To be used where there is no thread: it is a copy of this process.
    """
    line, held = os.pipe()
    keeper = os.fork()
    if keeper == 0:
        try:
            os.setsid()  # Ctrl-C is not for it
            os.close(held)
            if not os.read(line, 1):
                end()
        finally:
            os._exit(0)
    os.close(line)
    try:
        yield keeper
    finally:
        with suppress(BrokenPipeError):
            os.write(held, b".")
        os.close(held)
        os.waitpid(keeper, 0)
