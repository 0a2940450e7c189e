"""Ratings from results: the only part of tournaments that needs numpy and scipy."""
