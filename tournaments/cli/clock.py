"""The current time in the form that the record keeps."""

from datetime import UTC, datetime


def now() -> str:
    """Return the time as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
