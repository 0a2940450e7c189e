"""Everything derived from the store alone: standings, replays, analysis, verification."""
