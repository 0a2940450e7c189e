"""Ratings from results: Elo with error bars, by a Plackett–Luce fit."""
