"""Values that pass between processes: the job of a match, its result, and the limits of a bot."""
