"""Bots as programs: found, checked, built under isolation, and kept by their contents."""
