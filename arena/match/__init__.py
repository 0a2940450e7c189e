"""One match as a state machine without I/O: timed events in, commands out."""
