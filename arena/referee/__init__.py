"""One process for each match: the sockets, the poll loop, and the pipe to whoever started it."""
