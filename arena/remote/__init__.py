"""Bots on their authors' machines: known by their CURVE keys, connected by encrypted TCP, not started by the arena."""
