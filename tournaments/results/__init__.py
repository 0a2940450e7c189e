"""What follows from the store alone: standings, replays, analysis, verification."""
