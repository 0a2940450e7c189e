"""Cups on the web: pages that show what the stores and the events beside them say, and nothing that is not public."""
