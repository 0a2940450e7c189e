"""Bots on machines of their authors': known by their CURVE keys, reached by encrypted TCP, never started by us."""
