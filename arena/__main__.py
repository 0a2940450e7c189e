"""Where the command `arena` begins: from here on a signal ends it without a traceback, whatever is being loaded."""

import sys

from arena.system.interrupts import as_the_system_does, leave_at_once
from arena.system.streams import complete_streams


def main() -> None:
    """Run the command."""
    leave_at_once()
    complete_streams()
    # click and all that hangs on it: a tenth of a second in which there is nothing to put in order.
    from arena.cli import main as run  # noqa: PLC0415

    try:
        run()
    except KeyboardInterrupt:  # one more, while the first was being answered
        sys.exit(1)
    finally:
        as_the_system_does()


if __name__ == "__main__":
    main()
