"""Ways to hold a bot, a file each, from a session of its own to a sandbox."""
