"""One match as a machine without I/O: events with a time go in, commands come out."""
