"""What a tournament shows on a terminal, at most 80 columns wide."""
