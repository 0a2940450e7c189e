"""One process per match: its sockets, its poll loop, and the pipe to its starter."""
