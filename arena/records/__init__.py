"""Values that pass between processes: what goes into a match, what comes out, and what a bot may use."""
