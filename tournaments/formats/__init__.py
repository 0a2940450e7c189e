"""Tournament formats: pure functions from entrants and results to tables to play, and who goes on."""
