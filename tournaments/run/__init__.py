"""What plays a cup: the director, its executor, and what is told while it runs."""
