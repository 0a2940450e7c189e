"""Formats in which the losers of a table leave: eliminations and the final table."""
