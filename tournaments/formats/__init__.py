"""Formats: each a small file that knows nothing of processes or storage."""
