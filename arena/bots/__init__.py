"""Bots as their authors hand them in: unpacked with care, built and checked under isolation, kept by their contents."""
