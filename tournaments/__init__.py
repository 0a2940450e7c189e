"""Tournaments over matches: formats, seeding, director, store, ratings, reports."""
