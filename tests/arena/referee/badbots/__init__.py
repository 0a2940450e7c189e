"""Bots that misbehave, each in one way, as real programs: `python -m tests.arena.referee.badbots NAME`."""
