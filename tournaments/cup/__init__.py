"""What was submitted: the tournament file, its stages and what they will take."""
