"""The time as the record keeps it."""

from datetime import UTC, datetime


def now() -> str:
    """ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
