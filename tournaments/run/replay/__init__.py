"""Matches of a record played again by the same bots: which ones, by which programs, and what came of it."""
